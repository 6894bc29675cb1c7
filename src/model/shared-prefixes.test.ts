/** Equal states asked about once give every state of every trajectory the answer, and the gradient, it has on its own. */
import { describe, expect, test } from "vitest";
import { compile } from "../engine/program.ts";
import { np, tree } from "../engine/jax.ts";
import { i32 } from "../engine/spec.ts";
import { compileTraining } from "../engine/training-program.ts";
import { createParameters } from "../engine/parameters/parameters.ts";
import { Adam } from "../engine/optimiser/adam.ts";
import { compileWithParameters } from "../engine/parameter-program.ts";
import type { Data, Spec } from "../engine/spec.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { Generator } from "../random/generator.ts";
import { key } from "../random/key.ts";
import { dynamicsModel } from "./dynamics.ts";
import type { Model, ModelShape } from "./model.ts";
import { sharedPrefixes } from "./shared-prefixes.ts";
import { mlpModel } from "./state-models.ts";
import { sharedBeginnings, sharedStates } from "./transformer/shared-states.ts";
import { transformerModel } from "./transformer/transformer-model.ts";

const length = 5;
const environment = sequenceEnvironment({ alphabet: "ABC", length });
const shape: ModelShape = {
  featureCount: environment.featureCount,
  actionCount: 3,
  outcomeCount: 3,
  backwardCount: 3,
  flowStart: Float32Array.of(5, 4, 3, 2, 1, 0),
  sequence: { letters: 3, length, stops: false },
};

/** Random sequences as [T, B], and every state of theirs on its own, by row t·B + b. */
function batchOf(size: number, levels: number) {
  const tokens = new Int32Array(length * size);
  Generator.fromSeed(size).fillIntegers(tokens, 3);
  const features = new Float32Array(levels * size * environment.featureCount);
  const alone = new Int32Array(levels * size * length);
  for (let b = 0; b < size; b++) {
    let state = environment.initial;
    for (let t = 0; t < levels; t++) {
      const row = t * size + b;
      environment.encode(state, features, row * environment.featureCount);
      environment.tokens!.write(state, alone, row * length);
      if (t < length) state = environment.next(state, tokens[t * size + b]!);
    }
  }
  return { tokens, features, alone };
}

/** Trajectories of which the first 2, 3 and all levels have fewer prefixes; with and without the finished states. */
const batches = [
  [4, length],
  [20, length],
  [20, length + 1],
  [400, length],
  [400, length + 1],
] as const;

const models: readonly (readonly [string, Model])[] = [
  ["a perceptron", mlpModel(shape, { hidden: 24 })],
  ["a transformer", transformerModel(shape, { width: 8, heads: 2 })],
  [
    "a transformer that adds positions",
    transformerModel(shape, { width: 8, heads: 2, positions: "learned" }),
  ],
  ["a transformer with a wave of positions", transformerModel(shape, { width: 8, positions: "sinusoidal" })],
];

