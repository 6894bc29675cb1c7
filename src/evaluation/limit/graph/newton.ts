/**
 * The linear algebra of the interior-point method: with `G` the matrix of a `Flow` that takes potentials of the
 * nodes to what each row costs above its state, `(G u)(s,a) = Σ P(s'|s,a) u(s') − u(s)`, it solves
 * `(Gᵀ W G + E) x = b` for changing diagonals `W` (by row) and `E` (by node).
 */
import { entryOf, factorise, patternOf, solve, type Pattern } from "./cholesky.ts";
import type { Flow } from "./flow.ts";
import type { Steps } from "../../long-computation.ts";

/** Multiplications per factorisation beyond which the matrix counts as too entangled; about a second. */
const MAX_WORK = 4e8;
/** Pairs of nodes that share a row, over all rows; each takes twelve bytes. */
const MAX_PAIRS = 2e7;

export interface NewtonSystem {
  /** Sets the diagonals `W` and `E`. */
  set(rowWeight: Float64Array, nodeWeight: Float64Array): void;
  /** Writes the solution for `b` to `x`. */
  solve(b: Float64Array, x: Float64Array): void;
}

/** `out = G u`. */
export function acrossRows(flow: Flow, u: Float64Array, out: Float64Array): void {
  const { stateCount, rowStart, edgeStart, child, probability } = flow;
  for (let s = 0; s < stateCount; s++) {
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      let sum = -u[s]!;
      for (let e = edgeStart[row]!; e < edgeStart[row + 1]!; e++) sum += probability[e]! * u[child[e]!]!;
      out[row] = sum;
    }
  }
}

/** `out = Gᵀ v`: of visits by row, what arrives at each node less what leaves it. */
export function intoNodes(flow: Flow, v: Float64Array, out: Float64Array): void {
  const { stateCount, rowStart, edgeStart, child, probability } = flow;
  out.fill(0);
  for (let s = 0; s < stateCount; s++) {
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      const value = v[row]!;
      out[s] = out[s]! - value;
      for (let e = edgeStart[row]!; e < edgeStart[row + 1]!; e++) {
        out[child[e]!] = out[child[e]!]! + probability[e]! * value;
      }
    }
  }
}

/** Prepares a flow, or gives up where factoring would cost too much. */
export function* newtonSystem(flow: Flow): Steps<NewtonSystem | undefined> {
  const { stateCount, nodeCount, rowStart, edgeStart } = flow;
  let pairs = 0;
  for (let row = 0; row < rowStart[stateCount]!; row++)
    pairs += (edgeStart[row + 1]! - edgeStart[row]! + 1) ** 2;
  const pattern = pairs > MAX_PAIRS ? undefined : yield* patternOf(neighboursOf(flow), MAX_WORK);
  if (pattern === undefined) return undefined;
  const { entry, share, end } = contributions(flow, pattern);
  const values = new Float64Array(pattern.row.length);
  const rows = new Float64Array(end.length);
  const rest = new Float64Array(nodeCount);
  let weight: Float64Array = rows;
  let diagonal: Float64Array = rest;
  return {
    set(rowWeight, nodeWeight) {
      weight = rowWeight;
      diagonal = nodeWeight;
      values.fill(0);
      for (let n = 0; n < nodeCount; n++) values[pattern.columnStart[pattern.place[n]!]!] = nodeWeight[n]!;
      for (let row = 0, k = 0; row < end.length; row++) {
        for (; k < end[row]!; k++) values[entry[k]!] = values[entry[k]!]! + rowWeight[row]! * share[k]!;
      }
      factorise(pattern, values);
    },
    solve(b, x) {
      x.set(b);
      solve(pattern, values, x);
      // Once more for what rounding left over: near the limit the weights span many orders of magnitude.
      acrossRows(flow, x, rows);
      for (let row = 0; row < rows.length; row++) rows[row] = rows[row]! * weight[row]!;
      intoNodes(flow, rows, rest);
      for (let n = 0; n < nodeCount; n++) rest[n] = b[n]! - rest[n]! - diagonal[n]! * x[n]!;
      solve(pattern, values, rest);
      for (let n = 0; n < nodeCount; n++) x[n] = x[n]! + rest[n]!;
    },
  };
}

/** Calls back with every row and the nodes it touches: its state first, then its children. */
function forEachRow(
  { stateCount, rowStart, edgeStart, child }: Flow,
  visit: (row: number, nodes: number[]) => void,
) {
  for (let s = 0; s < stateCount; s++) {
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      visit(row, [s, ...child.subarray(edgeStart[row], edgeStart[row + 1])]);
    }
  }
}

function neighboursOf(flow: Flow): Int32Array[] {
  const near = Array.from({ length: flow.nodeCount }, () => new Set<number>());
  forEachRow(flow, (_, nodes) => {
    for (const a of nodes) for (const b of nodes) if (a !== b) near[a]!.add(b);
  });
  return near.map((set) => Int32Array.from(set));
}

/** Which entries of the matrix each row adds its weight to, and with what factor. */
function contributions(
  flow: Flow,
  pattern: Pattern,
): { readonly entry: Int32Array; readonly share: Float64Array; readonly end: Int32Array } {
  const entry: number[] = [];
  const share: number[] = [];
  const end: number[] = [];
  forEachRow(flow, (row, nodes) => {
    const factor = [-1, ...flow.probability.subarray(flow.edgeStart[row], flow.edgeStart[row + 1])];
    for (let i = 0; i < nodes.length; i++) {
      for (let j = 0; j <= i; j++) {
        entry.push(entryOf(pattern, nodes[i]!, nodes[j]!));
        // Two edges to the same child meet on the diagonal, where both halves of the pair count.
        share.push(factor[i]! * factor[j]! * (i !== j && nodes[i] === nodes[j] ? 2 : 1));
      }
    }
    end.push(entry.length);
  });
  return { entry: Int32Array.from(entry), share: Float64Array.from(share), end: Int32Array.from(end) };
}
