/**
 * PPO against the law that entropy-regularised learning aims at. Measured with these settings: at most 0.012 total
 * variation, noise included.
 */
import { describe, expect, test } from "vitest";
import { Adam } from "../engine/optimiser/adam.ts";
import { bool, f32, i32 } from "../engine/spec.ts";
import { compileTraining } from "../engine/training-program.ts";
import { createParameters } from "../engine/parameters/parameters.ts";
import { gridEnvironment } from "../environment/grid.ts";
import { graphLimit } from "../evaluation/limit/graph-limit.ts";
import { klReverse } from "../evaluation/law/distances.ts";
import { maxEntropy } from "../evaluation/law/max-entropy.ts";
import { targetLaw } from "../evaluation/law/log-z.ts";
import { tableModel } from "../model/state-models.ts";
import { Generator } from "../random/generator.ts";
import { key } from "../random/key.ts";
import { modelShape } from "../training/policy/state-model.ts";
import {
  distanceToMaxEntropy,
  expectExactRuns,
  expectGradient,
  legalLogSoftmax,
} from "./agent/agent-checks.fixture.ts";
import { gridWorld, sequenceWorld, setupOf } from "./agent/agent-world.fixture.ts";
import { advantagesOf } from "./agent/gae.ts";
import { createPpo, ppoLoss } from "./ppo.ts";

const timeout = 60_000;
/** Tuned to be quick on tables. */
const quick = { rate: 0.02 };

describe("reaches the law it aims at", () => {
  test.each([0, 0.25, 0.75])("on sequences at α = %d", { timeout }, async (alpha) => {
    const distance = await distanceToMaxEntropy(sequenceWorld(alpha), (s) => createPpo(s, quick), 40_000);
    expect(distance).toBeLessThan(alpha === 0 ? 1e-3 : 0.03);
  });

  test.each([0, 0.75])(
    "on a grid, where intentions can be illegal, at α = %d",
    { timeout },
    async (alpha) => {
      const distance = await distanceToMaxEntropy(gridWorld(alpha), (s) => createPpo(s, quick), 20_000);
      expect(distance).toBeLessThan(0.01);
    },
  );

  test("with another temperature", { timeout }, async () => {
    const create = (s: Parameters<typeof createPpo>[0]) => createPpo(s, { ...quick, temperature: 0.5 });
    expect(await distanceToMaxEntropy(sequenceWorld(0), create, 20_000, 0.5)).toBeLessThan(0.01);
  });
});

test("under noise that law is far from the best there is", () => {
  const { explored, logReward } = sequenceWorld(0.25);
  const { law } = maxEntropy(explored.graph, logReward);
  const limit = graphLimit(explored.graph, logReward, "reverse");
  expect(klReverse(law, targetLaw(logReward))).toBeGreaterThan(limit.kl + 0.05);
});

describe("generalised advantages", () => {
  const batch = {
    shape: {
      steps: 3,
      size: 2,
      featureCount: 1,
      actionCount: 2,
      outcomeCount: 2,
      oneLength: false,
      backwardCount: 2,
    },
    lengths: Int32Array.of(3, 1),
    logReward: Float32Array.of(2, -1),
  };
  const logPolicy = [-0.5, -0.25, -1, 0, -2, 0];
  const values = [1, 0.5, 3, 9, -1, 9];

  test("with λ = 1 are the whole return less the value", () => {
    const { advantage, returns } = advantagesOf(batch, logPolicy, values, { temperature: 2, lambda: 1 });
    // Trajectory 0: 2·(0.5 + 1 + 2) + 2 = 9, then 8 and 6; trajectory 1: 2·0.25 − 1 = −0.5.
    expect([...returns]).toEqual([9, -0.5, 8, 0, 6, 0]);
    expect([...advantage]).toEqual([8, -1, 5, 0, 7, 0]);
  });

  test("with λ = 0 look one step ahead", () => {
    const { advantage } = advantagesOf(batch, logPolicy, values, { temperature: 1, lambda: 0 });
    expect([...advantage]).toEqual([0.5 + 3 - 1, 0.25 - 1 - 0.5, 1 - 1 - 3, 0, 2 + 2 + 1, 0]);
  });
});

