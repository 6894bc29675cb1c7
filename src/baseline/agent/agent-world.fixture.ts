/** Spaces small enough to know everything about, for the learning baselines: sequences, and a grid with many parents. */
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import type { Environment } from "../../environment/environment.ts";
import { gridEnvironment } from "../../environment/grid.ts";
import { exploreEnvironment } from "../../evaluation/law/explore-environment.ts";
import { graphLaw } from "../../evaluation/law/graph-law.ts";
import type { ExploredGraph } from "../../evaluation/law/state-graph.ts";
import { Reward } from "../../landscape/reward.ts";
import { Generator } from "../../random/generator.ts";
import { listStates } from "../../training/policy/state-list.ts";
import { PolicyTable } from "../../training/policy/policy-table.ts";
import type { Method } from "../../training/method.ts";
import type { Scorer } from "../../training/setup/scorer.ts";
import type { BaselineSetup } from "../setup.ts";

export interface World {
  readonly environment: Environment;
  readonly explored: ExploredGraph<unknown>;
  /** By object of the graph. */
  readonly logReward: Float64Array;
  readonly scorer: Scorer;
}

const reward = new Reward({ exponent: 1, floor: 1e-3 });

/** 27 sequences of three letters with scores that have no pattern: under noise no policy reaches them. */
export const sequenceWorld = (alpha: number): World =>
  worldOf(noisy(sequenceEnvironment({ alphabet: "ABC", length: 3 }), alpha));

/** Nine points, reached in up to six ways. */
export const gridWorld = (alpha: number): World => worldOf(noisy(gridEnvironment({ side: 3 }), alpha));

function noisy(environment: Environment, alpha: number): Environment {
  return alpha === 0 ? environment : withNoise(environment, stickyNoise(alpha));
}

function worldOf(environment: Environment): World {
  const explored = exploreEnvironment(environment);
  // Objects sorted by name, so that noise, which changes the order of discovery, does not change the scores.
  const generator = Generator.fromSeed(5);
  const names = explored.objects.map((object) => environment.objectOf(object));
  const scores = new Map(names.toSorted().map((name) => [name, 0.02 + generator.float64() ** 2]));
  const logReward = Float64Array.from(names, (name) => reward.logReward(scores.get(name)!));
  return { environment, explored, logReward, scorer: countingScorer(scores) };
}

function countingScorer(scores: ReadonlyMap<string, number>): Scorer {
  let calls = 0;
  return {
    get calls() {
      return calls;
    },
    score(objects) {
      calls += objects.length;
      return Promise.resolve(Float64Array.from(objects, (object) => scores.get(object)!));
    },
    resumeAt(count) {
      calls = count;
    },
  };
}

export function setupOf({ environment, scorer }: World, oracleCalls: number, seed = 1): BaselineSetup {
  const budget = { oracleCalls, environmentSteps: oracleCalls * environment.maxSteps };
  return { environment, scorer, reward, budget, model: { kind: "table" }, seed };
}

/** Iterates until the next iteration would cost more than is left. */
export async function spend(sampler: Method, { budget }: BaselineSetup): Promise<void> {
  for (let last = 0; ;) {
    const before = sampler.spent.oracleCalls;
    if (before + last > budget.oracleCalls) return;
    await sampler.iterate();
    last = sampler.spent.oracleCalls - before;
  }
}

/** The exact law of a sampler's policy, by object of the graph. */
export async function lawOf(sampler: Method, { environment, explored }: World): Promise<Float64Array> {
  const { graph, states } = explored;
  const policy = await PolicyTable.compile(sampler.policy!, listStates(environment));
  const rows = await policy.probabilities();
  await policy.dispose();
  const inOrder = new Float64Array(graph.stateCount * graph.actionCount);
  for (const [s, state] of states.entries()) {
    if (environment.isTerminal(state)) continue;
    const from = environment.enumeration!.indexOf(state) * graph.actionCount;
    inOrder.set(rows.subarray(from, from + graph.actionCount), s * graph.actionCount);
  }
  return graphLaw(graph, inOrder);
}
