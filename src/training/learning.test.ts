/**
 * Learning on a space small enough to know everything. Where some policy reaches the target, every objective that is
 * right under noise must come within 0.02 total variation of it; plain detailed balance, which ignores the noise, must
 * be seen to miss it. Where no policy reaches the target, objectives settle on different compromises; the reverse-KL
 * limit is one of them, and how far each ends from it is what is asserted.
 */
import { describe, expect, test } from "vitest";
import { targetLaw } from "../evaluation/law/log-z.ts";
import { tv } from "../evaluation/law/distances.ts";
import { Reward } from "../landscape/reward.ts";
import { parseObjective } from "../objective/registry.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";
import { distanceAfter, lawOf, reachable, rough, smallTrainer } from "./small-world.fixture.ts";

const timeout = 60_000;
const known: Partial<TrainingSetup> = { dynamics: "known" };

interface Case {
  readonly objective: string;
  readonly iterations: number;
  readonly setup?: Partial<TrainingSetup>;
}

const cases: readonly Case[] = [
  { objective: "sdb", iterations: 450 },
  { objective: "sdb+0.1*skl", iterations: 400, setup: { ...known, batch: { onPolicy: 320 } } },
  { objective: "stb", iterations: 300, setup: known },
  { objective: "ssubtb(0.9)", iterations: 300, setup: known },
  { objective: "local-kl", iterations: 400, setup: known },
  // One early residual of 6 has a gradient of 400, which Adam's second moment would remember for the whole run.
  { objective: "linex", iterations: 450, setup: known },
];

describe("objectives reach a target that can be reached", () => {
  for (const alpha of [0, 0.25, 0.75]) {
    test.each(cases)(`$objective at α = ${alpha}`, { timeout }, async ({ objective, iterations, setup }) => {
      const distance = await distanceAfter(iterations, alpha, {
        objective: parseObjective(objective),
        ...setup,
      });
      expect(distance).toBeLessThan(0.02);
    });
  }

  // A gradient from samples alone, so the noisier the world, the more of them it needs, and the smaller the last steps.
  test.each([
    { alpha: 0, onPolicy: 256, iterations: 250, rate: 0.06 },
    { alpha: 0.25, onPolicy: 256, iterations: 250, rate: 0.06 },
    { alpha: 0.75, onPolicy: 256, iterations: 250, rate: 0.06 },
  ])("skl at α = $alpha", { timeout }, async ({ alpha, onPolicy, iterations, rate }) => {
    const objective = parseObjective("skl");
    const setup = { ...known, objective, batch: { onPolicy, exploratory: 0 }, rate, finalRate: 1e-5 };
    // 0.005, 0.010 and 0.005 with this seed and the next.
    expect(await distanceAfter(iterations, alpha, setup)).toBeLessThan(alpha === 0.75 ? 0.01 : 0.015);
  });

  test.each([0.25, 0.75])(
    "sdb with a little skl is no worse than sdb at α = %d",
    { timeout },
    async (alpha) => {
      const after = (objective: string): Promise<number> =>
        distanceAfter(300, alpha, {
          ...known,
          objective: parseObjective(objective),
          batch: { onPolicy: 256, exploratory: 0 },
          finalRate: 2e-4,
        });
      expect(await after("sdb+0.1*skl")).toBeLessThan((await after("sdb")) + 5e-4);
    },
  );

  test.each([0.25, 0.75])("sdb with a learned backward policy at α = %d", { timeout }, async (alpha) => {
    const batch = { onPolicy: 96, exploratory: 32 };
    const distance = await distanceAfter(800, alpha, { backward: "learned", dynamicsRate: 2e-3, batch });
    expect(distance).toBeLessThan(0.02);
  });

  test("local-kl with learned dynamics, and with a learned backward policy", { timeout }, async () => {
    const objective = parseObjective("local-kl");
    expect(await distanceAfter(450, 0.25, { objective })).toBeLessThan(0.02);
    expect(await distanceAfter(800, 0.25, { ...known, objective, backward: "learned" })).toBeLessThan(0.02);
  });

  test("plain db reaches it without noise and misses it with noise", { timeout }, async () => {
    const objective = parseObjective("db");
    expect(await distanceAfter(300, 0, { ...known, objective })).toBeLessThan(0.02);
    expect(await distanceAfter(300, 0.25, { ...known, objective })).toBeGreaterThan(0.2);
    expect(await distanceAfter(300, 0.75, { ...known, objective })).toBeGreaterThan(0.05);
  });

  test("so does db with a backward policy of 1, as in worlds without noise", { timeout }, async () => {
    const setup = { ...known, objective: parseObjective("db"), backward: "parent" } as const;
    expect(await distanceAfter(300, 0, setup)).toBeLessThan(0.02);
    expect(await distanceAfter(300, 0.25, setup)).toBeGreaterThan(0.04);
  });

  test("a long ramp arrives at the exponent that is judged by", { timeout }, async () => {
    const [iterations, exponent] = [300, 3];
    const rising = new Reward({ exponent, floor: 1e-6, ramp: 2000 });
    const landscape = reachable(0);
    const trainer = await smallTrainer(0, { ...known, landscape, reward: rising, decayOver: iterations });
    for (let i = 0; i < iterations; i++) await trainer.iterate();
    const law = await lawOf(trainer);
    await trainer.dispose();
    const target = targetLaw(landscape.table.map((score) => rising.logReward(score)));
    expect(tv(law, target)).toBeLessThan(0.03);
  });

  test("a backward policy without intentions is refused where the noise is read", async () => {
    const setup = { ...known, objective: parseObjective("sdb"), backward: "parent" } as const;
    await expect(distanceAfter(1, 0.25, setup)).rejects.toMatchObject({
      code: "training/backward-without-intentions",
    });
  });
});

describe("objectives against the limit of a target that cannot be reached, α = 0.75", () => {
  const distance = (objective: string, setup: Partial<TrainingSetup> = {}): Promise<number> =>
    distanceAfter(
      300,
      0.75,
      {
        ...known,
        objective: parseObjective(objective),
        batch: { onPolicy: 256 },
        finalRate: 2e-4,
        ...setup,
      },
      rough(),
    );

  test.each(["stb", "ssubtb(0.9)", "sdb"])("%s is near the limit", { timeout }, async (objective) => {
    expect(await distance(objective)).toBeLessThan(0.02);
  });

  test("local-kl is a little off", { timeout }, async () => {
    const off = await distance("local-kl");
    expect(off).toBeGreaterThan(0.015);
    expect(off).toBeLessThan(0.03);
  });

  // e^δ punishes giving an object more than its reward far more than giving it less, so it favours poor objects.
  test("linex is far off", { timeout }, async () => {
    const off = await distance("linex");
    expect(off).toBeGreaterThan(0.1);
    expect(off).toBeLessThan(0.25);
  });

  test("db misses it", { timeout }, async () => {
    expect(await distance("db")).toBeGreaterThan(0.05);
  });
});
