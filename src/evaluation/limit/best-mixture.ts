/**
 * The best reachable distribution over the outcomes of one state, for each of the two divergences. Deals with
 * the zeros (impossible outcomes, forbidden intentions) and leaves the smooth problem to `solveMixture`.
 */
import { solveMixture } from "./mixture-solver.ts";

/** What one state can do: `rows[a * outcomeCount + c] = P(c|a)` for its legal intentions. */
export interface OutcomeTable {
  readonly rows: Float64Array;
  readonly actionCount: number;
  readonly outcomeCount: number;
}

/** The best `π` over intentions, its law `q = πP` over outcomes, and the divergence left at it. */
export interface BestMixture {
  readonly pi: Float64Array;
  readonly q: Float64Array;
  readonly value: number;
}

/** `Σ_c q_c (log q_c − logWeight_c)`; infinite where an outcome of no weight cannot be avoided. */
export function reverseValue(q: Float64Array, logWeight: ArrayLike<number>): number {
  let sum = 0;
  for (let c = 0; c < q.length; c++) if (q[c]! > 0) sum += q[c]! * (Math.log(q[c]!) - logWeight[c]!);
  return sum;
}

/** `Σ_c weight_c (log weight_c − log q_c)`, infinite where an outcome of positive weight cannot be reached. */
export function forwardValue(q: Float64Array, weight: ArrayLike<number>): number {
  let sum = 0;
  for (let c = 0; c < q.length; c++) {
    if (weight[c]! > 0) sum += weight[c]! * (Math.log(weight[c]!) - Math.log(q[c]!));
  }
  return Math.max(0, sum);
}

/** Minimises `Σ_c q_c (log q_c − logWeight_c)`; weights need not be normalised. */
export function bestReverse(table: OutcomeTable, logWeight: ArrayLike<number>): BestMixture {
  const { rows, actionCount, outcomeCount } = table;
  const allowed: number[] = [];
  for (let a = 0; a < actionCount; a++) {
    let harmless = true;
    for (let c = 0; c < outcomeCount; c++) {
      if (rows[a * outcomeCount + c]! > 0 && logWeight[c] === -Infinity) harmless = false;
    }
    if (harmless) allowed.push(a);
  }
  // When every intention can end in an outcome of no weight, all policies are equally (infinitely) bad.
  if (allowed.length === 0) return { ...uniformMixture(table), value: Infinity };
  const mixture = solveAmong(table, allowed, {
    value: (c, q) => (q > 0 ? q * (Math.log(q) - logWeight[c]!) : 0),
    slope: (c, q) => Math.log(q) + 1 - logWeight[c]!,
    curvature: (_, q) => 1 / q,
  });
  return { ...mixture, value: reverseValue(mixture.q, logWeight) };
}

/** Minimises `Σ_c weight_c log(weight_c / q_c)` for weights that sum to one. */
export function bestForward(table: OutcomeTable, weight: ArrayLike<number>): BestMixture {
  const everything = Array.from({ length: table.actionCount }, (_, a) => a);
  const mixture = solveAmong(table, everything, {
    value: (c, q) => (weight[c]! > 0 ? -weight[c]! * Math.log(q) : 0),
    slope: (c, q) => -weight[c]! / q,
    curvature: (c, q) => weight[c]! / (q * q),
  });
  return { ...mixture, value: forwardValue(mixture.q, weight) };
}

/** The uniform policy over the intentions of a state, where nothing distinguishes them. */
export function uniformMixture(table: OutcomeTable): Omit<BestMixture, "value"> {
  const { rows, actionCount, outcomeCount } = table;
  const pi = new Float64Array(actionCount).fill(1 / actionCount);
  const q = new Float64Array(outcomeCount);
  for (let i = 0; i < rows.length; i++) q[i % outcomeCount] = q[i % outcomeCount]! + rows[i]! / actionCount;
  return { pi, q };
}

function solveAmong(
  table: OutcomeTable,
  allowed: readonly number[],
  objective: Parameters<typeof solveMixture>[3],
): Omit<BestMixture, "value"> {
  const { rows, actionCount, outcomeCount } = table;
  const chosen = new Float64Array(allowed.length * outcomeCount);
  for (const [i, a] of allowed.entries()) {
    chosen.set(rows.subarray(a * outcomeCount, (a + 1) * outcomeCount), i * outcomeCount);
  }
  const solved = solveMixture(chosen, allowed.length, outcomeCount, objective);
  const pi = new Float64Array(actionCount);
  for (const [i, a] of allowed.entries()) pi[a] = solved.pi[i]!;
  return { pi, q: solved.q };
}
