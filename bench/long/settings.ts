/**
 * What settings of training come to on worlds that are known exactly, at equal scores: regret, both divergences' limit
 * taken off, and processor seconds. Chooses the defaults past enumeration (docs/defaults.md), on world seeds of their own.
 * A world is `chain:4:50:.1` (letters, length, noise) or `motif:4:60:.1`; without `--settings` it trains plain defaults,
 * and several settings are compared where the flag is given several times.
 *
 *   npx tsx bench/long/settings.ts --world chain:4:50:.1 --seeds 101,102 --scores 32000 --settings '{"objective":"stb"}'
 */
import { parseArgs } from "node:util";
import { drawSamples } from "../../src/assessment/samples.ts";
import { openTruth } from "../../src/assessment/truth/truth.ts";
import { environmentOf } from "../../src/environment/environment-of.ts";
import { stickyNoise } from "../../src/environment/noise/sticky-noise.ts";
import { estimateMean } from "../../src/evaluation/sample/estimate.ts";
import { meanInterval } from "../../src/evaluation/sample/intervals.ts";
import { chainLandscape } from "../../src/landscape/automaton/chain-landscape.ts";
import { motifLandscape } from "../../src/landscape/automaton/motif-landscape.ts";
import { Reward } from "../../src/landscape/reward.ts";
import { parseObjective } from "../../src/objective/registry.ts";
import { createTrainer, type TrainingSetup } from "../../src/training/setup/create-trainer.ts";

const { values } = parseArgs({
  options: {
    world: { type: "string", multiple: true, default: ["chain:4:50:.1"] },
    seeds: { type: "string", default: "101,102" },
    scores: { type: "string", default: "32000" },
    settings: { type: "string", multiple: true, default: ["{}"] },
    every: { type: "string" },
  },
});
const reward = new Reward({ logarithmic: true });
const scores = Number(values.scores);
const alphabets: Readonly<Record<string, string>> = { 2: "AB", 4: "ACGT", 20: "ACDEFGHIKLMNPQRSTVWY" };

interface Settings extends Omit<TrainingSetup, "objective"> {
  readonly objective?: string;
}

function worldOf(name: string, seed: number) {
  const [kind, letters, length, alpha] = name.split(":");
  const shape = { alphabet: alphabets[letters!]!, length: Number(length), seed };
  const landscape = kind === "chain" ? chainLandscape(shape) : motifLandscape(shape);
  return { landscape, environment: environmentOf(landscape, stickyNoise(Number(alpha))), reward };
}

async function once(name: string, seed: number, { objective, ...given }: Settings) {
  const world = worldOf(name, seed);
  const { logZ, limit } = openTruth(world)!;
  const size = given.batch?.onPolicy ?? 256;
  const iterations = Math.floor(scores / (size + (given.batch?.exploratory ?? 0)));
  const began = process.cpuUsage();
  const trainer = await createTrainer({
    ...world,
    ...given,
    ...(objective === undefined ? {} : { objective: parseObjective(objective) }),
    batch: { ...given.batch },
    decayOver: iterations,
    seed,
  });
  const regret = async (): Promise<number> => {
    const drawn = await drawSamples(world, trainer.policy, 4096, 1);
    const worth = reward.logRewards(drawn.scores);
    const gaps = worth.map((value, i) => logZ - value + drawn.logLaw![i]!);
    return estimateMean(gaps).estimate - limit!.klReverse;
  };
  for (let i = 0; i < iterations; i++) {
    const { loss } = await trainer.iterate();
    if (values.every !== undefined && (i + 1) % Number(values.every) === 0) {
      const { user, system } = process.cpuUsage(began);
      console.error(
        `  ${i + 1}: ${(await regret()).toFixed(4)} loss ${loss.toFixed(4)} ${((user + system) / 1e6).toFixed(1)} s`,
      );
    }
  }
  const { user, system } = process.cpuUsage(began);
  const result = { regret: await regret(), seconds: (user + system) / 1e6 };
  await trainer.dispose();
  return result;
}

for (const name of values.world) {
  for (const text of values.settings) {
    const rows = [];
    for (const seed of values.seeds.split(",").map(Number))
      rows.push(await once(name, seed, JSON.parse(text) as Settings));
    const regrets = rows.map((row) => row.regret);
    const seconds = meanInterval(rows.map((row) => row.seconds)).mean;
    console.log(
      `${name} ${scores} ${text}: regret ${meanInterval(regrets).mean.toFixed(4)} (${regrets.map((r) => r.toFixed(3)).join(" ")}), ${seconds.toFixed(1)} s`,
    );
  }
}
