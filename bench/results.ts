/**
 * Measures the figures of docs/results/tfbind8.md: trains every configuration with several seeds through the real
 * command and prints a Markdown table of means with 95 % intervals. The seeds took no part in choosing settings.
 *
 *     npx tsx bench/results.ts <raw TFBind8 table> [--seeds 11,12,13,14,15] [--parallel 1] [--only name]
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { meanInterval } from "../src/evaluation/sample/intervals.ts";

interface Configuration {
  readonly name: string;
  readonly flags: readonly string[];
}

interface Measured {
  readonly exact: { readonly tv: number };
  readonly regret: { readonly klReverse: number };
  readonly logZ: { readonly error: number };
  readonly dynamics: { readonly nll: number; readonly entropy: number };
  readonly top: { readonly mean: number };
  readonly modes: { readonly found: number };
  readonly oracleCalls: number;
  readonly seconds: number;
}

const memory = ["--hidden", "64", "--iterations", "2000", "--extra-updates", "1"];
const configurations: readonly Configuration[] = [
  { name: "160,000 scores", flags: ["--iterations", "620", "--extra-updates", "3"] },
  { name: "memory", flags: memory },
  {
    name: "table",
    flags: [
      "--model",
      "table",
      "--iterations",
      "2500",
      "--extra-updates",
      "2",
      "--rate",
      "0.05",
      "--final-rate",
      "0.0005",
    ],
  },
  { name: "kmer", flags: ["--model", "kmer", ...memory] },
  { name: "mlp", flags: ["--model", "mlp", ...memory, "--rate", "0.003"] },
  { name: "memory, α = 0.1", flags: [...memory, "--alpha", "0.1"] },
  { name: "memory, α = 0.5", flags: [...memory, "--alpha", "0.5"] },
  { name: "memory, α = 0.75", flags: [...memory, "--alpha", "0.75"] },
  { name: "sharp (β = 16), α = 0.1", flags: [...memory, "--alpha", "0.1", "--beta", "16"] },
];

const columns: readonly {
  readonly title: string;
  readonly digits: number;
  readonly of: (m: Measured) => number;
}[] = [
  { title: "TV", digits: 4, of: (m) => m.exact.tv },
  { title: "regret, nats", digits: 4, of: (m) => m.regret.klReverse },
  { title: "log Z error", digits: 3, of: (m) => m.logZ.error },
  { title: "noise NLL − entropy", digits: 4, of: (m) => m.dynamics.nll - m.dynamics.entropy },
  { title: "top-100 mean", digits: 4, of: (m) => m.top.mean },
  { title: "modes of 328", digits: 1, of: (m) => m.modes.found },
  { title: "scores", digits: 0, of: (m) => m.oracleCalls },
  { title: "seconds", digits: 0, of: (m) => m.seconds },
];

function interval(values: readonly number[], digits: number): string {
  const { mean, half } = meanInterval(values);
  return half === null ? mean.toFixed(digits) : `${mean.toFixed(digits)} ± ${half.toFixed(digits)}`;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string", default: "11,12,13,14,15" },
    parallel: { type: "string", default: "1" },
    only: { type: "string" },
  },
});
const [table] = positionals;
if (table === undefined)
  throw new Error("results: got no file, expected the raw TFBind8 table (*_8mers.txt).");
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const runs = await mkdtemp(join(tmpdir(), "windage-results-"));

async function measure({ flags }: Configuration, seed: number): Promise<Measured> {
  const words = [
    "train",
    "tfbind8",
    "--table",
    table!,
    ...flags,
    "--seed",
    String(seed),
    "--runs",
    runs,
    "--json",
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...words], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Measured;
}

/** Runs jobs a few at a time and keeps their order. */
async function inParallel<T>(jobs: readonly (() => Promise<T>)[], lanes: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < jobs.length) {
      const at = next++;
      results[at] = await jobs[at]!();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

const chosen = configurations.filter(({ name }) => options.only === undefined || name === options.only);
console.log(`| | ${columns.map((column) => column.title).join(" | ")} |`);
console.log(`|---|${columns.map(() => "---|").join("")}`);
for (const configuration of chosen) {
  const jobs = options.seeds.split(",").map((seed) => () => measure(configuration, Number(seed)));
  const measured = await inParallel(jobs, Number(options.parallel));
  const cells = columns.map(({ of, digits }) => interval(measured.map(of), digits));
  console.log(`| ${configuration.name}: \`${configuration.flags.join(" ")}\` | ${cells.join(" | ")} |`);
}
await rm(runs, { recursive: true });
