/** The estimate of memory beside the peak of a real process, at sizes that differ in one thing each. */
import { expect, test } from "vitest";
import { totalMemory } from "../../training/setup/memory-estimate.ts";
import { TrainChild } from "../train/train-child.ts";
import { growthCase } from "./growth-case.ts";
import type { GrowthDimension } from "./growth-case.ts";
import { growthTrainer } from "./growth-trainer.ts";

/** The estimate, without training anything. */
async function estimateMb(growth: ReturnType<typeof growthCase>): Promise<number> {
  let bytes = 0;
  const enough = new Error("enough");
  const onMemory = (estimate: Parameters<typeof totalMemory>[0]): never => {
    bytes = totalMemory(estimate);
    throw enough;
  };
  await growthTrainer(growth, { onMemory }).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  return bytes / 2 ** 20;
}

test.each<[GrowthDimension, number]>([
  ["length", 128],
  ["letters", 60],
  ["batch", 4096],
  ["hidden", 3072],
])(
  "%s %i: the peak is between half and twice the estimate",
  async (dimension, size) => {
    const growth = growthCase(dimension, size);
    const estimate = await estimateMb(growth);
    const child = await TrainChild.start(growth);
    try {
      await child.measure(0);
      await child.measure(0);
      const peak = await child.peakMemoryMb();
      expect(peak / estimate).toBeGreaterThan(0.5);
      expect(peak / estimate).toBeLessThan(2);
    } finally {
      await child.close();
    }
  },
  120_000,
);