test("the loss and its gradient match a plain version and its finite differences", async () => {
  const environment = gridEnvironment({ side: 2 });
  const model = tableModel(modelShape(environment, { backwardCount: 0 }));
  const parameters = createParameters({ policy: model.tree }, key(1));
  const generator = Generator.fromSeed(7);
  for (let i = 0; i < parameters.size; i++) parameters.values[i] = generator.normal();
  // Far from the old policy on both sides, so that some rows are clipped; the last row is left over.
  const rows = [
    { state: 0, action: 0, legal: [true, true, true], old: -3, advantage: 1, returns: 0.5, weight: 1 },
    { state: 0, action: 2, legal: [true, true, true], old: -3, advantage: -1, returns: 2, weight: 1 },
    { state: 1, action: 2, legal: [true, false, true], old: -0.1, advantage: -2, returns: 1, weight: 1 },
    { state: 2, action: 0, legal: [true, false, true], old: -0.7, advantage: 0.3, returns: -1, weight: 1 },
    { state: 3, action: 2, legal: [false, false, true], old: -5, advantage: 9, returns: 9, weight: 0 },
  ];
  const settings = { clipRange: 0.2, valueWeight: 0.7 };
  const plain = (table: Float64Array): number => {
    let sum = 0;
    for (const { state, action, legal, old, advantage, returns, weight } of rows) {
      const row = [...table.subarray(state * 4, state * 4 + 4)];
      const ratio = Math.exp(legalLogSoftmax(row.slice(0, 3), legal)[action]! - old);
      const clipped = Math.min(1.2, Math.max(0.8, ratio));
      const surrogate = Math.min(ratio * advantage, clipped * advantage);
      sum += weight * (-surrogate + (0.7 * (row[3]! - returns) ** 2) / 2);
    }
    return sum / 4;
  };
  const program = await compileTraining("ppo", (arrays, given) => ppoLoss(model, arrays, given, settings), {
    parameters,
    optimiser: new Adam(parameters),
    inputs: {
      features: f32(5, environment.featureCount),
      index: i32(5),
      legal: bool(5, 3),
      thought: i32(5),
      oldLogPolicy: f32(5),
      advantage: f32(5),
      returns: f32(5),
      weight: f32(5),
    },
  });
  const { loss } = await program.evaluate({
    features: new Float32Array(5 * environment.featureCount),
    index: Int32Array.from(rows, ({ state }) => state),
    legal: Uint8Array.from(rows.flatMap(({ legal }) => legal.map(Number))),
    thought: Int32Array.from(rows, ({ action }) => action),
    oldLogPolicy: Float32Array.from(rows, ({ old }) => old),
    advantage: Float32Array.from(rows, ({ advantage }) => advantage),
    returns: Float32Array.from(rows, ({ returns }) => returns),
    weight: Float32Array.from(rows, ({ weight }) => weight),
  });
  const table = Float64Array.from(parameters.values);
  expect(loss).toBeCloseTo(plain(table), 5);
  expectGradient(parameters.gradient, table, plain);
  await program.dispose();
});

test("the same seed gives the same bits, and every call and step is counted", () =>
  expectExactRuns((setup) => createPpo(setup, { ...quick, batch: 50, minibatches: 3 })));

test("refuses settings that cannot be", async () => {
  const setup = setupOf(sequenceWorld(0), 100);
  await expect(createPpo(setup, { epochs: 0 })).rejects.toThrow(/got epochs 0/u);
  await expect(createPpo(setup, { temperature: 0 })).rejects.toThrow(/got temperature 0/u);
});
