/**
 * Design of long sequences, where nothing can be listed: proteins of 30 amino acids, variants of one parent as in a deep
 * mutational scan, and random stretches of 100 bases with sites of three motifs. Truths are simulated. Prints a table
 * for docs/long-sequences.md.
 *
 *   npx tsx bench/long/design.ts [--task protein|dna] [--search evolution] [--steps 100] [--rows 500] [--seeds 1,2,3]
 */
import { parseArgs } from "node:util";
import { propose } from "../../src/design/propose.ts";
import type { ProposeOptions } from "../../src/design/propose.ts";
import { meanInterval } from "../../src/evaluation/sample/intervals.ts";
import type { Measurement } from "../../src/landscape/assay/assay.ts";
import { Generator } from "../../src/random/generator.ts";
import { longTruths } from "./truths.ts";

const { values } = parseArgs({
  options: {
    task: { type: "string", default: "protein" },
    search: { type: "string", default: "gflownet" },
    steps: { type: "string" },
    rows: { type: "string", default: "500" },
    seeds: { type: "string", default: "1,2,3" },
    batch: { type: "string", default: "50" },
  },
});

const columns = new Map<string, number[]>();
for (const seed of values.seeds.split(",").map(Number)) {
  const generator = Generator.fromSeed(seed);
  const { alphabet, draw, score } = longTruths[values.task === "dna" ? "dna" : "protein"](generator);
  const drawn = new Set(Array.from({ length: Number(values.rows) }, () => draw(generator)));
  const noise = 0.3;
  const measurements: Measurement[] = Array.from(drawn, (sequence) => ({
    sequence,
    score: score(sequence) + noise * generator.normal(),
    count: 1,
    spread: 0,
  }));
  const truths = Array.from(drawn, score);
  const best = truths.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const mean = truths.reduce((sum, value) => sum + value, 0) / truths.length;
  const deviation = Math.sqrt(truths.reduce((sum, value) => sum + (value - mean) ** 2, 0) / truths.length);
  const [began, processor] = [performance.now(), process.cpuUsage()];
  const { designs, models, chosen, novelty } = await propose(measurements, alphabet, {
    search: values.search as NonNullable<ProposeOptions["search"]>,
    batch: Number(values.batch),
    seed,
    ...(values.steps === undefined ? {} : { steps: Number(values.steps) }),
  });
  const { user, system } = process.cpuUsage(processor);
  const came = designs.map(({ order }) => score(order));
  const inside = designs.filter(
    ({ predicted }, i) => came[i]! >= predicted.low && came[i]! <= predicted.high,
  );
  const row = {
    "rank correlation": models[chosen]!.spearman,
    "best measured, in deviations": (best - mean) / deviation,
    "mean of the batch": (came.reduce((sum, value) => sum + value, 0) / came.length - mean) / deviation,
    "better than the best measured, %": (100 * came.filter((value) => value > best).length) / came.length,
    "80 % intervals hold, %": (100 * inside.length) / designs.length,
    "letters from the nearest measured": novelty,
    seconds: (performance.now() - began) / 1000,
    "processor seconds": (user + system) / 1e6,
  };
  console.error(`seed ${seed}: ${models[chosen]!.name}; ${JSON.stringify(row)}`);
  for (const [name, value] of Object.entries(row)) columns.set(name, [...(columns.get(name) ?? []), value]);
}
console.log(`| ${[...columns.keys()].join(" | ")} |\n|${[...columns].map(() => "---").join("|")}|`);
const cells = [...columns.values()].map((list) => {
  const { mean, half } = meanInterval(list);
  return `${Number(mean.toPrecision(3))} ± ${Number((half ?? 0).toPrecision(2))}`;
});
console.log(`| ${cells.join(" | ")} |`);
