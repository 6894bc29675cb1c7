/** Gradients of weights over many rows: turned first, and the same numbers as on the other runtime. */
import { beforeAll, expect, test } from "vitest";
import { np, startJax } from "../jax.ts";
import { lower } from "../lowering/lower.ts";
import { f32 } from "../spec.ts";
import { expectSameOnBoth, namedCase } from "../testing/both-engines.fixture.ts";
import type { Case, CaseInput } from "../testing/both-engines.fixture.ts";
import { trace } from "../trace.ts";
import { optimise } from "./optimise.ts";

function floats(rows: number, columns: number): CaseInput {
  const data = Float32Array.from({ length: rows * columns }, (_, i) => Math.sin(1.7 * i + columns) / 40);
  return { spec: f32(rows, columns), data };
}

const productOf = (rows: number, ofA: number, ofB: number): Case => ({
  inputs: [floats(rows, ofA), floats(rows, ofB)],
  fn: (a, b) => np.matmul(np.swapaxes(a, 0, 1), b),
});

function operators(testCase: Case): string[] {
  const { named, specs } = namedCase(testCase);
  return optimise(lower(trace("test", named, specs))).nodes.map((node) => node.op);
}

beforeAll(startJax);

test.each([
  [32, 48, ["Reshape", "Transpose", "Reshape", "MatMul"]],
  [48, 32, ["Reshape", "Transpose", "Reshape", "MatMul", "Transpose"]],
])("of %i and %i columns the fewer are turned", async (ofA, ofB, wanted) => {
  const testCase = productOf(1600, ofA, ofB);
  expect(operators(testCase)).toEqual(wanted);
  await expectSameOnBoth(testCase);
});

test("products over fewer rows are one operator", () => {
  expect(operators(productOf(1000, 32, 48))).toEqual(["Gemm"]);
});
