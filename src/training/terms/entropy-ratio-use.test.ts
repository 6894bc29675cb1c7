import { describe, expect, test } from "vitest";
import { entropyRatio as measuredRatio } from "../../evaluation/sample/entropy-ratio.ts";
import { parseObjective } from "../../objective/registry.ts";
import type { TrainingSetup } from "../setup/create-trainer.ts";
import type { EntropyRatioUse } from "./entropy-ratio-use.ts";
import { PolicyTable } from "../policy/policy-table.ts";
import { smallTrainer } from "../small-world.fixture.ts";
import { listStates } from "../policy/state-list.ts";
import type { IterationReport } from "../iteration.ts";
import type { Trainer } from "../trainer.ts";

async function trained(
  use: EntropyRatioUse | undefined,
  setup: Partial<TrainingSetup> = {},
): Promise<Trainer> {
  const trainer = await smallTrainer(0.25, { ...setup, ...(use ? { entropyRatio: use } : {}) });
  for (let i = 0; i < 15; i++) await trainer.iterate();
  return trainer;
}

async function lastOf(
  use: EntropyRatioUse | undefined,
  setup?: Partial<TrainingSetup>,
): Promise<IterationReport> {
  const trainer = await trained(use, setup);
  const report = await trainer.iterate();
  await trainer.dispose();
  return report;
}

describe("entropy ratio", () => {
  test("is that of the policies at the visited states, by both estimators", async () => {
    const batch = { onPolicy: 4, exploratory: 1 };
    for (const estimator of ["quantile", "clamped"] as const) {
      const trainer = await trained({ use: "weight", gamma: 0.5, estimator }, { batch });
      const { environment } = trainer.options;
      const states = listStates(environment);
      const table = await PolicyTable.compile(trainer.policy, states);
      const policy = await table.probabilities();
      const { objects, entropyRatio, entropyTemperature } = await trainer.iterate();
      // Every prefix of what was built is a visited state.
      const visited = objects.flatMap((object) =>
        Array.from(object, (_, at) => {
          const before = (3 ** at - 1) / 2;
          const letters = Array.from(object.slice(0, at), (letter) => "ABC".indexOf(letter));
          const row = before + letters.reduce((number, letter) => 3 * number + letter, 0);
          return [...policy.subarray(row * 3, row * 3 + 3)];
        }),
      );
      const measured = measuredRatio(visited.flat(), 3, { gamma: 0.5 });
      const perState = measured.clampedRatioPerState;
      const expected =
        estimator === "quantile" ? measured.ratio : perState.reduce((sum, r) => sum + r, 0) / perState.length;
      expect(entropyRatio).toBeCloseTo(expected, 4);
      expect(entropyTemperature).toBeCloseTo(Math.min(Math.max(expected, 1), 2), 4);
      await Promise.all([table.dispose(), trainer.dispose()]);
    }
  });

  test("is logged only where it is used", async () => {
    expect((await lastOf(undefined)).entropyRatio).toBeUndefined();
    const { entropyRatio } = await lastOf({ use: "temperature", gamma: 0.25 });
    expect(entropyRatio).toBeGreaterThanOrEqual(1);
    expect(entropyRatio).toBeLessThanOrEqual(4);
  });

  test("γ = 1 is neutral in all uses", async () => {
    const plain = await lastOf(undefined);
    for (const use of ["temperature", "weight"] as const) {
      const { loss, entropyRatio } = await lastOf({ use, gamma: 1 });
      expect(entropyRatio).toBeCloseTo(1, 6);
      expect(loss).toBeCloseTo(plain.loss, 5);
    }
  });

  test("as a weight it multiplies the loss, whether or not the objective has transitions", async () => {
    for (const spec of ["sdb", "stb", "sdb+0.1*skl"]) {
      const objective = parseObjective(spec);
      // The first update of both runs sees the same batch and the same parameters.
      const plain = await smallTrainer(0.25, { objective });
      const use = { use: "weight", gamma: 0.5, estimator: "clamped" } as const;
      const weighted = await smallTrainer(0.25, { objective, entropyRatio: use });
      const [a, b] = [await plain.iterate(), await weighted.iterate()];
      // A uniform policy has h = 1 everywhere, so r = 1 / (0.5 + 0.5 · 0.1).
      expect(b.entropyRatio).toBeCloseTo(1 / 0.55, 4);
      expect(b.loss).toBeCloseTo(a.loss / 0.55, 4);
      await Promise.all([plain.dispose(), weighted.dispose()]);
    }
  });

  test("as a balance loss it is added and reported as a part", async () => {
    const plain = await smallTrainer(0.25);
    const balanced = await smallTrainer(0.25, { entropyRatio: { use: "balance", gamma: 0.5, weight: 0.2 } });
    const [a, b] = [await plain.iterate(), await balanced.iterate()];
    // Uniform policies: h = 1, r = 1, ρ = γ, and L = −log γ.
    expect(b.parts["balance"]).toBeCloseTo(Math.log(2), 4);
    expect(b.parts["sdb"]).toBeCloseTo(a.loss, 4);
    expect(b.loss).toBeCloseTo(a.loss + 0.2 * Math.log(2), 4);
    await Promise.all([plain.dispose(), balanced.dispose()]);
  });

  test("as a temperature it changes only what exploratory trajectories do, from the second batch on", async () => {
    const setup = { epsilon: 0, batch: { onPolicy: 16, exploratory: 16 } };
    const plain = await smallTrainer(0.25, setup);
    const hot = await smallTrainer(0.25, {
      ...setup,
      entropyRatio: { use: "temperature", gamma: 0.25, estimator: "clamped" },
    });
    const [a, b] = [await plain.iterate(), await hot.iterate()];
    expect(b.objects).toEqual(a.objects);
    expect(b.entropyTemperature).toBeGreaterThan(2);
    for (let i = 0; i < 10; i++) await Promise.all([plain.iterate(), hot.iterate()]);
    const [c, d] = [await plain.iterate(), await hot.iterate()];
    expect(d.objects).not.toEqual(c.objects);
    await Promise.all([plain.dispose(), hot.dispose()]);
  });

  test.each<[EntropyRatioUse, RegExp]>([
    [{ use: "weight", gamma: 0 }, /entropyRatio\.gamma: got 0, expected a number from/],
    [
      { use: "balance", gamma: 0.5, weight: -1 },
      /entropyRatio\.weight: got -1, expected a number of at least 0/,
    ],
    [
      { use: "louder" as never, gamma: 0.5 },
      /entropyRatio\.use: got "louder", expected one of temperature, weight, balance/,
    ],
  ])("refuses %j", async (entropyRatio, message) => {
    await expect(smallTrainer(0.25, { entropyRatio })).rejects.toThrow(message);
  });

  test("refuses a temperature without exploratory trajectories", async () => {
    const setup = { batch: { onPolicy: 4 }, entropyRatio: { use: "temperature", gamma: 0.5 } as const };
    await expect(smallTrainer(0.25, setup)).rejects.toThrow(
      /got batch\.exploratory 0, expected at least 1.*add batch\.exploratory 64/,
    );
  });
});
