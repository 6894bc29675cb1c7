import { describe, expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { edb } from "./edb.ts";
import type { Terms } from "../objective.ts";
import { gradients, nest, run } from "../testing/run.fixture.ts";
import type { Arrays, Inputs } from "../testing/run.fixture.ts";

const [states, actions, outcomes] = [4, 3, 3];

function randomLocal(seed: number): Inputs {
  const random = Generator.fromSeed(seed);
  const normalised = (row: number[]): number[] => {
    const total = Math.log(row.reduce((sum, x) => sum + Math.exp(x), 0));
    return row.map((x) => x - total);
  };
  const logPolicy = Array.from({ length: states }, (_, s) => {
    const row = normalised(Array.from({ length: actions }, () => random.normal()));
    // One intention of the second state is illegal.
    return s === 1 ? [...normalised(row.slice(0, 2)), -1e9] : row;
  });
  return {
    logFlow: nest([states], () => random.normal()),
    childLogFlow: nest([states, outcomes], () => random.normal()),
    logPolicy,
    logDynamics: Array.from({ length: states }, () =>
      Array.from({ length: actions }, () =>
        normalised(Array.from({ length: outcomes }, () => random.normal())),
      ),
    ),
    mask: [1, 1, 1, 0],
  };
}

const termsOf = (children: Arrays): Terms => ({ children }) as unknown as Terms;

function slow(inputs: Inputs): number {
  const logFlow = inputs["logFlow"] as number[];
  const child = inputs["childLogFlow"] as number[][];
  const policy = inputs["logPolicy"] as number[][];
  const dynamics = inputs["logDynamics"] as number[][][];
  let [sum, count] = [0, 0];
  for (let s = 0; s < states; s++) {
    if ((inputs["mask"] as number[])[s] === 0) continue;
    for (let a = 0; a < actions; a++) {
      if (policy[s]![a]! < -1e8) continue;
      let expected = 0;
      for (let c = 0; c < outcomes; c++) expected += Math.exp(dynamics[s]![a]![c]! + child[s]![c]!);
      sum += (logFlow[s]! + policy[s]![a]! - Math.log(expected)) ** 2;
      count++;
    }
  }
  return sum / count;
}

describe("edb", () => {
  test("is the formula written as a loop, and its gradient that of finite differences", async () => {
    const inputs = randomLocal(1);
    const { loss, dLogFlow, dChildLogFlow } = await run(
      (arrays) => ({
        loss: edb.loss(termsOf(arrays)),
        ...gradients("d", ["logFlow", "childLogFlow"], arrays, (free) => edb.loss(termsOf(free))),
      }),
      inputs,
    );
    expect(loss![0]).toBeCloseTo(slow(inputs), 5);
    const epsilon = 1e-5;
    const flows = inputs["logFlow"] as number[];
    flows.forEach((_, s) => {
      const moved = (by: number): number =>
        slow({ ...inputs, logFlow: flows.map((x, i) => (i === s ? x + by : x)) });
      expect(dLogFlow![s]).toBeCloseTo((moved(epsilon) - moved(-epsilon)) / (2 * epsilon), 4);
    });
    const children = inputs["childLogFlow"] as number[][];
    for (let s = 0; s < states; s++) {
      for (let c = 0; c < outcomes; c++) {
        const moved = (by: number): number =>
          slow({
            ...inputs,
            childLogFlow: children.map((row, i) => row.map((x, j) => (i === s && j === c ? x + by : x))),
          });
        const difference = (moved(epsilon) - moved(-epsilon)) / (2 * epsilon);
        expect(dChildLogFlow![s * outcomes + c]).toBeCloseTo(difference, 4);
      }
    }
  });

  test("says what is missing where children are not known", () => {
    expect(() => edb.loss({} as Terms)).toThrow(/fill terms.children/);
  });
});
