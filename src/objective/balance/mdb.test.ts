import { describe, expect, test } from "vitest";
import { mdb } from "./mdb.ts";
import type { Terms } from "../objective.ts";
import { gradients, nest, run } from "../testing/run.fixture.ts";
import type { Arrays, Inputs } from "../testing/run.fixture.ts";
import { Generator } from "../../random/generator.ts";

const [steps, batch] = [4, 5];
const names = ["logPolicy", "logBackward", "logDynamics", "logFlow", "endLogFlow"] as const;

/** Random terms; trajectories of 1 to 4 steps, the last of which stops. */
function randomTerms(seed: number): Inputs {
  const random = Generator.fromSeed(seed);
  const lengths = [1, 2, 3, 4, 4];
  return {
    ...Object.fromEntries(names.map((name) => [name, nest([steps, batch], () => random.normal())])),
    mask: Array.from({ length: steps }, (_, t) => lengths.map((length) => (t < length - 1 ? 1 : 0))),
  };
}

const termsOf = (arrays: Arrays): Terms => {
  const { logFlow, endLogFlow, mask, ...rest } = arrays as Record<string, never>;
  return { ...rest, stopping: { logFlow, endLogFlow, mask } } as unknown as Terms;
};

/** The formula as a loop. */
function slow(inputs: Inputs): number {
  const at = (name: string, t: number, b: number): number => (inputs[name] as number[][])[t]![b]!;
  let [sum, count] = [0, 0];
  for (let t = 0; t < steps; t++) {
    for (let b = 0; b < batch; b++) {
      if (at("mask", t, b) === 0) continue;
      const delta =
        at("logFlow", t, b) +
        at("logPolicy", t, b) +
        at("logDynamics", t, b) -
        at("endLogFlow", t, b) -
        at("logBackward", t, b);
      sum += delta ** 2;
      count++;
    }
  }
  return sum / count;
}

describe("mdb", () => {
  test("is the formula written as a loop, and its gradient that of finite differences", async () => {
    const inputs = randomTerms(3);
    const { loss, ...grads } = await run(
      (arrays) => ({
        loss: mdb.loss(termsOf(arrays)),
        ...gradients("d", ["logPolicy", "endLogFlow"], arrays, (free) => mdb.loss(termsOf(free))),
      }),
      inputs,
    );
    expect(loss![0]).toBeCloseTo(slow(inputs), 5);
    const epsilon = 1e-5;
    for (const name of ["logPolicy", "endLogFlow"]) {
      const values = inputs[name] as number[][];
      for (let t = 0; t < steps; t++) {
        for (let b = 0; b < batch; b++) {
          const moved = (by: number): number =>
            slow({
              ...inputs,
              [name]: values.map((row, i) => row.map((x, j) => (i === t && j === b ? x + by : x))),
            });
          const difference = (moved(epsilon) - moved(-epsilon)) / (2 * epsilon);
          const gradient = grads[`d${name[0]!.toUpperCase()}${name.slice(1)}`]!;
          expect(gradient[t * batch + b]).toBeCloseTo(difference, 4);
        }
      }
    }
  });

  test("a batch in which everything stops at once has no loss", async () => {
    const inputs = { ...randomTerms(4), mask: nest([steps, batch], () => 0) };
    const { loss } = await run((arrays) => ({ loss: mdb.loss(termsOf(arrays)) }), inputs);
    expect(loss![0]).toBe(0);
  });

  test("says what is missing where stopping is not known", () => {
    expect(() => mdb.loss({} as Terms)).toThrow(/fill terms.stopping/);
  });
});
