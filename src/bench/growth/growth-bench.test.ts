import { expect, test } from "vitest";
import { runGrowthPlan } from "./growth-bench.ts";
import { growthCase, growthExponent, growthSizes } from "./growth-case.ts";
import { growthTrainer } from "./growth-trainer.ts";

test("a tiny run measures each size and the growth between them", async () => {
  const { rows } = await runGrowthPlan({ sizes: { batch: [2, 4] }, rounds: 1, burstMs: 1 }, () => undefined);
  expect(rows.map(({ dimension, size }) => [dimension, size])).toEqual([
    ["batch", 2],
    ["batch", 4],
  ]);
  expect(rows[0]).toMatchObject({ timeExponent: null, memoryExponent: null });
  for (const { itersPerSecond, peakMemoryMb } of rows) {
    expect(itersPerSecond).toBeGreaterThan(0);
    expect(peakMemoryMb).toBeGreaterThan(20);
  }
  expect(Number.isFinite(rows[1]!.timeExponent)).toBe(true);
}, 120_000);

test("exponents: eight times the cost at twice the size is cubic", () => {
  expect(growthExponent({ size: 3, cost: 5 }, { size: 6, cost: 40 })).toBeCloseTo(3, 12);
});

test("every size names one thing, and the smallest is common to all", () => {
  expect(growthCase("letters", 20)).toEqual({
    kind: "growth",
    length: 8,
    letters: 20,
    batch: 16,
    hidden: 64,
  });
  const cases = Object.entries(growthSizes).map(([name, [size]]) => growthCase(name as "batch", size!));
  expect(new Set(cases.map((one) => JSON.stringify(one))).size).toBe(1);
});

test("a large alphabet trains", async () => {
  const trainer = await growthTrainer({ kind: "growth", length: 3, letters: 100, batch: 4, hidden: 4 });
  const { loss, objects } = await trainer.iterate();
  expect(Number.isFinite(loss)).toBe(true);
  expect(objects.map((object) => object.length)).toEqual([3, 3, 3, 3]);
  await trainer.dispose();
});
