/**
 * Campaigns on GB1 (Wu et al. 2016: four sites, 149,361 measured variants and 10,639 imputed ones): from random variants
 * to rounds of 96, by `windage design` with plain defaults, ridge regression, ten perceptrons and at random. A line per
 * seed and round on standard error, and a table in Markdown. For reporting alone: no setting is chosen on it.
 *
 *   npx tsx bench/design/gb1.ts ../shared/data/gb1 --start 384 --rounds 3 --seeds 1,2,3,4,5
 *   npx tsx bench/design/gb1.ts ../shared/data/gb1 --start 96 --rounds 4 --seeds 1,2,3,4,5 --filled
 */
import { parseArgs } from "node:util";
import { campaign, type CampaignRound, mean, type Method, methods } from "./campaign.ts";
import { readGb1 } from "./read-gb1.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    start: { type: "string", default: "384" },
    rounds: { type: "string", default: "3" },
    batch: { type: "string", default: "96" },
    seeds: { type: "string", default: "1,2,3,4,5" },
    methods: { type: "string", default: methods.join(",") },
    filled: { type: "boolean", default: false },
  },
});
const truth = readGb1(positionals[0] ?? "../shared/data/gb1", values.filled);
const best = Array.from(truth.scores).reduce((most, score) => Math.max(most, score), 0);
const [start, rounds, batch] = [values.start, values.rounds, values.batch].map(Number) as [
  number,
  number,
  number,
];
const lines: string[] = [];
for (const method of values.methods.split(",") as Method[]) {
  const all: (readonly CampaignRound[])[] = [];
  for (const seed of values.seeds.split(",").map(Number)) {
    const onRound = (round: CampaignRound): void => {
      const predicted =
        round.predictedMean === null
          ? ""
          : `, predicted ${round.predictedMean.toFixed(2)}, held ${Math.round(100 * round.held!)} %`;
      console.error(
        `${method} seed ${seed} round ${round.round}: batch mean ${round.batchMean.toFixed(2)}${predicted}, best ${batch} ${round.bestMean.toFixed(2)}, top 1 % ${round.top}, best ${round.best.toFixed(2)}, ${round.processorSeconds.toFixed(0)} s; ${round.model}${round.cautions.map((caution) => `\n  caution: ${caution.slice(0, 120)}`).join("")}`,
      );
    };
    all.push(await campaign(truth, method, { start, batch, rounds, seed, onRound }));
  }
  const last = all.map((campaigned) => campaigned.at(-1)!);
  const first = all.map((campaigned) => campaigned[0]!);
  const shown = (numbers: readonly number[], digits = 2): string =>
    numbers.map((value) => value.toFixed(digits)).join(" / ");
  const poor = first.filter(({ cautions }) =>
    cautions.some((text) => text.includes("little better than a random")),
  );
  lines.push(
    `| ${[
      method,
      mean(first.map(({ batchMean }) => batchMean)).toFixed(2),
      method === "windage" ? shown(first.map(({ predictedMean }) => predictedMean!)) : "",
      method === "windage"
        ? shown(
            first.map(({ held }) => 100 * held!),
            0,
          )
        : "",
      method === "windage" ? `${poor.length} of ${all.length}` : "",
      mean(last.map(({ bestMean }) => bestMean)).toFixed(2),
      mean(last.map(({ top }) => top)).toFixed(0),
      shown(last.map((round) => round.best)),
      mean(last.map((round) => round.best / best)).toFixed(3),
      mean(last.map((round) => round.processorSeconds)).toFixed(0),
    ].join(" | ")} |`,
  );
}
console.log(
  `| ${values.filled ? "filled" : "measured only"}, ${start} + ${rounds} × ${batch} | batch 1 mean | predicted | 80 % held | called poor | mean of best ${batch} | top 1 % found | best found | best ÷ maximum | s an order |\n|${"---|".repeat(10)}`,
);
console.log(lines.join("\n"));
