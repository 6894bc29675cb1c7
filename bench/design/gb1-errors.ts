/**
 * GB1 (Wu et al. 2016, imputed variants too) made by a synthesis with errors: of 384 random variants that were measured
 * without an error, a first order of 96 with and without regard to errors, and the mean true fitness of what is made of
 * both, exactly, over all 160,000 products. Beside it the best 96 orders that there are, and the certified limits of what
 * any law of orders can follow: of the worth that the round works with, and of the true fitness.
 *
 *   npx tsx bench/design/gb1-errors.ts ../shared/data/gb1 --alpha 0.05 --seeds 1,2,3
 */
import { parseArgs } from "node:util";
import { propose } from "../../src/design/propose.ts";
import { tableAfterErrors } from "../../src/design/synthesis/after-errors.ts";
import { uniformErrors } from "../../src/design/synthesis/error-model.ts";
import { orderLimit } from "../../src/design/synthesis/order-limit.ts";
import { SequenceSpace } from "../../src/landscape/exact/sequence-space.ts";
import { Generator } from "../../src/random/generator.ts";
import { mean } from "./campaign.ts";
import { readGb1 } from "./read-gb1.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    alpha: { type: "string", default: "0.05" },
    seeds: { type: "string", default: "1,2,3" },
    batch: { type: "string", default: "96" },
  },
});
const batch = Number(values.batch);
const { alphabet, sequences, scores } = readGb1(positionals[0] ?? "../shared/data/gb1", true);
const space = new SequenceSpace(alphabet, 4);
const fitness = new Float64Array(space.size);
for (const [i, sequence] of sequences.entries()) fitness[space.indexOf(sequence)] = scores[i]!;
const errors = uniformErrors(Number(values.alpha), alphabet.length);
const made = tableAfterErrors(fitness, 4, errors);
const meanMade = (orders: readonly string[]): number =>
  mean(orders.map((order) => made[space.indexOf(order)]!));
const best = Array.from(made.keys()).sort((a, b) => made[b]! - made[a]!);
const bestOf = (count: number): number => mean(best.slice(0, count).map((index) => made[index]!));
console.log(`best ${batch} orders: what is made has fitness ${bestOf(batch).toFixed(3)} on average`);

const floor = 1e-4;
const limit = orderLimit(
  fitness.map((value) => Math.max(floor, value)),
  { minLength: 4, maxLength: 4 },
  errors,
);
console.log(`limit of made in proportion to true fitness (at least ${floor}): ${JSON.stringify(limit)}`);
const lines = [
  "| seed | with regard to errors | ignoring them | certified limit, nats | ignoring errors, nats |",
  "|---|---|---|---|---|",
];
for (const seed of values.seeds.split(",").map(Number)) {
  const generator = Generator.fromSeed(40_000 + seed);
  const measured = Array.from(generator.sampleWithoutReplacement(sequences.length, 384), (index) => ({
    sequence: sequences[index]!,
    score: scores[index]!,
    count: 1,
    spread: 0,
  }));
  const options = { batch, search: "all", minDistance: 1, seed } as const;
  const regarding = await propose(measured, alphabet, { ...options, errors });
  const ignoring = await propose(measured, alphabet, options);
  const { limit: known } = regarding;
  const nats = typeof known === "object" ? known : undefined;
  lines.push(
    `| ${[
      seed,
      meanMade(regarding.designs.map(({ order }) => order)).toFixed(3),
      meanMade(ignoring.designs.map(({ order }) => order)).toFixed(3),
      nats === undefined ? "–" : `${(nats.klReverse - nats.gap).toFixed(4)} to ${nats.klReverse.toFixed(4)}`,
      nats?.ignoringErrors.toFixed(4) ?? "–",
    ].join(" | ")} |`,
  );
  console.error(lines.at(-1));
}
console.log(lines.join("\n"));
