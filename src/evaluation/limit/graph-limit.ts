/**
 * What any policy can reach on any finite acyclic environment: `limitReverseKl` and `limitForwardKl` for a
 * `StateGraph`. Trees are solved exactly; other graphs to a stated, proven gap.
 */
import { WindageError } from "../../error.ts";
import { kl, klToLog, tv } from "../law/distances.ts";
import { dagLimitPolicy, type DagLimitOptions } from "./graph/dag.ts";
import { isTree, treeLimitPolicy } from "./graph/tree.ts";
import { graphLaw } from "../law/graph-law.ts";
import { logPartition, logTargetLaw } from "../law/log-z.ts";
import type { StateGraph } from "../law/state-graph.ts";
import { finish, type Steps } from "../long-computation.ts";

/** The best reachable law of a graph and a policy that has it. */
export interface GraphLimit {
  /** The divergence of `law`; the true limit lies between `kl − gap` and `kl`. */
  readonly kl: number;
  readonly gap: number;
  readonly tv: number;
  readonly law: Float64Array;
  /** `policy[state * actionCount + action]`, as `graphLaw` takes it. */
  readonly policy: Float64Array;
  readonly logZ: number;
}

const DEFAULTS: DagLimitOptions = { gap: 1e-9, maxSteps: 20_000 };

/**
 * The least `KL(law‖target)` (`reverse`) or `KL(target‖law)` (`forward`) of any policy on a graph; `logReward` is by
 * object.
 */
export function graphLimit(
  graph: StateGraph,
  logReward: ArrayLike<number>,
  direction: "reverse" | "forward",
  options: Partial<DagLimitOptions> = {},
): GraphLimit {
  return finish(graphLimitSteps(graph, logReward, direction, options));
}

/** The same, step by step. */
export function* graphLimitSteps(
  graph: StateGraph,
  logReward: ArrayLike<number>,
  direction: "reverse" | "forward",
  options: Partial<DagLimitOptions> = {},
): Steps<GraphLimit> {
  if (logReward.length !== graph.objectCount) {
    throw new WindageError(
      "evaluation/length-mismatch",
      `graphLimit: got ${logReward.length} log rewards, expected one for each of the graph's ${graph.objectCount} objects.`,
    );
  }
  const logZ = logPartition(logReward);
  const logTarget = logTargetLaw(logReward, logZ);
  const found = isTree(graph)
    ? { policy: yield* treeLimitPolicy(graph, logReward, direction), gap: 0 }
    : yield* dagLimitPolicy(graph, logTarget, direction, { ...DEFAULTS, ...options });
  const law = graphLaw(graph, found.policy);
  const target = logTarget.map(Math.exp);
  const divergence = direction === "reverse" ? klToLog(law, logTarget) : kl(target, law);
  return {
    kl: divergence,
    gap: divergence === Infinity ? 0 : Math.max(0, found.gap),
    tv: tv(law, target),
    law,
    policy: found.policy,
    logZ,
  };
}
