/** What is trained where nobody says how, and that it comes near the target where nothing can be listed. */
import { expect, test } from "vitest";
import { drawSamples } from "../../assessment/samples.ts";
import { openTruth } from "../../assessment/truth/truth.ts";
import { environmentOf } from "../../environment/environment-of.ts";
import { gridEnvironment } from "../../environment/grid.ts";
import { repeatNoise } from "../../environment/memory/repeat-noise.ts";
import { withMemory } from "../../environment/memory/with-memory.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { chainLandscape } from "../../landscape/automaton/chain-landscape.ts";
import { motifLandscape } from "../../landscape/automaton/motif-landscape.ts";
import { Reward } from "../../landscape/reward.ts";
import { createTrainer } from "./create-trainer.ts";
import { usualModel, usualObjective } from "./usual-choices.ts";

test.each([
  ["few sequences", sequenceEnvironment({ alphabet: "ACGT", length: 8 }), "sdb", "memory"],
  ["many", sequenceEnvironment({ alphabet: "ACGT", length: 9 }), "stb", "spectrum"],
  ["of two letters", sequenceEnvironment({ alphabet: "AB", length: 16 }), "sdb", "memory"],
  [
    "of several lengths",
    sequenceEnvironment({ alphabet: "ACGT", minLength: 2, maxLength: 50 }),
    "stb",
    "spectrum",
  ],
  [
    "few under noise with memory",
    withMemory(sequenceEnvironment({ alphabet: "AB", length: 3 }), repeatNoise(0.2)),
    "sdb",
    "kmer",
  ],
  ["a grid", gridEnvironment({ dimensions: 2, side: 8 }), "sdb", "memory"],
])("%s", (_name, environment, objective, model) => {
  expect(usualObjective(environment as never).name).toBe(objective);
  expect(usualModel(environment as never)).toBe(model);
});

/** Regret of plain defaults but for a smaller batch, in nats. */
async function regretOf(landscape: ReturnType<typeof chainLandscape>, iterations: number): Promise<number> {
  const reward = new Reward({ logarithmic: true });
  const world = { landscape, reward, environment: environmentOf(landscape, stickyNoise(0.1)) };
  const { logZ, limit } = openTruth(world)!;
  const trainer = await createTrainer({ ...world, decayOver: iterations, batch: { onPolicy: 64 }, seed: 1 });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  const { logLaw, scores } = await drawSamples(world, trainer.policy, 2048, 1);
  await trainer.dispose();
  const gaps = scores.map((score, i) => logZ - score + logLaw![i]!);
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length - limit!.klReverse;
}

test("a chain of 20 letters", { timeout: 120_000 }, async () => {
  expect(await regretOf(chainLandscape({ length: 20, seed: 101 }), 300)).toBeLessThan(0.1);
});

test("motifs among 30 letters", { timeout: 120_000 }, async () => {
  expect(await regretOf(motifLandscape({ length: 30, seed: 101 }), 400)).toBeLessThan(0.15);
});

test("the model of long sequences trains on the wasm engine too", async () => {
  // Longer than a block of running totals, so that both ways of adding up are compiled.
  const environment = environmentOf(chainLandscape({ length: 70, seed: 101 }), stickyNoise(0.1));
  const landscape = chainLandscape({ length: 70, seed: 101 });
  const reward = new Reward({ logarithmic: true });
  const losses = [];
  for (const engine of ["onnx", "wasm"] as const) {
    const setup = { landscape, reward, environment, engine, seed: 1, batch: { onPolicy: 4 } };
    const trainer = await createTrainer({ ...setup, model: { hidden: 8 } });
    losses.push((await trainer.iterate()).loss);
    await trainer.dispose();
  }
  expect(losses[1]! / losses[0]!).toBeCloseTo(1, 3);
});
