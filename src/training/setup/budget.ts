/**
 * What a method may spend, and what it has spent. Methods are compared at equal budgets, and what changes over a run
 * (learning rates, temperatures) follows the share that is spent, because iterations cost differently.
 */

/** Both are limits: whichever is reached first ends the run. */
export interface Budget {
  /** Finished objects scored, repetitions included. */
  readonly oracleCalls: number;
  /** Intentions carried out in the environment. */
  readonly environmentSteps: number;
}

/** The share of a budget that is used up, from 0 to 1. */
export function shareSpent(spent: Budget, budget: Budget): number {
  const share = Math.max(
    spent.oracleCalls / budget.oracleCalls,
    spent.environmentSteps / budget.environmentSteps,
  );
  return Math.min(1, share);
}
