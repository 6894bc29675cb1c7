/**
 * Laws on any small environment whose scores may all be asked for: variable lengths, masks, noise that depends on the
 * state, several parents. The environment itself is walked, so nothing can disagree with what is sampled.
 */
import type { Environment } from "../../environment/environment.ts";
import { graphLaw } from "../../evaluation/law/graph-law.ts";
import { exploreEnvironmentSteps } from "../../evaluation/law/explore-environment.ts";
import { graphLimitSteps } from "../../evaluation/limit/graph-limit.ts";
import type { GraphLimit } from "../../evaluation/limit/graph-limit.ts";
import type { StateGraph } from "../../evaluation/law/state-graph.ts";
import { describeStates } from "../../training/policy/state-list.ts";
import type { Laws } from "./laws.ts";
import { computing, takeSteps } from "../take-steps.ts";
import type { StepsOptions } from "../take-steps.ts";
import type { World } from "../world.ts";

/** Where states have several parents the limit is approached step by step; this is near enough for four digits. */
const closeEnough = 1e-6;
const mostSteps = 5000;
/** Steps times transitions of a graph, about ten seconds: what ends the search nearly always, on every machine alike. */
const mostWork = 5e8;
/** Whatever the machine, nobody waits longer for one limit. */
const mostSeconds = 60;

export async function graphLaws(
  { environment, landscape, reward }: World,
  options: StepsOptions = {},
): Promise<Laws> {
  const steps = exploreEnvironmentSteps(environment);
  const { graph, states, objects: terminals } = await takeSteps(steps, "Walking the environment", options);
  const objects = terminals.map((state) => environment.objectOf(state));
  const scores = await landscape.score(objects);
  const logReward = reward.logRewards(scores);
  const rows = Int32Array.from(states.keys()).filter((s) => graph.object[s] === -1);
  return {
    objects,
    scores,
    logReward,
    asked: objects.length,
    ...(await limitsOf(environment, graph, objects, logReward, options)),
    states: describeStates(
      environment,
      Array.from(rows, (s) => states[s]),
    ),
    lawOf(known) {
      const { stateCount, actionCount } = graph;
      const policy = new Float64Array(stateCount * actionCount);
      rows.forEach((state, row) => {
        policy.set(known.subarray(row * actionCount, (row + 1) * actionCount), state * actionCount);
      });
      return graphLaw(graph, policy);
    },
  };
}

/**
 * Both limits. Where states keep every intention, the limit is that of the same process with states that remember only
 * what its noise depends on: no policy does better for knowing more, and these states are far fewer.
 */
async function limitsOf(
  environment: Environment,
  graph: StateGraph,
  objects: readonly string[],
  logReward: Float64Array,
  options: StepsOptions,
): Promise<Pick<Laws, "limit" | "forwardLimit">> {
  const shortest = environment.memory?.shortest?.();
  if (shortest === undefined) {
    return {
      limit: await limitOn(graph, logReward, "reverse", options),
      forwardLimit: await limitOn(graph, logReward, "forward", options),
    };
  }
  const explored = await takeSteps(exploreEnvironmentSteps(shortest), "Walking the environment", options);
  const place = new Map(objects.map((object, i) => [object, i]));
  const order = explored.objects.map((state) => place.get(shortest.objectOf(state))!);
  const rewards = Float64Array.from(order, (i) => logReward[i]!);
  const solve = async (direction: "reverse" | "forward"): Promise<GraphLimit> => {
    const found = await limitOn(explored.graph, rewards, direction, options);
    const law = new Float64Array(objects.length);
    order.forEach((i, at) => (law[i] = found.law[at]!));
    return { ...found, law };
  };
  return { limit: await solve("reverse"), forwardLimit: await solve("forward") };
}

function limitOn(
  graph: StateGraph,
  logReward: Float64Array,
  direction: "reverse" | "forward",
  options: StepsOptions,
): Promise<GraphLimit> {
  const maxSteps = Math.min(mostSteps, Math.ceil(mostWork / graph.child.length));
  const deadline = performance.now() + 1000 * (options.limitSeconds ?? mostSeconds);
  const isOver = (): boolean => performance.now() > deadline;
  const steps = graphLimitSteps(graph, logReward, direction, { gap: closeEnough, maxSteps, isOver });
  return takeSteps(steps, computing(direction), options);
}
