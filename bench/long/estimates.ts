/**
 * Whether estimates made without log Z hold: trains samplers of worlds that are known exactly, for different times and by
 * different objectives, reports on them as if log Z were unknown, and counts how often what is said is true. Prints a
 * table for docs/evaluation.md.
 *
 *   npx tsx bench/long/estimates.ts [--samplers 200] [--seed 1000]
 */
import { parseArgs } from "node:util";
import { drawSamples } from "../../src/assessment/samples.ts";
import { openTruth } from "../../src/assessment/truth/truth.ts";
import { environmentOf } from "../../src/environment/environment-of.ts";
import { stickyNoise } from "../../src/environment/noise/sticky-noise.ts";
import type { Estimate } from "../../src/evaluation/sample/estimate.ts";
import { estimateFromSamples, estimateMean } from "../../src/evaluation/sample/estimate.ts";
import { chainLandscape } from "../../src/landscape/automaton/chain-landscape.ts";
import { motifLandscape } from "../../src/landscape/automaton/motif-landscape.ts";
import { Reward } from "../../src/landscape/reward.ts";
import { parseObjective } from "../../src/objective/registry.ts";
import { Generator } from "../../src/random/generator.ts";
import { createTrainer } from "../../src/training/setup/create-trainer.ts";

const { values } = parseArgs({
  options: {
    samplers: { type: "string", default: "200" },
    seed: { type: "string", default: "1000" },
  },
});

const samples = 2048;
/** Samples that the true divergence is the mean of; its error is part of the comparison. */
const many = 16_384;
const reward = new Reward({ logarithmic: true });
const counts = { intervals: 0, klHolds: 0, logZHolds: 0, bounds: 0, klAbove: 0, logZAbove: 0 };

for (let i = 0; i < Number(values.samplers); i++) {
  const generator = Generator.fromSeed(Number(values.seed) + i);
  const seed = generator.integer(1e6);
  const length = [10, 20, 30, 50][generator.integer(4)]!;
  const landscape = i % 2 === 0 ? chainLandscape({ length, seed }) : motifLandscape({ length, seed });
  const environment = environmentOf(landscape, stickyNoise([0.05, 0.1, 0.3][generator.integer(3)]!));
  // From hardly trained to nearly perfect, evenly in the logarithm.
  const iterations = Math.floor(3 * 200 ** generator.float64());
  const trainer = await createTrainer({
    environment,
    landscape,
    reward,
    objective: parseObjective(["stb", "sdb", "ssubtb"][generator.integer(3)]!),
    model: { kind: "kmer", kmer: generator.integer(3) + 1, hidden: 32 },
    batch: { onPolicy: 32, exploratory: 0, replay: 0 },
    decayOver: iterations,
    seed,
  });
  for (let t = 0; t < iterations; t++) await trainer.iterate();
  const world = { environment, landscape, reward };
  const { logZ } = openTruth(world)!;
  const logWeights = async (count: number, drawSeed: number): Promise<[Float64Array, Float64Array]> => {
    const drawn = await drawSamples(world, trainer.policy, count, drawSeed);
    return [drawn.logLaw!, reward.logRewards(drawn.scores)];
  };
  const [law, worth] = await logWeights(many, 2);
  const gap = estimateMean(worth.map((value, j) => logZ - value + law[j]!));
  const [logLaw, logReward] = await logWeights(samples, 1);
  const { klReverse, logZ: guessed, atLeast } = estimateFromSamples(logLaw, logReward);
  const holds = (one: Estimate, truth: number, error = 0): boolean =>
    Math.abs(one.estimate - truth) <= 1.96 * Math.hypot(one.standardError, error);
  if (klReverse !== null && guessed !== null) {
    counts.intervals++;
    counts.klHolds += Number(holds(klReverse, gap.estimate, gap.standardError));
    counts.logZHolds += Number(holds(guessed, logZ));
  } else {
    counts.bounds++;
    counts.klAbove += Number(atLeast.klReverse! <= gap.estimate + 1.96 * gap.standardError);
    counts.logZAbove += Number(atLeast.logZ! <= logZ);
  }
  await trainer.dispose();
  const said =
    klReverse === null
      ? `at least ${atLeast.klReverse!.toFixed(3)}`
      : `${klReverse.estimate.toFixed(3)} ± ${klReverse.standardError.toFixed(3)}`;
  console.error(
    `${i + 1}: ${landscape.name.slice(0, 24)}, ${iterations} iterations: ${said}, truly ${gap.estimate.toFixed(3)}`,
  );
}

const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
console.log("| said | holds for KL(P‖target) | holds for log Z |");
console.log("|---|---|---|");
console.log(
  `| a 95 % interval | ${share(counts.klHolds, counts.intervals)} | ${share(counts.logZHolds, counts.intervals)} |`,
);
console.log(
  `| a bound | ${share(counts.klAbove, counts.bounds)} | ${share(counts.logZAbove, counts.bounds)} |`,
);
