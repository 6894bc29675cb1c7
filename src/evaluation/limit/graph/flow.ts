/**
 * A `StateGraph` reduced to what a limit depends on: the states that can be reached without certain ruin, the
 * intentions that are allowed there, and the objects that count. The solvers of graph-limit-*.ts for graphs that
 * are not trees work on this form, in which every visit can be positive and every cost is finite.
 */
import type { StateGraph } from "../../law/state-graph.ts";

export type Direction = "reverse" | "forward";

/** Nodes `0 … stateCount − 1` are states in topological order (0 the start), the rest are objects. */
export interface Flow {
  readonly stateCount: number;
  readonly nodeCount: number;
  /** Rows of state `s` are `rowStart[s] … rowStart[s + 1] − 1`. */
  readonly rowStart: Int32Array;
  /** The row of the graph, `state * actionCount + action`, behind each row of the flow. */
  readonly graphRow: Int32Array;
  readonly edgeStart: Int32Array;
  readonly child: Int32Array;
  readonly probability: Float64Array;
  /** By object: `logTarget[node − stateCount]`, always finite. */
  readonly logTarget: Float64Array;
}

/**
 * The flow of a graph, or undefined where there is nothing to choose because every policy is infinitely bad.
 *
 * Reverse: an intention that may end at an object without reward costs infinitely much, so it goes. Forward: an
 * object without reward gains nothing, so edges to it go; one with reward that no path reaches ruins them all.
 */
export function flowOf(graph: StateGraph, logTarget: Float64Array, direction: Direction): Flow | undefined {
  const { stateCount, actionCount, rowStart, object } = graph;
  const usable = usableRows(graph, logTarget, direction);
  const node = new Int32Array(stateCount).fill(-1);
  const reached = reachedStates(graph, usable);
  let states = 0;
  for (let s = 0; s < stateCount; s++) if (reached[s] && object[s]! < 0) node[s] = states++;
  const objectNode = new Int32Array(graph.objectCount).fill(-1);
  const kept: number[] = [];
  for (let s = 0; s < stateCount; s++) {
    const x = object[s]!;
    if (!reached[s] || x < 0 || logTarget[x] === -Infinity) continue;
    if (objectNode[x] === -1) objectNode[x] = states + kept.push(logTarget[x]!) - 1;
    node[s] = objectNode[x]!;
  }
  const ruined = logTarget.some((value, x) => value > -Infinity && objectNode[x] === -1);
  if (states === 0 || !hasRow(usable, 0, actionCount) || (direction === "forward" && ruined))
    return undefined;

  const starts = [0];
  const rows: number[] = [];
  const edgeStart = [0];
  const child: number[] = [];
  const probability: number[] = [];
  for (let s = 0; s < stateCount; s++) {
    if (!reached[s] || object[s]! >= 0) continue;
    for (let row = s * actionCount; row < (s + 1) * actionCount; row++) {
      if (!usable[row]) continue;
      for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
        if (node[graph.child[e]!]! < 0 || graph.probability[e] === 0) continue;
        child.push(node[graph.child[e]!]!);
        probability.push(graph.probability[e]!);
      }
      rows.push(row);
      edgeStart.push(child.length);
    }
    starts.push(rows.length);
  }
  return {
    stateCount: states,
    nodeCount: states + kept.length,
    rowStart: Int32Array.from(starts),
    graphRow: Int32Array.from(rows),
    edgeStart: Int32Array.from(edgeStart),
    child: Int32Array.from(child),
    probability: Float64Array.from(probability),
    logTarget: Float64Array.from(kept),
  };
}

/** The legal rows; for the reverse limit only those that cannot lead to where ruin is certain. */
function usableRows(graph: StateGraph, logTarget: Float64Array, direction: Direction): Uint8Array {
  const { stateCount, actionCount, rowStart, child, probability, object } = graph;
  const usable = new Uint8Array(stateCount * actionCount);
  const doomed = new Uint8Array(stateCount);
  for (let s = stateCount - 1; s >= 0; s--) {
    if (object[s]! >= 0) {
      doomed[s] = direction === "reverse" && logTarget[object[s]!] === -Infinity ? 1 : 0;
      continue;
    }
    for (let row = s * actionCount; row < (s + 1) * actionCount; row++) {
      let safe = rowStart[row + 1]! > rowStart[row]!;
      for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
        if (probability[e]! > 0 && doomed[child[e]!]) safe = false;
      }
      usable[row] = safe ? 1 : 0;
    }
    doomed[s] = hasRow(usable, s, actionCount) ? 0 : 1;
  }
  return usable;
}

function hasRow(usable: Uint8Array, s: number, actionCount: number): boolean {
  return usable.subarray(s * actionCount, (s + 1) * actionCount).includes(1);
}

function reachedStates(graph: StateGraph, usable: Uint8Array): Uint8Array {
  const { stateCount, actionCount, rowStart, child, probability } = graph;
  const reached = new Uint8Array(stateCount);
  reached[0] = 1;
  for (let s = 0; s < stateCount; s++) {
    if (!reached[s]) continue;
    for (let row = s * actionCount; row < (s + 1) * actionCount; row++) {
      if (!usable[row]) continue;
      for (let e = rowStart[row]!; e < rowStart[row + 1]!; e++) {
        if (probability[e]! > 0) reached[child[e]!] = 1;
      }
    }
  }
  return reached;
}

/** How much of the starting policy aims at all objects alike, so that every visit is positive. */
const START_SPREAD = 0.1;

/**
 * A policy to start from, by flow row: the target carried backwards, each node's mass shared among the edges that
 * lead to it. Without noise its law is the target (a little spread out), where a uniform policy gives distant
 * objects next to nothing.
 */
export function startPolicy(flow: Flow): Float64Array {
  const { stateCount, nodeCount, rowStart, edgeStart, child, probability, logTarget } = flow;
  const into = new Float64Array(nodeCount);
  for (let e = 0; e < child.length; e++) into[child[e]!] = into[child[e]!]! + probability[e]!;
  const mass = new Float64Array(nodeCount);
  for (let x = 0; x < logTarget.length; x++) {
    mass[stateCount + x] = (1 - START_SPREAD) * Math.exp(logTarget[x]!) + START_SPREAD / logTarget.length;
  }
  const policy = new Float64Array(rowStart[stateCount]!);
  for (let s = stateCount - 1; s >= 0; s--) {
    let total = 0;
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      for (let e = edgeStart[row]!; e < edgeStart[row + 1]!; e++) {
        policy[row] = policy[row]! + (probability[e]! * mass[child[e]!]!) / into[child[e]!]!;
      }
      total += policy[row]!;
    }
    mass[s] = total;
    const count = rowStart[s + 1]! - rowStart[s]!;
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      policy[row] = total > 0 ? (0.99 * policy[row]!) / total + 0.01 / count : 1 / count;
    }
  }
  return policy;
}

/** The visits of every node, objects included, under a policy by flow row. */
export function visitsOf(flow: Flow, policy: Float64Array): Float64Array {
  const { stateCount, nodeCount, rowStart, edgeStart, child, probability } = flow;
  const visits = new Float64Array(nodeCount);
  visits[0] = 1;
  for (let s = 0; s < stateCount; s++) {
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++) {
      const share = visits[s]! * policy[row]!;
      for (let e = edgeStart[row]!; e < edgeStart[row + 1]!; e++) {
        visits[child[e]!] = visits[child[e]!]! + share * probability[e]!;
      }
    }
  }
  return visits;
}
