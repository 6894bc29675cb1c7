/**
 * Splits the backward policy of an environment whose states have several parents:
 *
 *     π_B(s, a | s') = π_B(s | s') · P(a | s, c)
 *
 * The second factor is the posterior over intentions at the parent, given what happened there; it can be computed. Left
 * to learn is the first, over parents, which are told apart by the outcome that led from them.
 */
import { WindageError } from "../error.ts";
import type { Environment } from "./environment.ts";
import { rewrap } from "./rewrap.ts";

/** The same environment with ways into a state told apart by outcome alone, whatever was intended. */
export function overParents<State>(environment: Environment<State>): Environment<State> {
  const { backward, actionCount, outcomeCount } = environment;
  if (backward.entry === undefined) {
    throw new WindageError(
      "environment/no-entries",
      `overParents: ${environment.name} does not say which steps lead into a state, expected \`backward.entry\`; ` +
        "add it, or learn the backward policy over pairs of parent and intention.",
    );
  }
  const isLegal = (state: State, outcome: number): boolean => {
    for (let action = 0; action < actionCount; action++) {
      const way = backward.indexOf(action, outcome);
      // A number that this action and outcome cannot have may be that of another way.
      const step = backward.entry!(state, way);
      if (step?.action === action && step.outcome === outcome && backward.isLegal(state, way)) return true;
    }
    return false;
  };
  return rewrap(environment, {
    backward: { count: outcomeCount, indexOf: (_action, outcome) => outcome, isLegal },
  });
}
