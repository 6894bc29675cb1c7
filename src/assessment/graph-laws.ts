/**
 * Laws on any small environment whose scores may all be asked for: variable lengths, masks, noise that depends on the
 * state, several parents. The environment itself is walked, so nothing can disagree with what is sampled.
 */
import type { Environment } from "../environment/index.ts";
import { exploreEnvironment, graphLaw, graphLimit } from "../evaluation/index.ts";
import type { GraphLimit, StateGraph } from "../evaluation/index.ts";
import { describeStates } from "../training/index.ts";
import type { Laws, LawsOptions } from "./laws.ts";
import type { World } from "./world.ts";

/** Where states have several parents the limit is approached step by step; this is near enough for four digits. */
const limitOptions = { gap: 1e-6, maxSteps: 5000 };

export async function graphLaws(
  { environment, landscape, reward }: World,
  _options: LawsOptions = {},
): Promise<Laws> {
  const { graph, states, objects: terminals } = exploreEnvironment(environment);
  const objects = terminals.map((state) => environment.objectOf(state));
  const scores = await landscape.score(objects);
  const logReward = reward.logRewards(scores);
  const rows = Int32Array.from(states.keys()).filter((s) => graph.object[s] === -1);
  return {
    objects,
    scores,
    logReward,
    asked: objects.length,
    ...limitsOf(environment, graph, objects, logReward),
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
function limitsOf(
  environment: Environment,
  graph: StateGraph,
  objects: readonly string[],
  logReward: Float64Array,
): { readonly limit: GraphLimit; readonly forwardLimit: GraphLimit } {
  const shortest = environment.memory?.shortest?.();
  if (shortest === undefined) {
    return {
      limit: graphLimit(graph, logReward, "reverse", limitOptions),
      forwardLimit: graphLimit(graph, logReward, "forward", limitOptions),
    };
  }
  const explored = exploreEnvironment(shortest);
  const place = new Map(objects.map((object, i) => [object, i]));
  const order = explored.objects.map((state) => place.get(shortest.objectOf(state))!);
  const solve = (direction: "reverse" | "forward"): GraphLimit => {
    const rewards = Float64Array.from(order, (i) => logReward[i]!);
    const found = graphLimit(explored.graph, rewards, direction, limitOptions);
    const law = new Float64Array(objects.length);
    order.forEach((i, at) => (law[i] = found.law[at]!));
    return { ...found, law };
  };
  return { limit: solve("reverse"), forwardLimit: solve("forward") };
}
