/** The wasm runtime where jax-js by itself would be wrong or refuse: found by comparing it with ONNX Runtime. */
import { describe, expect, test } from "vitest";
import { grad, lax, np, startJax } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { compile } from "../program.ts";
import { bool, f32, i32, sizeOf, u32 } from "../spec.ts";
import { expectSameOnBoth, runCase } from "../testing/both-engines.fixture.ts";
import { Parameters } from "../parameters/parameters.ts";
import type { ParameterTree } from "../parameters/parameters.ts";
import { arraysOf, segmentsOf } from "../parameters/segments.ts";
import { blockInputs, blockLoss, blockTree, mlpInputs, mlpLoss, mlpTree } from "../testing/models.fixture.ts";
import { trace } from "../trace.ts";
import { compilesCorrectly } from "./jit-limits.ts";

const x = {
  spec: f32(4, 4),
  data: Float32Array.from({ length: 16 }, (_, i) => Math.sin(7 * i + 1)),
};

describe("gradients of plain sums, whose seed is a number and not an array", () => {
  const image = (a: JaxArray): JaxArray => np.reshape(a, [1, 1, 4, 4]);
  const sums: Readonly<Record<string, (a: JaxArray) => JaxArray>> = {
    slice: (a) => np.sum(a.slice([0, 2], [1, 3])),
    mean: (a) => np.mean(a.slice([1, 3])),
    split: (a) => np.sum(np.split(a, [1], 0)[0]!),
    trace: (a) => np.trace(a),
    diagonal: (a) => np.sum(np.diagonal(a, 1)),
    conv: (a) => np.sum(lax.conv(image(a), np.ones([1, 1, 2, 2]), [1, 1], "SAME")),
    pool: (a) => np.sum(lax.reduceWindow(a, (window) => np.sum(window), [2, 2], [1, 1])),
    take: (a) => np.sum(np.take(a, np.array(Int32Array.of(0, 0, 1)), 0)),
  };

  test.each(Object.entries(sums))("%s", async (name, sum) => {
    await expectSameOnBoth({ inputs: [x], fn: (a) => grad(sum)(a), text: name });
  });

  test("the gradient of a sum of a slice is one inside and zero outside", async () => {
    const [gradient] = await runCase({ inputs: [x], fn: (a) => grad(sums["slice"]!)(a) }, "wasm");
    expect([...gradient!.data]).toEqual([0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

test("products of equal large integers keep every bit, also where the program runs operation by operation", async () => {
  const equal = { spec: u32(2, 1), data: Uint32Array.of(3_004_640_897, 3_004_640_897) };
  const signed = { spec: i32(1), data: Int32Array.of(2_004_640_897) };
  const fn = (a: JaxArray, b: JaxArray): JaxArray[] => [
    np.multiply(a.ref, np.negative(a.ref)),
    np.multiply(b.ref, b),
    // jax-js cannot compile the sort of a bare input.
    np.sort(a, 0),
  ];
  const outputs = await runCase({ inputs: [equal, signed], fn }, "wasm");
  // (3004640897 · −3004640897) mod 2³², and Math.imul of the other by itself.
  expect(outputs.map(({ data }) => Array.from(data))).toEqual([
    [912_220_927, 912_220_927],
    [1_919_748_353],
    [3_004_640_897, 3_004_640_897],
  ]);
});

test("the gradient of a product is NaN at a factor of zero, on both engines, as documented", async () => {
  const factors = { spec: f32(3), data: Float32Array.of(0, 2, 3) };
  for (const engine of ["wasm", "onnx"] as const) {
    const [gradient] = await runCase(
      { inputs: [factors], fn: (a) => grad((b: JaxArray) => np.prod(b))(a) },
      engine,
    );
    expect([...gradient!.data]).toEqual([Number.NaN, 0, 0]);
  }
});

test("only programs that jit gets wrong run operation by operation", async () => {
  await startJax();
  const traced = (fn: (a: JaxArray) => JaxArray) => trace("p", ({ a }) => ({ out: fn(a) }), { a: f32(4, 4) });
  expect(compilesCorrectly(traced((a) => np.tanh(np.pad(a, 1))))).toBe(true);
  expect(compilesCorrectly(traced(grad((a: JaxArray) => np.sum(np.square(a.slice([0, 2]))))))).toBe(true);
  expect(compilesCorrectly(traced(grad((a: JaxArray) => np.sum(a.slice([0, 2])))))).toBe(false);
});

test("ordinary models are compiled with their gradients", async () => {
  await startJax();
  for (const [tree, loss, inputs] of [
    [mlpTree, mlpLoss, mlpInputs],
    [blockTree, blockLoss, blockInputs],
  ] as const) {
    const parameters = new Parameters<ParameterTree>(tree);
    const segments = segmentsOf(parameters);
    const gradient = ({ flat, ...others }: Record<string, JaxArray>): Record<string, JaxArray> => ({
      gradient: grad((one: JaxArray) => loss(arraysOf(tree, segments, [one]) as never, others as never).loss)(
        flat!,
      ),
    });
    expect(compilesCorrectly(trace("model", gradient, { ...inputs, flat: segments[0]!.spec }))).toBe(true);
  }
});

test.each([
  [[2, 4, 4, 4], [4, 4], 0],
  [[2, 4, 3, 4], [3, 4], 1],
  [[4, 4, 4, 4], [4, 1, 4], 2],
])("a sum of %s times %s over axis %s", async (shape, repeated, axis) => {
  const input = (of: number[]) => ({
    spec: f32(...of),
    data: Float32Array.from({ length: sizeOf(of) }, (_, i) => Math.sin(5 * i)),
  });
  await expectSameOnBoth({ inputs: [input(shape), input(repeated)], fn: (a, b) => np.sum(a.mul(b), axis) });
});

test("sorts a transposed input", async () => {
  await expectSameOnBoth({ inputs: [x], fn: (a) => np.sort(a, 0) });
});

test("booleans come out as 0 and 1", async () => {
  const ones = { spec: bool(8, 8), data: new Uint8Array(64).fill(1) };
  const [product] = await runCase({ inputs: [ones, ones], fn: (a, b) => np.matmul(a, b) }, "wasm");
  expect(new Set(product!.data)).toEqual(new Set([1]));
});

test("a program run operation by operation gives its inputs back, used or not", async () => {
  const program = await compile(
    "unused",
    ({ a, b }) => ({ out: grad((c: JaxArray) => np.sum(c.slice([0, 2])))(a.ref), same: b }),
    { a: f32(4), b: f32(4), never: f32(1000, 1000) },
    { engine: "wasm" },
  );
  const inputs = {
    a: new Float32Array(4),
    b: Float32Array.of(1, 2, 3, 4),
    never: new Float32Array(1_000_000),
  };
  // 1100 runs that kept 4 MB each would exceed the 4 GB a WebAssembly memory can have.
  for (let i = 0; i < 1100; i++) await program.run(inputs);
  const { same } = await program.run(inputs);
  expect([...same]).toEqual([1, 2, 3, 4]);
});

test("refuses to sort or scatter a slice that jax-js would read beyond", async () => {
  const sorted = compile(
    "top",
    ({ a }) => ({ out: np.sort(a.slice([0, 2])) }),
    { a: f32(4) },
    { engine: "wasm" },
  );
  await expect(sorted).rejects.toMatchObject({ code: "engine/unsupported-primitive" });
  await expect(sorted).rejects.toThrow(/top: the wasm engine cannot run the primitive "sort" on a slice/);
  const index = np.array(Int32Array.of(0, 1));
  const loss = (a: JaxArray): JaxArray => np.sum(np.square(np.pad(np.take(a, index.ref, 0), [[0, 2]])));
  await expectSameOnBoth({ inputs: [x], fn: (a) => np.sort(a.slice([1, 3]), 1) });
  const taken = compile("taken", ({ a }) => ({ out: grad(loss)(a) }), { a: f32(4) }, { engine: "wasm" });
  await expect(taken).rejects.toThrow(/taken: .*"scatter"/);
});
