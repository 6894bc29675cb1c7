/**
 * Laws of policies that read what was intended so far: what they do at a state depends on the history that led there, so
 * they are asked about every pair of a state and a history, and the probabilities of pairs are added up to those of
 * objects. There are many more pairs than states, which bounds the worlds where that can be done; limits are those of
 * states and memories and are not computed here.
 */
import { WindageError } from "../../error.ts";
import { hasAtMost } from "../../environment/walk-states.ts";
import type { Environment } from "../../environment/environment.ts";
import { graphLaw } from "../../evaluation/law/graph-law.ts";
import { exploreEnvironmentSteps } from "../../evaluation/law/explore-environment.ts";
import type { ExplorableEnvironment } from "../../evaluation/law/explore-environment.ts";
import type { ExploredGraph } from "../../evaluation/law/state-graph.ts";
import { describeStates } from "../../training/policy/state-list.ts";
import type { Laws } from "./laws.ts";
import { takeSteps } from "../take-steps.ts";
import type { StepsOptions } from "../take-steps.ts";

/** A state and the intentions on the way to it. */
interface Remembered {
  readonly state: unknown;
  readonly intentions: readonly number[];
}

/** All pairs of five letters out of four are 69,905; the next length has more than a million. */
const mostHistories = 2 ** 17;

/** Whether a policy that reads intentions can be asked about every pair. */
export function fewHistories(environment: Environment): boolean {
  const pairs = withHistories(environment);
  // Declared as a memory, because steps lead to other pairs for other intentions.
  const memory = { count: mostHistories, indexOf: () => 0, builtKey: (pair: Remembered) => pairs.key(pair) };
  return hasAtMost({ ...pairs, memory }, mostHistories);
}

/** The states to ask about and the law of the answers; null where there are more than `most` pairs. */
export async function historyLaws(
  environment: Environment,
  objects: readonly string[],
  options: StepsOptions = {},
  most = mostHistories,
): Promise<Pick<Laws, "states" | "lawOf"> | null> {
  const explored = await exploreHistories(environment, options, most);
  if (explored === null) return null;
  const { graph, states: pairs, objects: terminals } = explored;
  const rows = Int32Array.from(pairs.keys()).filter((at) => graph.object[at] === -1);
  const place = new Map(objects.map((object, i) => [object, i]));
  const places = terminals.map(({ state }) => place.get(environment.objectOf(state))!);
  const asked = Array.from(rows, (at) => pairs[at]!);
  return {
    states: describeStates(
      environment,
      asked.map(({ state }) => state),
      asked.map(({ intentions }) => intentions),
    ),
    lawOf(known) {
      const { stateCount, actionCount } = graph;
      const policy = new Float64Array(stateCount * actionCount);
      rows.forEach((at, row) => {
        policy.set(known.subarray(row * actionCount, (row + 1) * actionCount), at * actionCount);
      });
      const law = new Float64Array(objects.length);
      graphLaw(graph, policy).forEach((mass, i) => (law[places[i]!] = mass));
      return law;
    },
  };
}

async function exploreHistories(
  environment: Environment,
  options: StepsOptions,
  most: number,
): Promise<ExploredGraph<Remembered> | null> {
  try {
    const steps = exploreEnvironmentSteps(withHistories(environment), most);
    return await takeSteps(steps, "Walking states and histories", options);
  } catch (error) {
    if (error instanceof WindageError && error.code === "evaluation/too-large") return null;
    throw error;
  }
}

/** The environment whose states are pairs; finished objects are what they are, whatever was intended on the way. */
function withHistories(environment: Environment): ExplorableEnvironment<Remembered> {
  const { actionCount, outcomeCount } = environment;
  return {
    actionCount,
    outcomeCount,
    initial: { state: environment.initial, intentions: [] },
    key({ state, intentions }) {
      const key = environment.key(state);
      return environment.isTerminal(state) ? key : `${key} ${intentions.join(",")}`;
    },
    isTerminal: ({ state }) => environment.isTerminal(state),
    isLegal: ({ state }, action) => environment.isLegal(state, action),
    outcomeProbabilities: ({ state }, action, out) => environment.outcomeProbabilities(state, action, out),
    next: ({ state, intentions }, outcome, action) => ({
      state: environment.next(state, outcome, action),
      intentions: [...intentions, action],
    }),
  };
}