describe.each(batches)("%d trajectories, %d levels", (size, levels) => {
  const { tokens, features, alone } = batchOf(size, levels);
  const rows = levels * size;

  test("the features looked up are those of each state", async () => {
    const program = await compile(
      "features",
      ({ tokens: t }) => {
        const shared = sharedPrefixes({ levels, size, tokens: t }, shape, 1000)!;
        expect(shared.features.shape[0]).toBeLessThan(rows);
        return { looked: np.take(shared.features, shared.rows, 0) };
      },
      { tokens: i32(length, size) },
    );
    expect((await program.run({ tokens })).looked).toEqual(features);
    await program.dispose();
  });

  test.each(models)("%s and its gradient are those of the states on their own", async (_, model) => {
    const gradientOf = async (input: Record<string, Spec>, data: Record<string, Data>, whole: object) => {
      const parameters = createParameters(model.tree, key(1));
      const program = await compileTraining(
        "squares",
        (arrays, given) => {
          const { policy, backward, logFlow } = model.apply(arrays, { ...given, ...whole });
          return {
            loss: np
              .sum(np.square(policy))
              .add(np.sum(np.sin(backward!)))
              .add(np.sum(np.square(logFlow))),
          };
        },
        { parameters, optimiser: new Adam(parameters), inputs: input },
      );
      const { loss } = await program.evaluate(data);
      await program.dispose();
      return [loss, ...parameters.gradient];
    };
    const once = await gradientOf({ tokens: i32(length, size) }, { tokens }, { levels, size });
    const each = await gradientOf({ tokens: i32(rows, length) }, { tokens: alone }, {});
    const scale = Math.max(...each.map(Math.abs));
    each.forEach((value, i) => expect(Math.abs(once[i]! - value) / scale).toBeLessThan(1e-5));
  });

  test("the noise model says of what happened what it says of everything that can", async () => {
    const model = dynamicsModel(shape, { hidden: 6 });
    const parameters = createParameters(model.tree, key(2));
    Generator.fromSeed(5).fillNormal(parameters.values);
    const outcome = new Int32Array(rows);
    Generator.fromSeed(6).fillIntegers(outcome, 3);
    const program = await compileWithParameters(
      "dynamics",
      (arrays, { t, a, c }) => {
        const whole = { levels, size };
        const all = model.apply(tree.ref(arrays), { tokens: a });
        const taken = model.applyTaken!(tree.ref(arrays), { ...whole, tokens: t.ref }, c.ref);
        return { all, taken, happened: model.logOfOutcome!(arrays, { ...whole, tokens: t }, c) };
      },
      { parameters, inputs: { t: i32(length, size), a: i32(rows, length), c: i32(rows) } },
    );
    const { all, taken, happened } = await program.run({ t: tokens, a: alone, c: outcome });
    for (let row = 0; row < rows; row++) {
      for (let a = 0; a < 3; a++) {
        const logits = [...all.subarray((row * 3 + a) * 3, (row * 3 + a + 1) * 3)];
        const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));
        expect(happened[row * 3 + a]).toBeCloseTo(logits[outcome[row]!]! - total, 3);
        if (a === outcome[row])
          logits.forEach((logit, c) => expect(taken[row * 3 + c]).toBeCloseTo(logit, 3));
      }
    }
    await program.dispose();
  });
});

test("nothing is shared where states are more than letters, or sequences so long that it would not pay", () => {
  const tokens = np.zeros([length, 400]).astype(np.int32);
  const inputs = { levels: length, size: 400, tokens };
  expect(sharedPrefixes({ tokens }, shape, 1000)).toBeUndefined();
  expect(sharedPrefixes(inputs, { ...shape, context: { kind: "category", count: 2 } }, 1000)).toBeUndefined();
  const stops = { ...shape.sequence!, stops: true };
  expect(sharedPrefixes(inputs, { ...shape, sequence: stops }, 1000)).toBeUndefined();
  const long = { letters: 4, length: 256, stops: false };
  const many = { levels: 256, size: 256, tokens };
  expect(sharedPrefixes(many, { ...shape, sequence: long }, 133)).toBeUndefined();
  expect(sharedStates(inputs, shape.sequence!)?.beginnings.count).toBe(1 + 3 + 9 + 27 + 81);
  expect(sharedStates(inputs, stops)).toBeUndefined();
  expect(sharedStates(many, long)).toBeUndefined();
  expect(sharedStates({ ...inputs, levels: length + 1 }, shape.sequence!)?.beginnings.depth).toBe(5);
  expect(sharedBeginnings(long, 4096)?.count).toBe(1 + 4 + 16 + 64);
  expect(sharedBeginnings(long, 17)?.count).toBe(1 + 4 + 16);
  expect(sharedBeginnings(long, 4)).toBeUndefined();
  expect(sharedBeginnings(stops, 17)).toBeUndefined();
});
