/**
 * Training as a whole: gradients against differences of a float64 loss, the same run on both runtimes, the same bits
 * twice, and steps that are not finite.
 */
import { describe, expect, test } from "vitest";
import { Generator } from "../random/generator.ts";
import { key } from "../random/key.ts";
import { np } from "./jax.ts";
import { Adam } from "./optimiser/adam.ts";
import { ones } from "./parameters/initialisers.ts";
import { createParameters, parameter } from "./parameters/parameters.ts";
import type { ParameterTree, Parameters } from "./parameters/parameters.ts";
import type { EngineName } from "./runtime/runtime.ts";
import { f32, sizeOf } from "./spec.ts";
import type { Spec } from "./spec.ts";
import {
  block,
  blockInputs,
  blockLoss,
  blockTree,
  mlp,
  mlpInputs,
  mlpLoss,
  mlpTree,
} from "./testing/models.fixture.ts";
import { blockLoss64, mlpLoss64, numericGradient } from "./testing/models-float64.fixture.ts";
import { compileTraining } from "./training-program.ts";
import type { LossFunction } from "./training-program.ts";

interface Model<T extends ParameterTree, I extends Record<string, Spec>> {
  readonly name: string;
  readonly tree: T;
  readonly loss: LossFunction<T, I, never>;
  readonly inputs: I;
  readonly batch: (generator: Generator) => { readonly [K in keyof I]: Float32Array };
}

function draw(generator: Generator, spec: Spec): Float32Array {
  const data = new Float32Array(sizeOf(spec.shape));
  generator.fillNormal(data);
  return data;
}

/** A class by the sign pattern of the first two inputs, so that there is something to learn. */
function mlpBatch(generator: Generator): { x: Float32Array; target: Float32Array } {
  const x = draw(generator, mlpInputs.x);
  const target = new Float32Array(mlp.rows * mlp.classes);
  for (let i = 0; i < mlp.rows; i++) {
    const chosen = Number(x[i * mlp.inputs]! > 0) + Number(x[i * mlp.inputs + 1]! > 0);
    target[i * mlp.classes + chosen] = 1;
  }
  return { x, target };
}

/** Each position should become the mean of those before it. */
function blockBatch(generator: Generator): { x: Float32Array; target: Float32Array } {
  const x = draw(generator, blockInputs.x);
  const { time, width } = block;
  const target = x.map((_, at) => {
    const j = at % width;
    const t = Math.floor(at / width) % time;
    const start = at - t * width - j;
    let sum = 0;
    for (let s = 0; s <= t; s++) sum += x[start + s * width + j]!;
    return sum / (t + 1);
  });
  return { x, target };
}

const mlpModel: Model<typeof mlpTree, typeof mlpInputs> = {
  name: "mlp",
  tree: mlpTree,
  loss: mlpLoss,
  inputs: mlpInputs,
  batch: mlpBatch,
};
const blockModel: Model<typeof blockTree, typeof blockInputs> = {
  name: "block",
  tree: blockTree,
  loss: blockLoss,
  inputs: blockInputs,
  batch: blockBatch,
};

async function train<T extends ParameterTree, I extends Record<string, Spec>>(
  model: Model<T, I>,
  engine: EngineName,
  steps: number,
): Promise<{ losses: Float64Array; parameters: Parameters<T> }> {
  const parameters = createParameters(model.tree, key(1));
  const optimiser = new Adam(parameters, { rate: 1e-2, clip: 1 });
  const setup = { parameters, optimiser, inputs: model.inputs };
  const program = await compileTraining(model.name, model.loss, setup, { engine });
  const generator = Generator.fromSeed(2);
  const losses = new Float64Array(steps);
  for (let i = 0; i < steps; i++) losses[i] = (await program.step(model.batch(generator) as never)).loss;
  await program.dispose();
  return { losses, parameters };
}

describe("gradients against central differences of the loss in float64", () => {
  const engines = ["onnx", "wasm"] as const;
  const check = async <T extends ParameterTree, I extends Record<string, Spec>>(
    model: Model<T, I>,
    engine: EngineName,
    reference: typeof mlpLoss64,
  ): Promise<void> => {
    const parameters = createParameters(model.tree, key(3));
    const setup = { parameters, optimiser: new Adam(parameters), inputs: model.inputs };
    const program = await compileTraining(model.name, model.loss, setup, { engine });
    const batch = model.batch(Generator.fromSeed(4));
    const { loss } = await program.evaluate(batch as never);
    const loss64 = reference(parameters.leaves);
    expect(Math.abs(loss - loss64(Float64Array.from(parameters.values), batch))).toBeLessThan(1e-5);
    const expected = numericGradient(loss64, parameters.values, batch);
    for (const { name, offset, size } of parameters.leaves) {
      for (let i = offset; i < offset + size; i++)
        expect(Math.abs(parameters.gradient[i]! - expected[i]!), `${name}[${i - offset}]`).toBeLessThan(5e-6);
    }
    await program.dispose();
  };

  test.each(engines)("MLP on %s", (engine) => check(mlpModel, engine, mlpLoss64));
  test.each(engines)("pre-norm transformer block on %s", (engine) => check(blockModel, engine, blockLoss64));
});

