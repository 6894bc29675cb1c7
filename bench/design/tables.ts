/**
 * One order on the binding tables: 2,000 random 8-mers measured, 96 ordered, by `windage design` with plain defaults,
 * ridge regression, ten perceptrons and at random. How many of the batch are among the true best hundredth, and the mean
 * of their true ranks of 65,536, which counts first.
 *
 *   npx tsx bench/design/tables.ts ../shared/data --seeds 1,2
 */
import { parseArgs } from "node:util";
import { join } from "node:path";
import { importTfbind8 } from "../../src/landscape/table/tfbind8.ts";
import { campaign, mean, type Method, methods, type Truth } from "./campaign.ts";

const shared = ["EGR2", "GFI1B", "HOXD13", "KLF1", "NKX2-5", "PAX4", "POU4F3", "WT1"];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    start: { type: "string", default: "2000" },
    batch: { type: "string", default: "96" },
    seeds: { type: "string", default: "1,2" },
    methods: { type: "string", default: methods.join(",") },
    tables: { type: "string", default: [...shared, "SIX6"].join(",") },
  },
});
const asked = values.methods.split(",") as Method[];
console.log(`| mean rank (top 1 %) | ${asked.join(" | ")} |\n|${"---|".repeat(asked.length + 1)}`);
for (const table of values.tables.split(",")) {
  const folder = join(positionals[0] ?? "../shared/data", table === "SIX6" ? "tfbind8" : "tfbind8-more");
  const { landscape } = await importTfbind8([join(folder, `${table}_REF_R1_8mers.txt`)], { name: table });
  const truth: Truth = {
    alphabet: landscape.space.alphabet,
    sequences: Array.from(landscape.table.keys(), (index) => landscape.space.sequenceAt(index)),
    scores: landscape.table,
  };
  const cells: string[] = [];
  for (const method of asked) {
    const [ranks, tops]: [number[], number[]] = [[], []];
    for (const seed of values.seeds.split(",").map(Number)) {
      const rounds = { start: Number(values.start), batch: Number(values.batch), rounds: 1, seed };
      const [first] = await campaign(truth, method, rounds);
      ranks.push(first!.meanRank);
      tops.push(first!.batchTop);
      console.error(
        `${table} ${method} seed ${seed}: rank ${first!.meanRank.toFixed(0)}, top 1 % ${first!.batchTop}, held ${first!.held?.toFixed(2) ?? "–"}, ${first!.processorSeconds.toFixed(0)} s; ${first!.model}`,
      );
    }
    cells.push(`${mean(ranks).toFixed(0)} (${mean(tops).toFixed(0)})`);
  }
  console.log(`| ${table} | ${cells.join(" | ")} |`);
}
