/**
 * Soft actor-critic against the law that entropy-regularised learning aims at. Measured with these settings: at most
 * 0.007 total variation, noise included.
 */
import { describe, expect, test } from "vitest";
import { Adam } from "../engine/optimiser/adam.ts";
import { compileTraining } from "../engine/training-program.ts";
import { createParameters } from "../engine/parameters/parameters.ts";
import { gridEnvironment } from "../environment/grid.ts";
import { tableModel } from "../model/state-models.ts";
import { Generator } from "../random/generator.ts";
import { key } from "../random/key.ts";
import { TrajectoryBatch } from "../sampling/trajectory-batch.ts";
import { Rehearsal } from "../sampling/rehearsal.ts";
import { modelShape } from "../training/policy/state-model.ts";
import {
  distanceToMaxEntropy,
  expectExactRuns,
  expectGradient,
  legalLogSoftmax,
} from "./agent/agent-checks.fixture.ts";
import { gridWorld, sequenceWorld, setupOf } from "./agent/agent-world.fixture.ts";
import { stepInputs } from "./agent/step-inputs.ts";
import { TargetNetwork } from "./agent/target-network.ts";
import { createSac, sacLoss } from "./sac.ts";

const timeout = 60_000;
/** Tuned to be quick on tables. */
const quick = { rate: 0.03, criticRate: 0.05 };

describe("reaches the law it aims at", () => {
  test.each([0, 0.25, 0.75])("on sequences at α = %d", { timeout }, async (alpha) => {
    const distance = await distanceToMaxEntropy(sequenceWorld(alpha), (s) => createSac(s, quick), 40_000);
    expect(distance).toBeLessThan(alpha === 0 ? 1e-3 : 0.03);
  });

  test.each([0, 0.75])(
    "on a grid, where intentions can be illegal, at α = %d",
    { timeout },
    async (alpha) => {
      const distance = await distanceToMaxEntropy(gridWorld(alpha), (s) => createSac(s, quick), 20_000);
      expect(distance).toBeLessThan(0.01);
    },
  );

  test("with another temperature", { timeout }, async () => {
    const create = (s: Parameters<typeof createSac>[0]) => createSac(s, { ...quick, temperature: 0.5 });
    expect(await distanceToMaxEntropy(sequenceWorld(0), create, 20_000, 0.5)).toBeLessThan(0.01);
  });
});

test("the loss and its gradient match a plain version and its finite differences", async () => {
  const environment = gridEnvironment({ side: 2 });
  const model = tableModel(modelShape(environment, { backwardCount: 0 }));
  const parameters = createParameters({ policy: model.tree, q1: model.tree, q2: model.tree }, key(1));
  const generator = Generator.fromSeed(7);
  for (let i = 0; i < parameters.size; i++) parameters.values[i] = generator.normal();
  const target = new TargetNetwork(parameters, ["q1", "q2"]);
  const slow = Float64Array.from(parameters.values);
  for (let i = 0; i < parameters.size; i++) parameters.values[i]! += 0.5 * generator.normal();

  const walks = [[2], [0, 2], [1, 0, 2]];
  const logRewards = [-1, 0.5, 2];
  const temperature = 0.6;
  const third = parameters.size / 3;
  const head = (values: Float64Array, network: number, state: number): number[] => {
    const from = network * third + state * 4;
    return [...values.subarray(from, from + 4)];
  };
  const q = (values: Float64Array, network: number, state: number): number[] => {
    const [a, b, c, v] = head(values, network, state) as [number, number, number, number];
    return [a + v, b + v, c + v];
  };
  const smaller = (values: Float64Array, state: number): number[] => {
    const other = q(values, 2, state);
    return q(values, 1, state).map((x, a) => Math.min(x, other[a]!));
  };
  const started = Float64Array.from(parameters.values);
  /** Everything that carries no gradient is read from `started` and `slow`. */
  const plain = (values: Float64Array): number => {
    let sum = 0;
    walks.forEach((walk, b) => {
      let state = environment.initial;
      walk.forEach((action, t) => {
        const s = environment.enumeration!.indexOf(state);
        const at = state;
        const policy = (from: Float64Array, where: typeof at): number[] =>
          legalLogSoftmax(
            head(from, 0, environment.enumeration!.indexOf(where)).slice(0, 3),
            [0, 1, 2].map((a) => environment.isLegal(where, a)),
          );
        const expected = (logPi: number[], worth: readonly number[]): number =>
          logPi.reduce(
            (total, log, a) =>
              log === -Infinity ? total : total + Math.exp(log) * (worth[a]! - temperature * log),
            0,
          );
        sum -= expected(policy(values, at), smaller(started, s));
        state = environment.next(state, action);
        const next = environment.enumeration!.indexOf(state);
        const y =
          t === walk.length - 1 ? logRewards[b]! : expected(policy(started, state), smaller(slow, next));
        for (const network of [1, 2]) sum += (q(values, network, s)[action]! - y) ** 2;
      });
    });
    return sum / 6;
  };

  const batch = TrajectoryBatch.for(environment, 3);
  const known = walks.map((walk) => ({ thought: walk, real: walk, length: walk.length, object: "" }));
  new Rehearsal(environment, 3, generator).write(known, batch, 0);
  batch.logReward.set(logRewards);
  const { specs, data } = stepInputs(model, batch);
  const program = await compileTraining(
    "sac",
    (arrays, given) => sacLoss(model, batch, arrays as never, target.arrays(given), given, temperature),
    { parameters, optimiser: new Adam(parameters), inputs: { ...specs, ...target.specs } },
  );
  const { loss } = await program.evaluate({ ...data, ...target.data });
  expect(loss).toBeCloseTo(plain(started), 5);
  expectGradient(parameters.gradient, started, plain);
  await program.dispose();
});

test("the same seed gives the same bits, and every call and step is counted", () =>
  expectExactRuns((setup) => createSac(setup, { ...quick, batch: 50, replay: 10 })));

test("refuses settings that cannot be", async () => {
  const setup = setupOf(sequenceWorld(0), 100);
  await expect(createSac(setup, { updates: 1.5 })).rejects.toThrow(/got updates 1.5/u);
  await expect(createSac(setup, { temperature: -1 })).rejects.toThrow(/got temperature -1/u);
});
