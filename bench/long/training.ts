/**
 * Training a sampler where nothing can be listed: the proteins of 30 amino acids and the stretches of 100 bases of
 * `long-truths.ts`, scored by a function. A score is e^z, with z in standard deviations above the mean of 500 measured
 * sequences, so that log R = β z. Objectives, models, and trajectories from what was measured, side by side with as many
 * scores each. Prints a table for docs/long-sequences.md.
 *
 *   npx tsx bench/long/training.ts [--task protein|dna] [--seeds 1,2,3] [--iterations 1000] [--only 0,2]
 */
import { parseArgs } from "node:util";
import { assess } from "../../src/assessment/assess.ts";
import { replaySequence } from "../../src/environment/sequence/replay-sequence.ts";
import { sequenceEnvironment } from "../../src/environment/sequence/sequence.ts";
import { stickyNoise } from "../../src/environment/noise/sticky-noise.ts";
import { withNoise } from "../../src/environment/noise/noise.ts";
import { meanInterval } from "../../src/evaluation/sample/intervals.ts";
import { functionOracle } from "../../src/landscape/oracle/function-oracle.ts";
import { Reward } from "../../src/landscape/reward.ts";
import { parseObjective } from "../../src/objective/registry.ts";
import { Generator } from "../../src/random/generator.ts";
import { createTrainer } from "../../src/training/setup/create-trainer.ts";
import type { TrainingSetup } from "../../src/training/setup/create-trainer.ts";
import { longTruths } from "./truths.ts";

const { values } = parseArgs({
  options: {
    task: { type: "string", default: "protein" },
    seeds: { type: "string", default: "1,2,3" },
    iterations: { type: "string", default: "1000" },
    only: { type: "string" },
  },
});
const iterations = Number(values.iterations);
const [alpha, fresh, measuredRows] = [0.05, 64, 500];

interface Settings extends Pick<TrainingSetup, "model" | "rate"> {
  readonly objective?: string;
  readonly beta?: number;
  /** Trajectories of an update that rebuild what was measured. */
  readonly examples?: number;
  /** Trajectories of an update that are taken again, the better the more often. */
  readonly replay?: number;
}
const transformer = { kind: "transformer", hidden: 64, layers: 2, heads: 4 } as const;
/** The network past enumeration before there was the spectrum model. */
const kmer = { kind: "kmer" } as const;
const settings: Readonly<Record<string, Settings>> = {
  "`--beta 8`": {},
  "`--beta 8 --objective sdb --model kmer`": { objective: "sdb", model: kmer },
  "`--beta 8 --model kmer`": { objective: "stb", model: kmer },
  "`--beta 8 --model kmer --rate 0.003`": { objective: "stb", model: kmer, rate: 0.003 },
  "`--beta 8 --model mlp`": { objective: "stb", model: { kind: "mlp" } },
  "`--beta 8 --model transformer`": { objective: "stb", model: transformer, rate: 0.004 },
  "`--beta 8 --model transformer --rate 0.001`": { objective: "stb", model: transformer, rate: 0.001 },
  "`--beta 8 --model kmer --dataset assay.csv --dataset-batch 32`": {
    objective: "stb",
    model: kmer,
    examples: 32,
  },
  "`--beta 8 --objective sdb --model kmer --dataset assay.csv --dataset-batch 32`": {
    objective: "sdb",
    model: kmer,
    examples: 32,
  },
  "`--beta 8 --model kmer --replay 32 --priority 1`": { objective: "stb", model: kmer, replay: 32 },
  "`--beta 1 --model kmer`": { objective: "stb", model: kmer, beta: 1 },
  "`--beta 32 --model kmer`": { objective: "stb", model: kmer, beta: 32 },
};

const mean = (list: ArrayLike<number>): number =>
  Array.from(list).reduce((sum, value) => sum + value, 0) / list.length;

async function once(
  { objective, beta = 8, examples = 0, replay = 0, ...rest }: Settings,
  seed: number,
): Promise<Record<string, number>> {
  const generator = Generator.fromSeed(seed);
  const { alphabet, draw, score } = longTruths[values.task === "dna" ? "dna" : "protein"](generator);
  const measured = Array.from({ length: measuredRows }, () => draw(generator));
  const truths = measured.map(score);
  const centre = mean(truths);
  const deviation = Math.sqrt(mean(truths.map((value) => (value - centre) ** 2)));
  const worth = (sequence: string): number => Math.exp((score(sequence) - centre) / deviation);
  const length = measured[0]!.length;
  const environment = withNoise(sequenceEnvironment({ alphabet, length }), stickyNoise(alpha));
  const began = process.cpuUsage();
  const trainer = await createTrainer({
    environment,
    landscape: functionOracle({ mode: "single", score: worth }),
    reward: new Reward({ exponent: beta, floor: 1e-100 }),
    ...(objective === undefined ? {} : { objective: parseObjective(objective) }),
    batch: { onPolicy: fresh, dataset: examples, replay },
    ...(replay > 0 ? { replay: { priority: 1 } } : {}),
    ...(examples === 0
      ? {}
      : {
          dataset: measured.map((sequence) => ({
            object: sequence,
            real: replaySequence(environment, sequence).outcomes,
            score: worth(sequence),
          })),
        }),
    decayOver: iterations,
    seed,
    ...rest,
  });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  const { user, system } = process.cpuUsage(began);
  const { estimates, top } = await assess(trainer, { samples: 1024 });
  const zs = (await trainer.sample(1024)).map((sequence) => Math.log(worth(sequence)));
  await trainer.dispose();
  return {
    "best measured": Math.max(...truths.map((value) => (value - centre) / deviation)),
    "mean of samples": mean(zs),
    "mean of the best 100 of 1,024": mean(zs.toSorted((a, b) => b - a).slice(0, 100)),
    "letters apart in the best 100": top.diversity ?? Number.NaN,
    "mean log R/P": estimates?.elbo?.estimate ?? Number.NaN,
    "processor seconds": (user + system) / 1e6,
  };
}

let labels: readonly string[] | undefined;
for (const [at, [name, asked]] of Object.entries(settings).entries()) {
  if (values.only !== undefined && !values.only.split(",").includes(String(at))) continue;
  const rows: Record<string, number>[] = [];
  for (const seed of values.seeds.split(",").map(Number)) rows.push(await once(asked, seed));
  if (labels === undefined) {
    labels = Object.keys(rows[0]!);
    console.log(`| ${values.task}, ${iterations * fresh} scores | ${labels.join(" | ")} |`);
    console.log(`|---|${labels.map(() => "---").join("|")}|`);
  }
  const cells = labels.map((label) => {
    const { mean: centre, half } = meanInterval(rows.map((row) => row[label]!));
    return `${Number(centre.toPrecision(3))} ± ${Number((half ?? 0).toPrecision(2))}`;
  });
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
