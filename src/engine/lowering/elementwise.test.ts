/** Known answers where jax-js's own wasm backend is no oracle, or where ONNX Runtime would stop the process. */
import { expect, test } from "vitest";
import { lax, nn, np } from "../jax.ts";
import { bool, f32, i32 } from "../spec.ts";
import { expectSameOnBoth, runCase } from "../testing/both-engines.fixture.ts";
import type { Case } from "../testing/both-engines.fixture.ts";

const p = { spec: bool(4), data: Uint8Array.of(0, 0, 1, 1) };
const q = { spec: bool(4), data: Uint8Array.of(0, 1, 0, 1) };

test("booleans are ordered: false before true", async () => {
  const results = await runCase(
    {
      inputs: [p, q],
      fn: (a, b) => [
        np.less(a.ref, b.ref),
        np.lessEqual(a.ref, b.ref),
        np.greater(a.ref, b.ref),
        np.greaterEqual(a, b),
      ],
    },
    "onnx",
  );
  expect(results.map(({ data }) => Array.from(data))).toEqual([
    [0, 1, 0, 0],
    [1, 1, 0, 1],
    [0, 0, 1, 0],
    [1, 0, 1, 1],
  ]);
});

test("a product of booleans is true where any pair is", async () => {
  const rows = { spec: bool(2, 3), data: Uint8Array.of(1, 0, 1, 0, 0, 1) };
  const columns = { spec: bool(3, 2), data: Uint8Array.of(1, 0, 0, 1, 1, 0) };
  const [result] = await runCase({ inputs: [rows, columns], fn: (a, b) => np.matmul(a, b) }, "onnx");
  expect([...result!.data]).toEqual([1, 0, 1, 0]);
});

test("a product over booleans is true where all are", async () => {
  const rows = { spec: bool(3, 2), data: Uint8Array.of(1, 1, 0, 1, 0, 0) };
  const [all, repeated] = await runCase(
    { inputs: [rows], fn: (a) => [np.prod(a.ref, 1), np.prod(np.broadcastTo(a, [4, 3, 2]), [0, 2])] },
    "onnx",
  );
  expect([...all!.data]).toEqual([1, 0, 0]);
  expect([...repeated!.data]).toEqual([1, 0, 0]);
});

test("an integer divided by zero does not stop the process", async () => {
  const x = { spec: i32(3), data: Int32Array.of(7, -7, 5) };
  const y = { spec: i32(3), data: Int32Array.of(0, 2, 0) };
  const [result] = await runCase({ inputs: [x, y], fn: (a, b) => a.mod(b) }, "onnx");
  expect(result!.data[1]).toBe(-1);
});

test("the smallest integer divided by minus one does not stop the process", async () => {
  const x = { spec: i32(2), data: Int32Array.of(-(2 ** 31), 9) };
  const y = { spec: i32(2), data: Int32Array.of(-1, -2) };
  const results = await runCase({ inputs: [x, y], fn: (a, b) => [np.fmod(a.ref, b.ref), a.mod(b)] }, "onnx");
  expect(results.map(({ data }) => data[1])).toEqual([1, 1]);
});

test("division by a constant zero does not stop the process", async () => {
  const x = { spec: i32(2), data: Int32Array.of(3, 4) };
  const zero = () => np.array(Int32Array.of(0, 3), { shape: [2] });
  const [result] = await runCase({ inputs: [x], fn: (a) => a.mod(zero()) }, "onnx");
  expect(result!.data[1]).toBe(1);
});

test("erf and erfc to float32's own precision", async () => {
  // Values of erf and erfc from Abramowitz & Stegun, table 7.1, and Python's math.erfc for the tail.
  const x = { spec: f32(5), data: Float32Array.of(0, 0.5, 1, -1.5, 4) };
  const [erf, erfc] = await runCase({ inputs: [x], fn: (a) => [lax.erf(a.ref), lax.erfc(a)] }, "onnx");
  const expected = [0, 0.5204998778, 0.8427007929, -0.9661051465, 0.9999999846];
  expected.forEach((value, i) => expect(Math.abs(erf!.data[i]! - value)).toBeLessThan(3e-7));
  const tails = [1, 0.4795001222, 0.1572992071, 1.9661051465, 1.541725790028002e-8];
  tails.forEach((value, i) => expect(Math.abs(erfc!.data[i]! / value - 1)).toBeLessThan(1e-6));
});

// ONNX Runtime's ReduceMax and ReduceMin pass over NaN, unlike everything here.
test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "%s passes through maxima, sums, comparisons and choices as in jax-js",
  async (bad) => {
    const x = { spec: f32(2, 4), data: Float32Array.of(1, -2, bad, 0.5, -1, 2, 3, -4) };
    const programs: Case["fn"][] = [
      (a) => nn.relu(a),
      (a) => np.maximum(a.ref, a.mul(-1)),
      (a) => np.minimum(a, 0.25),
      (a) => np.sum(a, 1),
      (a) => np.sum(a, 0),
      (a) => np.less(a, 0),
      (a) => np.equal(a.ref, a),
      (a) => np.where(np.less(a.ref, 0), 0, a),
      (a) => nn.logSoftmax(a, 1),
    ];
    for (const fn of programs) await expectSameOnBoth({ inputs: [x], fn });
  },
);
