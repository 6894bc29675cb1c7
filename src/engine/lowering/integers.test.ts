/** Whole numbers, conversions and refusals: known answers that both runtimes have to give. */
import { describe, expect, test } from "vitest";
import { np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { bool, f32, i32, u32 } from "../spec.ts";
import { runCase } from "../testing/both-engines.fixture.ts";
import type { Case, CaseInput } from "../testing/both-engines.fixture.ts";

const ints = (...values: number[]): CaseInput => ({
  spec: i32(values.length),
  data: Int32Array.from(values),
});
const words = (...values: number[]): CaseInput => ({
  spec: u32(values.length),
  data: Uint32Array.from(values),
});
const floats = (...values: number[]): CaseInput => ({
  spec: f32(values.length),
  data: Float32Array.from(values),
});

const largest = 2 ** 31 - 1;
const smallest = -(2 ** 31);

describe.each(["onnx", "wasm"] as const)("on %s", (engine) => {
  async function expectResults(testCase: Case, expected: readonly (readonly number[])[]): Promise<void> {
    const results = await runCase(testCase, engine);
    expect(results.map(({ data }) => Array.from(data))).toEqual(expected);
  }

  test("all bits of an unsigned number are inverted", () =>
    expectResults({ inputs: [words(0, 1, 4e9)], fn: (a) => np.invert(a) }, [
      [2 ** 32 - 1, 2 ** 32 - 2, 294_967_295],
    ]));

  test("the extremes of unsigned numbers are found beyond 2³¹", () =>
    expectResults(
      {
        inputs: [words(1, 4e9, 5, 7, 2, 3e9, 6, 8, 9, 10)],
        fn: (a) => [np.max(a.ref), np.min(a.ref), np.argmax(a.ref), np.argmin(a)],
      },
      [[4e9], [1], [1], [0]],
    ));

  test("sums, products and running sums wrap modulo 2³²", async () => {
    await expectResults(
      {
        inputs: [ints(largest, largest, 5)],
        fn: (a) => [np.sum(a.ref), np.prod(a.ref), np.cumsum(a.ref), np.dot(a.ref, a)],
      },
      [[3], [5], [largest, -2, 3], [27]],
    );
    await expectResults(
      { inputs: [words(4e9, 4e9, 5)], fn: (a) => [np.sum(a.ref), np.prod(a)] },
      [[3_705_032_709], [1_329_594_368]], // 4e9·4e9·5 mod 2³², by BigInt.
    );
  });

  test("products over several axes of odd length", () => {
    const values = Int32Array.from({ length: 30 }, (_, i) => 2 * i + 1);
    const all = Number(
      BigInt.asIntN(
        32,
        values.reduce((n, x) => n * BigInt(x), 1n),
      ),
    );
    const columns = Array.from({ length: 5 }, (_, c) =>
      Number(
        BigInt.asIntN(
          32,
          values.reduce((n, x, i) => (i % 5 === c ? n * BigInt(x) : n), 1n),
        ),
      ),
    );
    return expectResults(
      {
        inputs: [{ spec: i32(2, 3, 5), data: values }],
        fn: (a) => [np.prod(a.ref), np.prod(a, [0, 1])],
      },
      [[all], columns],
    );
  });

  test("floats outside the range of an integer become its nearest one, and NaN 0", async () => {
    const values = [-2.75, 2.75, Number.NaN, Infinity, -Infinity, 3e9, 2 ** 31, 5e9, -1e10, -0.9];
    await expectResults({ inputs: [floats(...values)], fn: (a) => a.astype(np.int32) }, [
      [-2, 2, 0, largest, smallest, largest, largest, largest, smallest, 0],
    ]);
    await expectResults({ inputs: [floats(...values)], fn: (a) => a.astype(np.uint32) }, [
      [0, 2, 0, 2 ** 32 - 1, 0, 3e9, 2 ** 31, 2 ** 32 - 1, 0, 0],
    ]);
  });

  test("shifts count modulo 32", () =>
    expectResults(
      {
        inputs: [ints(-1, 5, 7), ints(1, 31, 33)],
        fn: (a, b) => [np.leftShift(a.ref, b.ref), np.rightShift(a, b)],
      },
      [
        [-2, smallest, 14],
        [largest, 0, 3],
      ],
    ));

  test("an index out of range is an error that says so", async () => {
    const fn = (a: JaxArray, i: JaxArray): JaxArray => np.take(a, i, 0);
    await expect(runCase({ inputs: [floats(1, 2, 3), ints(0, 3)], fn }, engine)).rejects.toMatchObject({
      code: "engine/bad-index",
    });
    await expectResults({ inputs: [floats(1, 2, 3), ints(2, 0)], fn }, [[3, 1]]);
  });

  test("bytes other than 0 and 1 are no booleans", () =>
    expect(
      runCase(
        { inputs: [{ spec: bool(3), data: Uint8Array.of(0, 1, 2) }], fn: (a) => np.logicalNot(a) },
        engine,
      ),
    ).rejects.toThrow(/got the byte 2 at position 2, expected 0 or 1/));

  test.each<[string, Case]>([
    ["input", { inputs: [{ spec: f32(2, 0), data: new Float32Array(0) }], fn: (a) => np.sum(a) }],
    ["slice", { inputs: [floats(1, 2, 3)], fn: (a) => np.sum(a.slice([0, 0])) }],
  ])("an empty %s is refused", (_, testCase) =>
    expect(runCase(testCase, engine)).rejects.toMatchObject({ code: "engine/empty-array" }),
  );
});

test("integers without a quotient: 0 counts as 1 and the result wraps on onnx, wasm stops", async () => {
  const divide: Case = {
    inputs: [ints(smallest, 7), ints(-1, 0)],
    fn: (a, b) => np.floorDivide(a, b),
  };
  const [quotient] = await runCase(divide, "onnx");
  expect(Array.from(quotient!.data)).toEqual([smallest, 7]);
  await expect(runCase(divide, "wasm")).rejects.toMatchObject({ code: "engine/bad-division" });
});
