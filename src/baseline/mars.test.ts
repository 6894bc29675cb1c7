import { describe, expect, test } from "vitest";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { withNoise } from "../environment/noise/noise.ts";
import { Generator } from "../random/generator.ts";
import { distanceToTarget, lawOfRun, reward, roughScore, setupFor, worlds } from "./chain/chains.fixture.ts";
import { editSpace } from "./chain/edits.ts";
import { imbalance, reachableObjects, transitionMatrix } from "./chain/transition-matrix.fixture.ts";
import { createMars, createProposal, marsDefaults, marsTemperature } from "./mars.ts";
import { createMh, logHastings } from "./mh.ts";
import type { BaselineSetup } from "./setup.ts";
import type { Method } from "../training/method.ts";

test("the temperature falls in a straight line and then stays at 1", () => {
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => marsTemperature(share, 5, 0.5))).toEqual([5, 3, 1, 1, 1]);
  expect(marsTemperature(0, 5, 0)).toBe(1);
});

describe("the proposal", () => {
  const settings = { ...marsDefaults, chains: 4, batchSize: 8, rate: 0.01 };

  test("learns the likelihood of what was written, not of what was intended", async () => {
    const space = editSpace(worlds["with sticky noise"]!.environment);
    const proposal = await createProposal(space, { model: { hidden: 16 }, seed: 1 }, settings);
    const batch = Array.from({ length: 8 }, () => ({ object: [0, 0, 0, 0], edit: 5 }));
    // Twelve edits, almost uniform at first, of which noise makes twelve edits again.
    expect(await proposal.learn(batch)).toBeCloseTo(Math.log(12), 1);
    let loss = 0;
    for (let i = 0; i < 300; i++) loss = await proposal.learn(batch);
    // Intending an edit always writes it with probability 1 − α + α/V at α = 0.5, V = 3: no loss can be lower.
    expect(loss).toBeGreaterThan(-Math.log(2 / 3) - 1e-6);
    expect(loss).toBeLessThan(-Math.log(2 / 3) + 0.02);
    const [law] = await proposal.laws([[0, 0, 0, 0]]);
    expect(law![5]).toBeGreaterThan(0.8 * 0.95);
    expect(law!.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    // A fifth of the intentions stays uniform.
    expect(Math.min(...law!)).toBeGreaterThanOrEqual(0.2 / 12);
    await proposal.dispose();
  });

  test.each(Object.entries(worlds))(
    "chains %s: frozen, and at T = 1, they are in detailed balance with R/Z",
    async (_name, { environment, first }) => {
      const space = editSpace(environment);
      const objects = reachableObjects(space, space.parse(first));
      const proposal = await createProposal(
        space,
        { model: { hidden: 16 }, seed: 1 },
        { ...settings, chains: objects.length },
      );
      const generator = Generator.fromSeed(3);
      for (let i = 0; i < 30; i++) {
        const batch = Array.from({ length: 8 }, () => ({
          object: objects[generator.integer(objects.length)]!,
          edit: generator.integer(Math.ceil(space.editCount / 2)),
        }));
        await proposal.learn(batch);
      }
      const laws = await proposal.laws(objects);
      const logR = objects.map((object) => reward.logReward(roughScore(space.format(object))));
      const z = logR.reduce((sum, value) => sum + Math.exp(value), 0);
      const matrix = transitionMatrix(
        space,
        objects,
        (x) => laws[x]!,
        (x, edit, y) =>
          logR[y]! -
          logR[x]! +
          logHastings(space, { object: objects[x]!, edit, there: laws[x]!, back: laws[y]! }),
      );
      const target = logR.map((value) => Math.exp(value) / z);
      // It has learned something: some edits are intended far more often than others.
      expect(Math.max(...laws[0]!) / Math.min(...laws[0]!)).toBeGreaterThan(1.5);
      expect(imbalance(target, matrix)).toBeLessThan(1e-15);
      await proposal.dispose();
    },
  );
});

describe("chains", () => {
  test("objects come in proportion to rewards once everything stands still", async () => {
    const { environment, first } = worlds["with asymmetric slips"]!;
    const space = editSpace(environment);
    const texts = reachableObjects(space, space.parse(first)).map((object) => space.format(object));
    const sampler = await createMars(setupFor(environment, { oracleCalls: 8000 }), { chains: 64 });
    while (sampler.spent.oracleCalls < 4000) await sampler.iterate();
    const law = await lawOfRun(sampler, { skip: 50, iterations: 2500 });
    expect(distanceToTarget(law, texts)).toBeLessThan(0.04);
    await sampler.dispose();
  });

  test("T reaches 1, and edits are accepted more often than those of mh at the same budget", async () => {
    const [mh, mars] = await Promise.all([secondHalf(createMh), secondHalf(createMars)]);
    expect(mars.temperature).toBe(1);
    // Means of seeds 1 to 3: 0.24 and 0.43 of the new objects are accepted, 0.21 and 0.34 of the steps move.
    expect(mars.acceptance).toBeGreaterThan(1.4 * mh.acceptance);
    expect(mars.moved).toBeGreaterThan(1.3 * mh.moved);
  });

  test("a step per chain, a call per new object; samples cost and teach nothing", async () => {
    const { environment } = worlds["with sticky noise"]!;
    const setups = [1, 2].map(() => setupFor(environment, { oracleCalls: 2000 }));
    const [sampled, other] = (await Promise.all(
      setups.map((setup) => createMars(setup, { chains: 8, updateEvery: 1 })),
    )) as [Method, Method];
    for (let i = 0; i < 20; i++) await Promise.all([sampled.iterate(), other.iterate()]);
    expect(sampled.spent.environmentSteps).toBe(8 * 4 + 19 * 8);
    expect(sampled.spent.oracleCalls).toBe(setups[0]!.scorer.calls);
    const { spent } = sampled;
    expect(await sampled.sample(30, 5)).toEqual(await other.sample(30, 5));
    await sampled.sample(40, 6);
    expect(sampled.spent).toEqual(spent);
    for (let i = 0; i < 5; i++) expect(await sampled.iterate()).toEqual(await other.iterate());
    await Promise.all([sampled.dispose(), other.dispose()]);
  });

  test.each([
    [{ chains: 0 }, /got chains 0/],
    [{ adaptShare: 2 }, /got adaptShare 2, expected a number from 0 to 1/],
    [{ startTemperature: 0.5 }, /got startTemperature 0.5/],
    [{ chains: 1e9 }, /got chains 1000000000, expected a whole number from 1 to 65536/],
    [{ rate: -1 }, /got rate -1, expected a number above 0/],
    [{ temperature: 2 } as never, /got the setting "temperature", expected one of chains/],
  ])("%j is refused", async (settings, message) => {
    await expect(createMars(setupFor(worlds["on a grid"]!.environment), settings)).rejects.toThrow(message);
  });
});

/** Means over the second half of a budget, on a space where most edits are bad: 8⁵ words whose letters matter. */
async function secondHalf(
  create: (setup: BaselineSetup) => Promise<Method>,
): Promise<{ acceptance: number; moved: number; temperature: number | undefined }> {
  const letters = "ABCDEFGH";
  const generator = Generator.fromSeed(9);
  const taste = Array.from({ length: 5 * letters.length }, () => 1.5 * generator.normal());
  const score = (text: string): number =>
    roughScore(text) *
    Math.exp(Array.from(text).reduce((sum, letter, at) => sum + taste[at * 8 + letters.indexOf(letter)]!, 0));
  const environment = withNoise(sequenceEnvironment({ alphabet: letters, length: 5 }), stickyNoise(0.3));
  const oracleCalls = 8000;
  const sampler = await create(setupFor(environment, { score, oracleCalls }));
  let [iterations, acceptance, moved] = [0, 0, 0];
  let temperature: number | undefined;
  while (sampler.spent.oracleCalls + 16 <= oracleCalls) {
    const isLate = sampler.spent.oracleCalls >= oracleCalls / 2;
    const { metrics } = await sampler.iterate();
    if (!isLate) continue;
    iterations += 1;
    acceptance += Number(metrics["acceptance"]);
    moved += Number(metrics["moved"]);
    temperature = Number(metrics["temperature"]);
  }
  await sampler.dispose();
  return { acceptance: acceptance / iterations, moved: moved / iterations, temperature };
}
