/**
 * Both limits on a `StateGraph` whose states have several parents, such as grids. The problem is convex in the
 * visits but no longer splits by state. It is solved by Newton steps where the graph is sparse enough to factor,
 * else (or where rounding stops those) by multiplicative updates, and either stops by a proven duality gap. How much is
 * done is counted in steps, so that every machine finds the same limit; a clock only ends what takes far too long.
 */
import { uniformPolicy } from "../../law/graph-law.ts";
import { Certificate } from "./certificate.ts";
import { flowOf, startPolicy, type Direction } from "./flow.ts";
import { improveByInteriorPoint } from "./interior.ts";
import { newtonSystem } from "./newton.ts";
import { improveByUpdates, type LimitOptions } from "./updates.ts";
import type { StateGraph } from "../../law/state-graph.ts";
import type { Steps } from "../../long-computation.ts";

export type DagLimitOptions = LimitOptions;

/** The policy found, and the proven bound on how far its divergence is from the limit. */
export interface DagLimit {
  readonly policy: Float64Array;
  readonly gap: number;
}

/** Newton steps at most; grids of 64×64 need forty. */
const MAX_NEWTON_STEPS = 200;

/** Ordering a graph with more nodes takes seconds, so that a few updates are tried first. */
const LARGE = 10_000;
const FIRST_UPDATES = 100;

/** Improves a policy until the gap is closed or the steps are used up; the caller judges the gap. */
export function* dagLimitPolicy(
  graph: StateGraph,
  logTarget: Float64Array,
  direction: Direction,
  options: DagLimitOptions,
): Steps<DagLimit> {
  const policy = uniformPolicy(graph);
  const flow = flowOf(graph, logTarget, direction);
  // Every policy is as bad as every other.
  if (flow === undefined) return { policy, gap: 0 };
  const certificate = new Certificate(flow, direction);
  if (flow.nodeCount > LARGE) {
    const first = { ...options, maxSteps: Math.min(options.maxSteps, FIRST_UPDATES) };
    yield* improveByUpdates(flow, direction, startPolicy(flow), certificate, first);
  }
  const done = certificate.gap <= options.gap || options.isOver?.();
  const system = done ? undefined : yield* newtonSystem(flow);
  let steps = 0;
  if (system !== undefined) {
    const maxSteps = Math.min(options.maxSteps, MAX_NEWTON_STEPS);
    steps = yield* improveByInteriorPoint(flow, direction, system, certificate, { ...options, maxSteps });
  }
  if (!(certificate.gap <= options.gap)) {
    const start = certificate.policy.slice();
    const maxSteps = options.maxSteps - steps;
    yield* improveByUpdates(flow, direction, start, certificate, { ...options, maxSteps });
  }
  const { rowStart, graphRow } = flow;
  for (let s = 0; s < flow.stateCount; s++) {
    const first = Math.floor(graphRow[rowStart[s]!]! / graph.actionCount) * graph.actionCount;
    policy.fill(0, first, first + graph.actionCount);
    for (let row = rowStart[s]!; row < rowStart[s + 1]!; row++)
      policy[graphRow[row]!] = certificate.policy[row]!;
  }
  return { policy, gap: certificate.gap };
}
