/** Reshapes that are not needed leave the graph, and what is left computes the same. */
import { beforeAll, expect, test } from "vitest";
import { np, startJax } from "../jax.ts";
import { lower } from "../lowering/lower.ts";
import { f32 } from "../spec.ts";
import { expectSameOnBoth, namedCase } from "../testing/both-engines.fixture.ts";
import type { Case, CaseInput } from "../testing/both-engines.fixture.ts";
import { trace } from "../trace.ts";
import { optimise } from "./optimise.ts";

beforeAll(startJax);

const input = (...shape: number[]): CaseInput => {
  const size = shape.reduce((product, dim) => product * dim, 1);
  return { spec: f32(...shape), data: Float32Array.from({ length: size }, (_, i) => Math.cos(2.3 * i)) };
};

function operators(testCase: Case): string[] {
  const { named, specs } = namedCase(testCase);
  return optimise(lower(trace("test", named, specs))).nodes.map((node) => node.op);
}

const cases: readonly (Case & { readonly text: string; readonly left: readonly string[] })[] = [
  {
    text: "there and back again",
    inputs: [input(6, 4)],
    fn: (x) => np.exp(np.exp(x).reshape([2, 3, 4])).reshape([6, 4]),
    left: ["Exp", "Exp"],
  },
  {
    text: "a sum of everything",
    inputs: [input(6, 4)],
    fn: (x) => np.sum(np.sum(x, 1).reshape([2, 3])),
    left: ["ReduceSum", "ReduceSum"],
  },
  {
    text: "a column beside its rows",
    inputs: [input(6, 4)],
    fn: (x) => {
      const column = np.exp(np.max(x.ref, 1)).reshape([2, 3, 1]);
      return np
        .tanh(x.reshape([2, 3, 4]))
        .mul(column)
        .reshape([6, 4]);
    },
    left: [],
  },
];

test.each(cases)("$text", async ({ left, ...testCase }) => {
  if (left.length > 0) expect(operators(testCase)).toEqual(left);
  expect(operators(testCase).filter((op) => op === "Reshape")).toEqual([]);
  await expectSameOnBoth(testCase);
});

test("a shape that is asked for is written down once", async () => {
  const testCase: Case = {
    inputs: [input(6, 4), input(3, 4)],
    fn: (x, y) => {
      const stacked = np.exp(x).reshape([2, 3, 4]);
      return [stacked.ref.add(y.ref), stacked.mul(y)];
    },
  };
  expect(operators(testCase).filter((op) => op === "Reshape")).toHaveLength(1);
  await expectSameOnBoth(testCase);
});
