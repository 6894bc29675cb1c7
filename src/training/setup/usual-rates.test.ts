/** Rates and clips that are not given: gentler where larger ones are known to end far from the law. */
import { expect, test } from "vitest";
import { repeatNoise } from "../../environment/memory/repeat-noise.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withMemory } from "../../environment/memory/with-memory.ts";
import type { Environment } from "../../environment/environment.ts";
import { assess } from "../../assessment/assess.ts";
import { createSim8 } from "../../landscape/exact/sim8.ts";
import { functionOracle } from "../../landscape/oracle/function-oracle.ts";
import { gridLandscape } from "../../landscape/exact/grid-landscape.ts";
import { Reward } from "../../landscape/reward.ts";
import { parseObjective } from "../../objective/registry.ts";
import { createTrainer } from "./create-trainer.ts";
import type { TrainingSetup } from "./create-trainer.ts";

const timeout = 60_000;

/** Total variation to the target on the published grid of 8×8, with every rate and clip left to the defaults. */
async function distanceOnGrid(objective: string, iterations: number, setup: Partial<TrainingSetup>) {
  const trainer = await createTrainer({
    landscape: gridLandscape({ side: 8 }),
    noise: stickyNoise(0.25),
    reward: new Reward({ exponent: 1 }),
    objective: parseObjective(objective),
    decayOver: iterations,
    seed: 1,
    ...setup,
  });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  const { exact } = await assess(trainer, { samples: 16 });
  await trainer.dispose();
  return exact.tv;
}

test.each([
  ["local-kl", "known"],
  ["local-kl", "learned"],
  ["linex", "known"],
] as const)(
  "%s with %s noise comes to the law of the default grid",
  { timeout },
  async (objective, dynamics) => {
    expect(await distanceOnGrid(objective, 400, { dynamics })).toBeLessThan(0.06);
  },
);

async function ratesOf(setup: TrainingSetup): Promise<readonly (number | undefined)[]> {
  const trainer = await createTrainer({ batch: { onPolicy: 4 }, ...setup });
  const { rate, finalRate, clip } = trainer.options.policy;
  await trainer.dispose();
  return [rate, finalRate, clip];
}

test("only what needs them has them, and what is given stays", async () => {
  const onGrid = { landscape: gridLandscape({ side: 4 }) };
  const onTree = { landscape: createSim8() };
  expect(await ratesOf({ ...onGrid })).toEqual([0.01, 3e-4, 10]);
  expect(await ratesOf({ ...onGrid, objective: parseObjective("sdb+0.1*local-kl") })).toEqual([
    3e-3, 9e-5, 0.5,
  ]);
  expect(await ratesOf({ ...onTree, objective: parseObjective("local-kl") })).toEqual([0.01, 3e-4, 0.5]);
  expect(await ratesOf({ ...onTree, objective: parseObjective("linex") })).toEqual([0.01, 3e-4, 0.5]);
  expect(await ratesOf({ ...onGrid, objective: parseObjective("local-kl"), rate: 0.006, clip: 2 })).toEqual([
    0.006,
    expect.closeTo(1.8e-4, 8),
    2,
  ]);
});

test("skl alone starts slowly where the noise model alone keeps it from certainty", async () => {
  const remembering = withMemory(
    sequenceEnvironment({ alphabet: "AB", length: 3 }),
    repeatNoise(0.5),
  ) as Environment;
  const landscape = functionOracle({ mode: "single", score: (object) => object.length });
  const given = { environment: remembering, landscape, objective: parseObjective("skl") };
  expect(await ratesOf(given)).toEqual([3e-3, 9e-5, 10]);
  expect(await ratesOf({ ...given, dynamics: "known" })).toEqual([0.01, 3e-4, 10]);
  expect(await ratesOf({ ...given, objective: parseObjective("sdb+0.1*skl") })).toEqual([0.01, 3e-4, 10]);
});
