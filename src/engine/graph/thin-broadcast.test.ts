/** Thin columns and repeated rows of arrays large enough for their rewrites: same numbers as on the other runtime. */
import { beforeAll, expect, test } from "vitest";
import { grad, nn, np, startJax } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { lower } from "../lowering/lower.ts";
import { f32, i32 } from "../spec.ts";
import type { Spec } from "../spec.ts";
import { expectSameOnBoth, namedCase } from "../testing/both-engines.fixture.ts";
import type { Case, CaseInput } from "../testing/both-engines.fixture.ts";
import { trace } from "../trace.ts";
import { optimise } from "./optimise.ts";

const rows = 700;

function floats(spec: Spec, shift: number): CaseInput {
  const size = spec.shape.reduce((product, dim) => product * dim, 1);
  return { spec, data: Float32Array.from({ length: size }, (_, i) => Math.sin(1.7 * i + shift)) };
}

const wide = floats(f32(rows, 4), 0);
const column = floats(f32(rows, 1), 1);
const cube = floats(f32(rows, 3, 4), 2);
const chosen: CaseInput = { spec: i32(rows), data: Int32Array.from({ length: rows }, (_, i) => i % 5) };

const oneHot = (index: JaxArray): JaxArray => np.take(np.eye(5, 4), index, 0).reshape([rows, 1, 4]);
const selected = (x: JaxArray, index: JaxArray): JaxArray => np.sum(nn.logSoftmax(x).mul(oneHot(index)), -1);

const cases: readonly (Case & { readonly text: string })[] = [
  { text: "sum", inputs: [wide, column], fn: (x, c) => x.add(c) },
  { text: "difference from the left", inputs: [wide, column], fn: (x, c) => c.sub(x) },
  { text: "product", inputs: [wide, column], fn: (x, c) => x.mul(c) },
  { text: "a column of a cube", inputs: [cube, column], fn: (x, c) => x.mul(c.reshape([rows, 1, 1])) },
  { text: "log-softmax, its choice and its gradient", inputs: [cube, chosen], fn: selectedAndGradient },
];

function selectedAndGradient(x: JaxArray, index: JaxArray): JaxArray[] {
  const loss = (logits: JaxArray): JaxArray => np.sum(np.square(selected(logits, index.ref)));
  return [selected(x.ref, index.ref), grad(loss)(x)];
}

/** The operators left after all passes. */
function operators(testCase: Case): string[] {
  const { named, specs } = namedCase(testCase);
  return optimise(lower(trace("test", named, specs))).nodes.map((node) => node.op);
}

beforeAll(startJax);

test.each(cases)("$text", async (testCase) => {
  await expectSameOnBoth(testCase);
});

test("columns are written out by a product, and so are one-hot rows", () => {
  expect(operators(cases[0]!)).toEqual(["MatMul", "Add"]);
  const { named, specs } = namedCase(cases[4]!);
  const products = optimise(lower(trace("test", named, specs))).nodes.filter(({ op }) => op === "MatMul");
  expect(products.map(({ outputs }) => outputs[0]!.shape)).toContainEqual([rows, 12]);
});

test("rows that may hold infinities are left to broadcasting", async () => {
  const row = floats(f32(rows, 1, 4), 3);
  row.data[5] = Infinity;
  const testCase: Case = { inputs: [cube, row], fn: (x, r) => x.add(r) };
  expect(operators(testCase)).toEqual(["Add"]);
  await expectSameOnBoth(testCase);
});

test("an infinite column stays infinite", async () => {
  const data = column.data.slice();
  data[3] = Infinity;
  data[4] = Number.NaN;
  await expectSameOnBoth({ inputs: [wide, { spec: column.spec, data }], fn: (x, c) => x.add(c) });
});
