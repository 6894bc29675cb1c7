import { describe, expect, test } from "vitest";
import { np } from "../engine/jax.ts";
import { boundedExp, tangentAt } from "./bounded-exp.ts";
import { linex } from "./balance/linex.ts";
import { integerNames, randomBatch, termsOf } from "./testing/batch.fixture.ts";
import { gradients, run } from "./testing/run.fixture.ts";

describe("boundedExp", () => {
  test("is the exponential below the tangent point and its tangent above", async () => {
    const x = [-100, -1, 0, 5, tangentAt, tangentAt + 2, 1e6];
    const { y, gradX } = await run(
      (arrays) => ({
        y: boundedExp(arrays["x"]!.ref),
        ...gradients("grad", ["x"], arrays, (free) => np.sum(boundedExp(free["x"]!.ref))),
      }),
      { x },
    );
    const value = (at: number): number =>
      Math.exp(Math.min(at, tangentAt)) * (1 + Math.max(0, at - tangentAt));
    for (const [i, at] of x.entries()) {
      expect(y![i]! / Math.fround(value(at)) || 1).toBeCloseTo(1, 5);
      if (at !== tangentAt)
        expect(gradX![i]! / Math.fround(Math.exp(Math.min(at, tangentAt))) || 1).toBeCloseTo(1, 5);
    }
  });

  test("keeps linex finite where a reward is off by e^500", async () => {
    const batch = randomBatch(1, { steps: 4, batch: 3, choices: 3 });
    const { linex: loss } = await run(
      (arrays) => ({ linex: linex.loss(termsOf(arrays)) }),
      { ...batch, logReward: batch.logReward.map(() => -500) },
      integerNames,
    );
    expect(Number.isFinite(loss![0])).toBe(true);
  });
});
