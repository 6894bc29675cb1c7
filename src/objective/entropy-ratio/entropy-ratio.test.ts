/** The entropy ratio inside a graph against the float64 measurement of `evaluation/`. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { np, startJax } from "../../engine/jax.ts";
import { entropyRatio as measured } from "../../evaluation/sample/entropy-ratio.ts";
import { entropyTerms } from "./entropy-ratio.ts";
import type { EntropyTermOptions } from "./entropy-ratio.ts";
import { logSoftmax } from "../testing/batch.fixture.ts";
import { gradients, prepare, run } from "../testing/run.fixture.ts";
import type { Arrays } from "../testing/run.fixture.ts";
import { randomTable } from "../testing/tiny-world.fixture.ts";
import type { Table } from "../testing/tiny-world.fixture.ts";

const states = 23;
const choices = 4;
const policyOf = (logits: Table): number[] => logits.flatMap((row) => logSoftmax(row).map(Math.exp));
/** Logits from nearly uniform to nearly certain. */
const mixedTable = (seed: number): Table =>
  randomTable(seed, states, choices).map((row, s) => row.map((x) => (x * s) / 2));

const figures = (options: EntropyTermOptions) => (arrays: Arrays) =>
  entropyTerms(
    { logits: arrays["logits"]!, ...(arrays["mask"] ? { mask: arrays["mask"] } : {}) },
    options,
  ) as unknown as Arrays;

describe("entropyRatio in a graph", () => {
  test.each([0.25, 0.5, 0.75, 1])("agrees with the measurement, γ = %d", async (gamma) => {
    const evaluate = await prepare(figures({ gamma, quantile: 0.2 }), { logits: mixedTable(0) });
    await fc.assert(
      fc.asyncProperty(fc.nat(1e6), async (seed) => {
        const logits = mixedTable(seed);
        const results = await evaluate({ logits });
        const expected = measured(policyOf(logits), choices, { gamma, quantile: 0.2 });
        for (const [name, value] of Object.entries(expected)) {
          const wanted = typeof value === "number" ? [value] : (value as Float64Array);
          wanted.forEach((x, i) => {
            expect(Math.abs(results[name]![i]! - x), `${name}[${i}] of seed ${seed}`).toBeLessThan(
              1e-4 * Math.abs(x) + 1e-5,
            );
          });
        }
        expect(results["lossWeight"]).toEqual(results["ratio"]);
      }),
      { numRuns: 15 },
    );
  });

  test("states with mask 0 do not count", async () => {
    const logits = mixedTable(2);
    const counted = logits.map((_, s) => (s % 3 === 0 ? 0 : 1));
    const masked = await run(figures({ gamma: 0.5 }), { logits, mask: counted });
    const alone = await run(figures({ gamma: 0.5 }), { logits: logits.filter((_, s) => counted[s] === 1) });
    for (const name of ["high", "low", "ratio", "share", "balanceLoss", "temperature"]) {
      expect(masked[name]![0], name).toBeCloseTo(alone[name]![0]!, 5);
    }
  });

  test("the clamped estimator gives every state its own temperature, weight and share", async () => {
    const logits = mixedTable(3);
    const gamma = 0.25;
    const results = await run(figures({ gamma, estimator: "clamped" }), { logits });
    const { normalisedEntropy, clampedRatioPerState } = measured(policyOf(logits), choices, { gamma });
    const clip = (x: number): number => Math.min(1 - 1e-6, Math.max(1e-6, x));
    let loss = 0;
    for (const [s, h] of normalisedEntropy.entries()) {
      const ratio = clampedRatioPerState[s]!;
      expect(results["temperature"]![s]).toBeCloseTo(Math.min(4, Math.max(1, ratio)), 4);
      expect(results["lossWeight"]![s]).toBeCloseTo(ratio, 4);
      const rho = clip(gamma * ratio);
      loss -= (h * (Math.log(rho) + (1 - gamma) * (1 - h) * Math.log(1 - rho))) / states;
    }
    expect(results["balanceLoss"]![0]).toBeCloseTo(loss, 4);
  });

  test("the balance loss has its gradient through h and ρ; temperature and weight have none", async () => {
    const logits = mixedTable(4);
    const gamma = 0.5;
    const results = await run(
      (arrays) => ({
        ...gradients("balance", ["logits"], arrays, (free) => figures({ gamma })(free)["balanceLoss"]!),
        ...gradients("still", ["logits"], arrays, (free) => {
          const { temperature, lossWeight } = figures({ gamma })(free);
          return temperature!.add(lossWeight!);
        }),
      }),
      { logits },
    );
    const at = (s: number, a: number, by: number): number => {
      const moved = logits.with(s, logits[s]!.with(a, logits[s]![a]! + by));
      return measured(policyOf(moved), choices, { gamma }).balanceLoss;
    };
    for (let s = 0; s < states; s++) {
      for (let a = 0; a < choices; a++) {
        const slope = (at(s, a, 1e-5) - at(s, a, -1e-5)) / 2e-5;
        expect(Math.abs(results["balanceLogits"]![s * choices + a]! - slope)).toBeLessThan(1e-5);
      }
    }
    expect(new Set(results["stillLogits"])).toEqual(new Set([0]));
  });

  test("a policy without any entropy has ratio 1 and a finite gradient", async () => {
    const logits = Array.from({ length: 3 }, () => [200, 0, 0, 0]);
    const results = await run(
      (arrays) => ({
        ...figures({ gamma: 0.25 })(arrays),
        ...gradients("grad", ["logits"], arrays, (free) => figures({ gamma: 0.25 })(free)["balanceLoss"]!),
      }),
      { logits },
    );
    expect(results["ratio"]![0]).toBe(1);
    expect(results["temperature"]![0]).toBe(1);
    expect([...results["clampedRatioPerState"]!]).toEqual([1, 1, 1]);
    expect(results["gradLogits"]!.every(Number.isFinite)).toBe(true);
  });

  test("refuses what it cannot mean", async () => {
    await startJax();
    const logits = np.zeros([3, 4]);
    expect(() => entropyTerms({ logits }, { gamma: 0 })).toThrow(/gamma = 0, expected 0 < gamma ≤ 1/);
    expect(() => entropyTerms({ logits }, { gamma: 0.5, quantile: 0.7 })).toThrow(/level from 0 to 0.5/);
    expect(() => entropyTerms({ logits: np.zeros([3, 1]) }, { gamma: 0.5 })).toThrow(/at least 2 choices/);
  });
});
