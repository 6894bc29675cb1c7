/** Designs, which see no outcome, under conditions and scores that have to be asked for: exact where that is wanted. */
import { expect, test } from "vitest";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withContext } from "../../environment/context.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import { functionOracle } from "../../landscape/oracle/function-oracle.ts";
import { Reward } from "../../landscape/reward.ts";
import { parseObjective } from "../../objective/registry.ts";
import { createTrainer } from "../../training/setup/create-trainer.ts";
import { assess } from "../assess.ts";
import { openLaws } from "./laws.ts";

const sequences = withNoise(sequenceEnvironment({ alphabet: "AB", length: 3 }), stickyNoise(0.2));
const landscape = functionOracle({
  mode: "single",
  conditional: true,
  score: (sequence, context) => 0.1 + sequence.split(context === 0 ? "A" : "B").length - 1,
});
const reward = new Reward({ exponent: 3, floor: 1e-3 });

test("come near the limit of each condition", { timeout: 120_000 }, async () => {
  const environment = withContext(sequences, { kind: "category", count: 2 });
  const trainer = await createTrainer({
    environment,
    landscape,
    reward,
    objective: parseObjective("skl"),
    observes: "intentions",
    dynamics: "known",
    batch: { onPolicy: 256 },
    decayOver: 400,
    seed: 2,
  });
  for (let i = 0; i < 400; i++) await trainer.iterate();
  const conditions = [0, 1].map((context) => ({ name: String(context), context }));
  const world = {
    environment,
    landscape,
    reward,
    free: true,
    exact: true,
    observes: "intentions" as const,
  };
  const report = await assess(trainer, { samples: 64, conditions, world });
  expect(report.conditions).toHaveLength(2);
  for (const { regret } of report.conditions!) {
    expect(regret.klReverse).toBeGreaterThan(-1e-5);
    expect(regret.klReverse).toBeLessThan(0.01);
  }
  await trainer.dispose();
});

test("that are too many are refused where nothing but exact figures will do", async () => {
  const environment = withNoise(sequenceEnvironment({ alphabet: "AB", length: 17 }), stickyNoise(0.2));
  const world = { environment, landscape, reward, free: true, observes: "intentions" as const };
  await expect(openLaws({ ...world, exact: true })).rejects.toThrow(/131,072 designs.*at most 65,536/);
  expect(await openLaws(world)).toBeNull();
});

test("are judged exactly where `assess` is told that every score may be asked for, or refused", async () => {
  const made = (length: number) =>
    createTrainer({
      environment: withNoise(sequenceEnvironment({ alphabet: "AB", length }), stickyNoise(0.2)),
      landscape: functionOracle({ mode: "single", score: (x) => x.split("A").length }),
      objective: parseObjective("stb"),
      observes: "intentions",
      batch: { onPolicy: 8 },
    });
  const [small, large] = [await made(3), await made(17)];
  const { law, exact, estimates } = await assess(small, { exact: true, samples: 16 });
  expect(law!.probability!.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 6);
  expect(exact.tv).toBeGreaterThan(0);
  expect(estimates).toBeNull();
  expect((await assess(small, { samples: 16 })).law).toBeNull();
  await expect(assess(large, { exact: true, samples: 16 })).rejects.toThrow(/131,072 designs/);
  expect((await assess(large, { samples: 16 })).law).toBeNull();
  await small.dispose();
  await large.dispose();
});
