import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryNoisySequences } from "../../environment/environments.fixture.ts";
import type { Environment } from "../../environment/environment.ts";
import { Generator } from "../../random/generator.ts";
import { RollOut } from "../../sampling/roll-out.ts";
import { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import { Children } from "./children.ts";
import { mlpModel } from "../../model/state-models.ts";
import { modelShape } from "../policy/state-model.ts";
import { parseObjective } from "../../objective/registry.ts";
import { smallTrainer } from "../small-world.fixture.ts";

async function rolled(environment: Environment, seed: number): Promise<TrajectoryBatch> {
  const batch = TrajectoryBatch.for(environment, 3);
  const streams = { choices: Generator.fromSeed(seed), world: Generator.fromSeed(seed + 1) };
  const uniform = (): Promise<Float32Array> => Promise.resolve(new Float32Array(3 * environment.actionCount));
  await new RollOut(environment, 3, streams).run(uniform, { temperature: 1, epsilon: 0 }, batch, 0);
  return batch;
}

/** The visited states of a batch by the features they have, which tell sequences apart. */
function visitedStates(environment: Environment, batch: TrajectoryBatch): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (let b = 0; b < batch.shape.size; b++) {
    let state = environment.initial;
    for (let t = 0; t < batch.lengths[b]!; t++) {
      found.set(String(featuresOf(environment, state)), state);
      state = environment.next(state, batch.real[t * batch.shape.size + b]!);
    }
  }
  return found;
}

function featuresOf(environment: Environment, state: unknown): Float32Array {
  const features = new Float32Array(environment.featureCount);
  environment.encode(state, features, 0);
  return features;
}

describe("local states", () => {
  test("are visited states with everything the environment says of their children", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryNoisySequences, fc.nat(1000), async (environment, seed) => {
        const { actionCount, outcomeCount, featureCount, backward, enumeration } = environment;
        const batch = await rolled(environment, seed);
        const reads = enumeration ? (["features", "index"] as const) : (["features"] as const);
        const local = new Children({
          objective: "edb",
          environment,
          // Reads features and, where there are any, numbers.
          model: {
            ...mlpModel(modelShape(environment, { backwardCount: environment.backward.count })),
            reads,
          },
          batch,
          posterior: false,
          dynamics: { mode: "known" },
          localStates: 4,
        });
        const asked: string[] = [];
        const rewardsOf = (objects: readonly string[]): Promise<number[]> => {
          asked.push(...objects);
          return Promise.resolve(objects.map((object) => object.length + 0.5));
        };
        await local.fill(batch, { generator: Generator.fromSeed(seed), rewardsOf });
        expect(new Set(asked).size).toBe(asked.length);
        const states = visitedStates(environment, batch);
        const rowOf = (row: number): Float32Array =>
          local.rows.features.slice(row * featureCount, (row + 1) * featureCount);
        const chances = new Float64Array(outcomeCount);
        for (let n = 0; n < local.count; n++) {
          const state = states.get(String(rowOf(n)));
          expect(state).toBeDefined();
          for (let c = 0; c < outcomeCount; c++) {
            const place = n * outcomeCount + c;
            let possible = false;
            for (let a = 0; a < actionCount; a++) {
              const at = (n * actionCount + a) * outcomeCount + c;
              const legal = environment.isLegal(state as never, a);
              expect(local.legal[n * actionCount + a]).toBe(legal ? 1 : 0);
              chances.fill(0);
              if (legal) environment.outcomeProbabilities(state as never, a, chances);
              const chance = chances[c]!;
              possible ||= chance > 0;
              expect(local.logKernel[at]).toBe(Math.fround(chance > 0 ? Math.log(chance) : -1e9));
              if (chance > 0) expect(local.believable[at]).toBe(1);
              expect(local.backwardIndex[place * actionCount + a]).toBe(backward.indexOf(a, c));
            }
            expect(local.possible[place]).toBe(possible ? 1 : 0);
            if (!possible) continue;
            const child = environment.next(state as never, c);
            expect(rowOf(local.count + place)).toEqual(featuresOf(environment, child));
            if (enumeration) expect(local.rows.index[local.count + place]).toBe(enumeration.indexOf(child));
            const finished = environment.isTerminal(child);
            expect(local.finished[place]).toBe(finished ? 1 : 0);
            const reward = finished ? environment.objectOf(child).length + 0.5 : 0;
            expect(local.logReward[place]).toBe(reward);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test("are no more than asked for, and their scores count as oracle calls", async () => {
    const counts: number[] = [];
    for (const localStates of [1, 8, 320]) {
      const trainer = await smallTrainer(0.25, { objective: parseObjective("local-kl"), localStates });
      const before = trainer.oracleCalls;
      await trainer.iterate();
      counts.push(trainer.oracleCalls - before - 80);
      await trainer.dispose();
    }
    expect(counts[0]).toBeLessThanOrEqual(3);
    expect(counts[1]).toBeLessThanOrEqual(24);
    // 80 trajectories on 81 sequences end in most of the 27 states before the last letter.
    expect(counts[2]).toBeGreaterThan(60);
    expect(counts[2]).toBeLessThanOrEqual(81);
  });
});
