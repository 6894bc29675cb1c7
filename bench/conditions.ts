/**
 * One sampler under conditions beside separate ones, with exact laws: for several binding tables at equal total scores,
 * and for a range of exponents on one table. Prints a table for docs/results/conditions.md.
 *
 *     npx tsx bench/conditions.ts tables <folder of *_8mers.txt> [--scores 600000] [--seed 0] [--only conditional|separate]
 *     npx tsx bench/conditions.ts exponents <*_8mers.txt, or sim8> [--scores 600000] [--alpha 0.25] [--seed 0]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Judge } from "../src/assessment/judge.ts";
import type { Evaluation } from "../src/assessment/judge.ts";
import { tableFiles } from "../src/world/condition/condition-tables.ts";
import { buildExperiment } from "../src/run/config/build.ts";
import { defaultConfig, type ExperimentConfig } from "../src/run/config/config.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scores: { type: "string", default: "600000" },
    alpha: { type: "string", default: "0.25" },
    seed: { type: "string", default: "0" },
    rate: { type: "string", default: "0.01" },
    extra: { type: "string", default: "1" },
    batch: { type: "string", default: "256" },
    only: { type: "string" },
  },
});
const [kind, source] = positionals;
const scores = Number(values.scores);
const folder = mkdtempSync(join(tmpdir(), "windage-bench-"));
const batch = Number(values.batch);

/** Settings that all of them share; what was chosen, and on what, is in docs/results/conditions.md. */
const shared: Partial<ExperimentConfig> = {
  alpha: Number(values.alpha),
  seed: Number(values.seed),
  model: "memory",
  hidden: 64,
  onPolicy: batch,
  extraUpdates: Number(values.extra),
  rate: Number(values.rate),
  finalRate: Number(values.rate) / 100,
};

interface Trained {
  readonly evaluation: Evaluation;
  readonly judge: Judge;
  readonly oracleCalls: number;
  readonly seconds: number;
}

/** Trains on so many scores; the 64 that go into the starting flow are counted. */
async function trained(
  changes: Partial<ExperimentConfig>,
  budget: number,
  betas?: number[],
): Promise<Trained> {
  const iterations = Math.floor((budget - 64) / batch);
  const config = { ...defaultConfig, ...shared, ...changes, iterations };
  const experiment = await buildExperiment(config, folder);
  const began = performance.now();
  const { trainer, conditions } = experiment;
  for (let i = 0; i < iterations; i++) {
    await trainer.iterate();
    if (i % 200 === 0) process.stderr.write(`\r${i}/${iterations}   `);
  }
  const seconds = (performance.now() - began) / 1000;
  const judge = await Judge.of(
    experiment,
    trainer,
    betas ? { conditions: conditions!.select({ betas }) } : {},
  );
  const evaluation = (await judge.evaluate())!;
  process.stderr.write("\r");
  const { oracleCalls } = trainer;
  await judge.dispose();
  await experiment.dispose();
  return { evaluation, judge, oracleCalls, seconds };
}

async function compareTables(path: string): Promise<void> {
  const files = await tableFiles([path]);
  const separate = new Map<string, number>();
  if (values.only !== "conditional") {
    for (const { name, path: table } of files) {
      const { evaluation, seconds } = await trained({ table, task: name }, scores / files.length);
      separate.set(name, evaluation.exact.tv);
      console.log(`separate ${name} ${evaluation.exact.tv.toFixed(4)} (${seconds.toFixed(0)} s)`);
    }
    console.log(`separate, mean ${mean([...separate.values()]).toFixed(4)}`);
  }
  if (values.only === "separate") return;
  const { evaluation, seconds, oracleCalls } = await trained({ conditionTable: [path] }, scores);
  console.log("| TV of | together | separate |\n|---|---|---|");
  for (const [name, tv] of Object.entries(evaluation.tvByCondition!)) {
    console.log(`| ${name} | ${tv.toFixed(4)} | ${separate.get(name)?.toFixed(4) ?? ""} |`);
  }
  const together = evaluation.exact.tv;
  console.log(`| mean | ${together.toFixed(4)} | ${mean([...separate.values()]).toFixed(4)} |`);
  console.log(`${oracleCalls} scores, ${seconds.toFixed(0)} s`);
}

async function compareExponents(table: string): Promise<void> {
  const changes = { betaRange: [1, 8], ...(table === "sim8" ? {} : { task: "tfbind8", table }) };
  const { evaluation, seconds, oracleCalls, judge } = await trained(changes, scores, [1, 2, 3, 5, 8]);
  console.log("| condition | TV | TV at the least KL |\n|---|---|---|");
  for (const { condition, laws } of judge.cases) {
    const { name } = condition!;
    console.log(
      `| ${name} | ${evaluation.tvByCondition![name]!.toFixed(4)} | ${laws!.limit.tv.toFixed(4)} |`,
    );
  }
  console.log(`${oracleCalls} scores, ${seconds.toFixed(0)} s`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

try {
  if (kind === "tables") await compareTables(source!);
  else await compareExponents(source ?? "sim8");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
