/**
 * From an assay to an order on a table whose truth is hidden: the three protocols of docs/design.md. Prints a Markdown
 * row per seed and the means with 95 % intervals.
 *
 *   npx tsx bench/design.ts sim8 --protocol single --seeds 101,102,103
 *   npx tsx bench/design.ts SIX6_REF_R1_8mers.txt --protocol single --alpha 0.1
 */
import { parseArgs } from "node:util";
import { propose, type ProposeOptions, uniformErrors, tableAfterErrors } from "../src/design/index.ts";
import { meanInterval } from "../src/evaluation/index.ts";
import { createSim8, type Measurement, type TableLandscape } from "../src/landscape/index.ts";
import { importTfbind8 } from "../src/landscape/table/index.ts";
import { foldIn, Generator, key } from "../src/random/index.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    protocol: { type: "string", default: "single" },
    seeds: { type: "string", default: "101,102,103,104,105" },
    alpha: { type: "string", default: "0" },
    search: { type: "string", default: "gflownet" },
    aim: { type: "string" },
    kappa: { type: "string" },
    steps: { type: "string" },
    rounds: { type: "string" },
    distance: { type: "string" },
  },
});
const [name = "sim8"] = positionals;
const table: TableLandscape =
  name === "sim8" ? createSim8() : (await importTfbind8([name], { name: "table" })).landscape;
const { space } = table;
const truth = table.table;
const alpha = Number(values.alpha);
const errors = uniformErrors(alpha, 4);
const made = tableAfterErrors(truth, space.length, errors);
const sorted = Float64Array.from(truth).sort();
const topTwentieth = sorted[Math.floor(0.95 * sorted.length)]!;

interface Protocol {
  /** Numbers of the sequences that are measured at the start. */
  readonly start: (generator: Generator) => readonly number[];
  readonly rounds: number;
  readonly batch: number;
  readonly minDistance: number;
  readonly aim: NonNullable<ProposeOptions["aim"]>;
}

const byScore = Array.from(truth.keys()).sort((a, b) => truth[a]! - truth[b]! || a - b);
const protocols: Readonly<Record<string, Protocol>> = {
  lowest: { start: () => byScore.slice(0, 32_898), rounds: 10, batch: 128, minDistance: 1, aim: "mean" },
  "below-median": {
    start: (generator) =>
      Array.from(generator.sampleWithoutReplacement(byScore.length / 2, 1000), (i) => byScore[i]!),
    rounds: 10,
    batch: 100,
    minDistance: 1,
    aim: "mean",
  },
  single: {
    start: (generator) => Array.from(generator.sampleWithoutReplacement(truth.length, 3000)),
    rounds: 1,
    batch: 100,
    minDistance: 3,
    aim: "mean",
  },
};

const protocol = protocols[values.protocol];
if (protocol === undefined)
  throw new Error(`--protocol: expected one of ${Object.keys(protocols).join(", ")}`);
const results = new Map<string, number[]>();
for (const seed of values.seeds.split(",").map(Number)) {
  const row = await once(protocol, seed);
  console.log(
    `seed ${seed}: ${Object.entries(row)
      .map(([what, value]) => `${what} ${Number(value.toFixed(4))}`)
      .join(", ")}`,
  );
  for (const [what, value] of Object.entries(row)) results.set(what, [...(results.get(what) ?? []), value]);
}
const labels = [...results.keys()];
console.log(`\n| ${labels.join(" | ")} |\n|${labels.map(() => "---").join("|")}|`);
console.log(
  `| ${labels
    .map((label) => {
      const { mean, half } = meanInterval(results.get(label)!);
      return `${Number(mean.toPrecision(4))} ± ${Number((half ?? 0).toPrecision(2))}`;
    })
    .join(" | ")} |`,
);

async function once(
  { start, rounds, batch, minDistance, aim }: Protocol,
  seed: number,
): Promise<Record<string, number>> {
  const root = foldIn(key(seed), 77);
  const generator = Generator.fromKey(root);
  const noise = generator.split();
  const known = new Map<number, number>();
  for (const index of start(generator)) known.set(index, truth[index]!);
  const ordered: number[] = [];
  let [inside, seconds] = [0, 0];
  const processor = process.cpuUsage();
  let last: Awaited<ReturnType<typeof propose>> | undefined;
  let newOnes = 0;
  for (let round = 1; round <= Number(values.rounds ?? rounds); round++) {
    const measurements: Measurement[] = Array.from(known, ([index, score]) => ({
      sequence: space.sequenceAt(index),
      score,
      count: 1,
      spread: 0,
    }));
    const began = performance.now();
    last = await propose(measurements, space.alphabet, {
      batch,
      minDistance: Number(values.distance ?? minDistance),
      errors,
      seed: seed + round,
      aim: (values.aim ?? aim) as NonNullable<ProposeOptions["aim"]>,
      search: values.search as NonNullable<ProposeOptions["search"]>,
      ...(values.kappa === undefined ? {} : { kappa: Number(values.kappa) }),
      ...(values.steps === undefined ? {} : { steps: Number(values.steps) }),
    });
    seconds += (performance.now() - began) / 1000;
    for (const { order, predicted } of last.designs) {
      const index = space.indexOf(order);
      ordered.push(index);
      if (!known.has(index)) newOnes++;
      if (truth[index]! >= predicted.low && truth[index]! <= predicted.high) inside++;
    }
    // What comes back is what was really made, sequenced and measured.
    for (const { order } of last.designs) {
      const index = space.indexOf(draw(order, noise));
      known.set(index, truth[index]!);
    }
    if (rounds > 1)
      console.error(
        `  seed ${seed} round ${round}: best 128 mean ${best(known).mean.toFixed(4)}, ${seconds.toFixed(0)} s, ${processorSeconds(processor).toFixed(0)} of a processor`,
      );
  }
  const common = {
    "80 % intervals cover": inside / ordered.length,
    diversity: last!.diversity,
    novelty: last!.novelty,
    "not measured before": newOnes,
    seconds,
    "processor seconds": processorSeconds(processor),
  };
  if (rounds === 1) {
    return {
      "in the top 5 %": ordered.filter((index) => truth[index]! >= topTwentieth).length,
      "mean score as ordered": mean(ordered.map((index) => truth[index]!)),
      "mean score as made": mean(ordered.map((index) => made[index]!)),
      ...common,
    };
  }
  const { mean: top, diversity, highest, hits } = best(known);
  return {
    "mean of the best 128": top,
    highest,
    "hits ≥ 0.9": hits,
    "diversity of the best 128": diversity,
    ...common,
  };
}

function best(known: ReadonlyMap<number, number>): {
  mean: number;
  diversity: number;
  highest: number;
  hits: number;
} {
  const top = [...known].sort((a, b) => b[1] - a[1]).slice(0, 128);
  let [sum, pairs] = [0, 0];
  for (const [i] of top) {
    for (const [j] of top) {
      if (j >= i) continue;
      const [a, b] = [space.sequenceAt(i), space.sequenceAt(j)];
      for (let t = 0; t < a.length; t++) if (a[t] !== b[t]) sum++;
      pairs++;
    }
  }
  return {
    mean: mean(top.map(([, score]) => score)),
    diversity: sum / pairs,
    highest: top[0]![1],
    hits: [...known.values()].filter((score) => score >= 0.9).length,
  };
}

/** All threads together, system included. */
function processorSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

function draw(order: string, generator: Generator): string {
  return Array.from(order, (letter) =>
    generator.float64() < alpha ? space.alphabet[generator.integer(4)]! : letter,
  ).join("");
}

function mean(list: readonly number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}
