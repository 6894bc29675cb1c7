/**
 * Rates, memory and quality against length, past enumeration: bit sequences of several lengths, and peptides up to 60
 * letters. Each row runs in a process of its own, so that its peak memory is its own. Times are those of the processor, all
 * threads together, because the clock also measures what else a machine does. Prints a table for
 * docs/results/past-enumeration.md.
 *
 *     npx tsx bench/speed/lengths.ts [--iterations 300] [--batch 16]
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sequenceEnvironment } from "../../src/environment/sequence/sequence.ts";
import { stickyNoise } from "../../src/environment/noise/sticky-noise.ts";
import { withNoise } from "../../src/environment/noise/noise.ts";
import { wordAlphabet } from "../../src/environment/sequence/word-alphabet.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { bitLandscape } from "../../src/landscape/bits/bit-landscape.ts";
import { functionOracle } from "../../src/landscape/oracle/function-oracle.ts";
import { Reward } from "../../src/landscape/reward.ts";
import type { Landscape } from "../../src/landscape/landscape.ts";
import { stb } from "../../src/objective/balance/stb.ts";
import { createTrainer } from "../../src/training/setup/create-trainer.ts";
import type { ModelChoice } from "../../src/training/policy/state-model.ts";

const { values } = parseArgs({
  options: {
    iterations: { type: "string", default: "300" },
    batch: { type: "string", default: "16" },
    row: { type: "string" },
  },
});
const iterations = Number(values.iterations);
const onPolicy = Number(values.batch);

interface Row {
  readonly name: string;
  readonly environment: () => Environment;
  readonly landscape: () => Landscape;
  readonly model: ModelChoice;
}

const noise = stickyNoise(0.1);
const models: Readonly<Record<string, ModelChoice>> = {
  kmer: { kind: "kmer", hidden: 64 },
  transformer: { kind: "transformer", hidden: 64, layers: 2, heads: 4 },
};
const bits = (kind: string, length: number, word: number): Row => ({
  name: `${length} bits in words of ${word}, ${kind}`,
  environment: () =>
    withNoise(sequenceEnvironment({ alphabet: wordAlphabet(word), length: length / word }), noise),
  landscape: () => bitLandscape({ bits: length }),
  model: { ...models[kind], ...(kind === "kmer" ? { kmer: word === 8 ? 1 : 2 } : {}) },
});
const peptides = (kind: string): Row => ({
  name: `peptides of 8 to 60, ${kind}`,
  environment: () =>
    withNoise(sequenceEnvironment({ alphabet: "ACDEFGHIKLMNPQRSTVWY", minLength: 8, maxLength: 60 }), noise),
  landscape: () =>
    functionOracle({
      mode: "single",
      score: (text) =>
        (1 + (text.match(/[KR][AILV]/g)?.length ?? 0)) / (1 + text.length / 2) / 20 ** (text.length / 8),
    }),
  model: { ...models[kind], ...(kind === "kmer" ? { kmer: 2 } : {}) },
});
const rows: readonly Row[] = Object.keys(models).flatMap((kind) => [
  bits(kind, 40, 4),
  bits(kind, 120, 4),
  bits(kind, 120, 8),
  bits(kind, 240, 4),
  peptides(kind),
]);

async function measure({ environment, landscape, model }: Row): Promise<string[]> {
  const trainer = await createTrainer({
    environment: environment(),
    landscape: landscape(),
    reward: new Reward({ exponent: 8, floor: 1e-100 }),
    model,
    rate: 0.003,
    batch: { onPolicy },
    decayOver: iterations,
    objective: stb,
  });
  const mean = (scores: Float64Array): number => scores.reduce((sum, y) => sum + y, 0) / scores.length;
  const first = mean((await trainer.iterate()).scores);
  const began = { ...process.cpuUsage(), steps: trainer.environmentSteps };
  let last = first;
  for (let i = 1; i < iterations; i++) {
    const { scores } = await trainer.iterate();
    last += (mean(scores) - last) / 20;
  }
  const { user, system } = process.cpuUsage(began);
  const seconds = (user + system) / 1e6;
  const stepsPerSecond = (trainer.environmentSteps - began.steps) / seconds;
  await trainer.dispose();
  const memory = process.resourceUsage().maxRSS / 1024;
  return [
    stepsPerSecond.toFixed(0),
    ((1000 * seconds) / (iterations - 1)).toFixed(1),
    memory.toFixed(0),
    first.toFixed(3),
    last.toFixed(3),
  ];
}

if (values.row !== undefined) {
  console.log((await measure(rows[Number(values.row)]!)).join(" | "));
} else {
  console.log(
    "| | letters/s | ms per iteration | peak memory, MB | mean score at the start | at the end |\n|---|---|---|---|---|---|",
  );
  rows.forEach(({ name }, row) => {
    const words = ["--import", "tsx", fileURLToPath(import.meta.url), "--row", String(row)];
    const options = ["--iterations", String(iterations), "--batch", String(onPolicy)];
    const { stdout } = spawnSync(process.execPath, [...words, ...options], { encoding: "utf8" });
    console.log(`| ${name} | ${stdout.trim()} |`);
  });
}
