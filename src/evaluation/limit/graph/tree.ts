/**
 * Both limits on a `StateGraph` that is a tree (every state has one parent, every object one state), such as
 * variable-length sequences: exact, by the same recursion as on fixed-length sequences, state by state.
 */
import { bestForward, bestReverse, uniformMixture, type BestMixture } from "../best-mixture.ts";
import { logSumExp } from "../../law/log-z.ts";
import type { StateGraph } from "../../law/state-graph.ts";
import type { Steps } from "../../long-computation.ts";

/** States that are solved between two yields. */
const STATES_PER_STEP = 64;

/** Whether the exact recursion of this file applies. */
export function isTree(graph: StateGraph): boolean {
  const { stateCount, actionCount, rowStart, child, object } = graph;
  const parent = new Int32Array(stateCount).fill(-1);
  const seen = new Uint8Array(graph.objectCount);
  for (let s = 0; s < stateCount; s++) {
    for (let e = rowStart[s * actionCount]!; e < rowStart[(s + 1) * actionCount]!; e++) {
      if (parent[child[e]!] !== -1 && parent[child[e]!] !== s) return false;
      parent[child[e]!] = s;
    }
    const finished = object[s]!;
    if (finished < 0) continue;
    if (seen[finished]) return false;
    seen[finished] = 1;
  }
  return true;
}

/** The best policy of a tree by `KL(law‖target)` or `KL(target‖law)`; `logReward` is by object. */
export function* treeLimitPolicy(
  graph: StateGraph,
  logReward: ArrayLike<number>,
  direction: "reverse" | "forward",
): Steps<Float64Array> {
  const { stateCount, actionCount, object } = graph;
  const policy = new Float64Array(stateCount * actionCount);
  const logMass = new Float64Array(stateCount);
  const value = new Float64Array(stateCount);
  for (let s = stateCount - 1; s >= 0; s--) {
    if (object[s]! >= 0) {
      logMass[s] = logReward[object[s]!]!;
      continue;
    }
    const fan = fanOf(graph, s);
    const childMass = Float64Array.from(fan.children, (child) => logMass[child]!);
    logMass[s] = logSumExp(childMass);
    const best =
      logMass[s] === -Infinity
        ? { ...uniformMixture(fan), value: Infinity }
        : direction === "reverse"
          ? bestReverse(
              fan,
              childMass.map((mass, c) => mass - logMass[s]! - value[fan.children[c]!]!),
            )
          : bestForward(
              fan,
              childMass.map((mass) => Math.exp(mass - logMass[s]!)),
            );
    value[s] = Math.max(0, best.value);
    if (s % STATES_PER_STEP === 0) yield undefined;
    writePolicy(policy, s * actionCount, fan, best);
  }
  return policy;
}

/** The legal actions of one state and their law over its distinct children. */
interface Fan {
  readonly actions: readonly number[];
  readonly children: readonly number[];
  readonly rows: Float64Array;
  readonly actionCount: number;
  readonly outcomeCount: number;
}

function fanOf(graph: StateGraph, s: number): Fan {
  const { actionCount, rowStart, child, probability } = graph;
  const column = new Map<number, number>();
  const actions: number[] = [];
  for (let a = 0; a < actionCount; a++) {
    const row = s * actionCount + a;
    if (rowStart[row + 1]! > rowStart[row]!) actions.push(a);
    for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
      if (!column.has(child[e]!)) column.set(child[e]!, column.size);
    }
  }
  const rows = new Float64Array(actions.length * column.size);
  for (const [i, a] of actions.entries()) {
    const row = s * actionCount + a;
    for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
      const cell = i * column.size + column.get(child[e]!)!;
      rows[cell] = rows[cell]! + probability[e]!;
    }
  }
  return {
    actions,
    children: [...column.keys()],
    rows,
    actionCount: actions.length,
    outcomeCount: column.size,
  };
}

function writePolicy(policy: Float64Array, start: number, fan: Fan, best: BestMixture): void {
  for (const [i, a] of fan.actions.entries()) policy[start + a] = best.pi[i]!;
}
