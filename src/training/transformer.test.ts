/** Learning with a transformer: near the exact law on a space where everything is known, and the same bits again. */
import { expect, test } from "vitest";
import { distanceAfter, smallTrainer } from "./small-world.fixture.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";

const setup: Partial<TrainingSetup> = {
  model: { kind: "transformer", layers: 1, hidden: 32, heads: 2 },
  rate: 0.002,
};

test(
  "comes within 0.05 of the law it should have, under noise it has to learn",
  { timeout: 120_000 },
  async () => {
    // 0.022 with this seed.
    expect(await distanceAfter(600, 0.25, setup)).toBeLessThan(0.05);
  },
);

test("two trainers of one seed do the same, cached roll-outs included", { timeout: 60_000 }, async () => {
  const losses = async (): Promise<number[]> => {
    const trainer = await smallTrainer(0.25, setup);
    const found: number[] = [];
    for (let i = 0; i < 5; i++) found.push((await trainer.iterate()).loss);
    await trainer.dispose();
    return found;
  };
  expect(await losses()).toEqual(await losses());
});