describe("200 steps", () => {
  // Rounding differs between the runtimes and grows along the way: 7e-6 and 4e-7 were seen.
  test.each([
    [mlpModel, 1e-4],
    [blockModel, 1e-4],
  ] as const)("agree on both runtimes, and learn", async (model, tolerance) => {
    const anyModel = model as unknown as Model<ParameterTree, Record<string, Spec>>;
    const onnx = await train(anyModel, "onnx", 200);
    const wasm = await train(anyModel, "wasm", 200);
    const errors = onnx.losses.map((loss, i) => Math.abs(loss - wasm.losses[i]!));
    expect(Math.max(...errors)).toBeLessThan(tolerance);
    const mean = (list: Float64Array): number => list.reduce((a, b) => a + b, 0) / list.length;
    expect(mean(onnx.losses.slice(-20))).toBeLessThan(0.6 * mean(onnx.losses.slice(0, 20)));
  });

  test.each([
    ["onnx", mlpModel, 200],
    ["onnx", blockModel, 200],
    ["wasm", mlpModel, 50],
  ] as const)("are the same bits twice on %s", async (engine, model, steps) => {
    const anyModel = model as unknown as Model<ParameterTree, Record<string, Spec>>;
    const first = await train(anyModel, engine, steps);
    const second = await train(anyModel, engine, steps);
    expect(second.losses).toEqual(first.losses);
    expect(second.parameters.values).toEqual(first.parameters.values);
    expect(second.parameters.moments).toEqual(first.parameters.moments);
  });
});

describe.each(["onnx", "wasm"] as const)("a step that is not finite, on %s", (engine) => {
  const snapshot = ({ values, moments }: Parameters): Float32Array[] =>
    [values, ...moments].map((one) => one.slice());

  test.each([Number.NaN, Number.POSITIVE_INFINITY])(
    "an input of %s is named and nothing changes",
    async (bad) => {
      const parameters = createParameters(mlpTree, key(5));
      const optimiser = new Adam(parameters, { rate: 1e-2 });
      const setup = { parameters, optimiser, inputs: mlpInputs };
      const program = await compileTraining("policy loss", mlpLoss, setup, { engine });
      const generator = Generator.fromSeed(6);
      for (let i = 0; i < 3; i++) await program.step(mlpBatch(generator));
      const before = snapshot(parameters);
      const batch = mlpBatch(generator);
      const spoiled = { ...batch, x: batch.x.with(7, bad) };
      const step = program.step(spoiled);
      await expect(step).rejects.toMatchObject({ code: "engine/not-finite", kind: "failure" });
      await expect(step).rejects.toThrow(/policy loss: at step 3 .*input "x" holds NaN or infinite/);
      expect(snapshot(parameters)).toEqual(before);
      expect(optimiser.step).toBe(3);
      const { loss } = await program.step(batch);
      expect(loss).toBeGreaterThan(0);
      expect(snapshot(parameters)).not.toEqual(before);
      await program.dispose();
    },
  );

  const scalar = { weight: parameter([2], ones) };

  test("an overflow inside is said to be one", async () => {
    const parameters = createParameters(scalar, key(0));
    const setup = { parameters, optimiser: new Adam(parameters), inputs: { x: f32(2) } };
    const program = await compileTraining(
      "exp",
      (p, { x }) => ({ loss: np.sum(np.exp(p.weight.mul(x))) }),
      setup,
      {
        engine,
      },
    );
    const step = program.step({ x: Float32Array.of(1, 1000) });
    await expect(step).rejects.toThrow(
      /exp: at step 0 the loss \(Infinity\).*the function itself overflowed/,
    );
    expect([...parameters.values]).toEqual([1, 1]);
    await program.dispose();
  });

  test("a gradient that is not finite is named by its parameter", async () => {
    const tree = { calm: parameter([2], ones), steep: { root: parameter([1], (out) => out.fill(0)) } };
    const parameters = createParameters(tree, key(0));
    const setup = { parameters, optimiser: new Adam(parameters), inputs: { x: f32(2) } };
    const program = await compileTraining(
      "root",
      (p, { x }) => ({ loss: np.sum(p.calm.mul(x)).add(np.sum(np.sqrt(p.steep.root))) }),
      setup,
      { engine },
    );
    const step = program.step({ x: Float32Array.of(1, 2) });
    await expect(step).rejects.toThrow(/root: at step 0 the gradient of steep\/root is not finite/);
    expect([...parameters.values]).toEqual([1, 1, 0]);
    expect([...parameters.moments[0]]).toEqual([0, 0, 0]);
    await program.dispose();
  });

  test("a parameter that is not finite is named", async () => {
    const parameters = createParameters(scalar, key(0));
    const setup = { parameters, optimiser: new Adam(parameters), inputs: { x: f32(2) } };
    const program = await compileTraining("sum", (p, { x }) => ({ loss: np.sum(p.weight.mul(x)) }), setup, {
      engine,
    });
    parameters.values[1] = Number.NaN;
    await expect(program.step({ x: Float32Array.of(1, 2) })).rejects.toThrow(/parameter weight holds NaN/);
    await program.dispose();
  });
});

test("steps leave nothing behind", async () => {
  const parameters = createParameters(mlpTree, key(1));
  const setup = { parameters, optimiser: new Adam(parameters), inputs: mlpInputs };
  const program = await compileTraining("mlp", mlpLoss, setup, { engine: "onnx" });
  const batch = mlpBatch(Generator.fromSeed(1));
  for (let i = 0; i < 200; i++) await program.step(batch);
  const before = process.memoryUsage();
  for (let i = 0; i < 5000; i++) await program.step(batch);
  const after = process.memoryUsage();
  // The parameters alone, copied at each step, would be 13 MB of buffers.
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(2e6);
  expect(after.heapUsed - before.heapUsed).toBeLessThan(30e6);
  await program.dispose();
});
