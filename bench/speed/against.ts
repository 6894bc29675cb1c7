/**
 * Measures the work tree against another revision, in turns and in one run, because machines differ from hour to hour:
 *
 *     npm run bench:against -- <git revision> [--runs 3] [--seconds 5] [--tv 0.1] [--hidden 64,128,256,2048] [--quick]
 *
 * Rates are iterations per second of the training benchmark's worker, the best of many short rounds. Whole runs are
 * medians over seeds. A ratio above 1 means that the work tree is the better one.
 */
import { parseArgs } from "node:util";
import { median } from "../../src/bench/timing.ts";
import { measureRates } from "./against/rates.ts";
import { buildRevision, buildWorkTree } from "./against/revision.ts";
import { defaultRunSeconds, secondsToTv, tvAfter } from "./against/whole-runs.ts";
import type { WholeRun } from "./against/whole-runs.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "3" },
    seconds: { type: "string", default: "5" },
    tv: { type: "string", default: "0.1" },
    hidden: { type: "string", default: "64,128,256,2048" },
    quick: { type: "boolean", default: false },
  },
});
const [revision] = positionals;
if (revision === undefined)
  throw new Error("against: got no revision, expected one such as a commit, a tag or HEAD~3.");

const progress = (text: string): boolean => process.stderr.write(`${text}\n`);
const row = (...cells: readonly string[]): void => console.log(`| ${cells.join(" | ")} |`);

progress(`building ${revision} and the work tree`);
const now = await buildWorkTree();
const before = await buildRevision(revision);
try {
  row("", before.name, now.name, "ratio");
  row("---", "---", "---", "---");
  const plan = {
    hidden: options.hidden.split(",").map(Number),
    rounds: options.quick ? 4 : 20,
    burstMs: options.quick ? 100 : 200,
  };
  for (const { hidden, iterationsPerSecond } of await measureRates([before, now], plan, progress)) {
    const [old, current] = iterationsPerSecond as readonly [number, number];
    row(`iterations/s, 2 × ${hidden}`, old.toFixed(1), current.toFixed(1), `${(current / old).toFixed(2)}×`);
  }
  const seeds = Array.from({ length: options.quick ? 1 : Number(options.runs) }, (_, i) => i);
  const runs = [defaultRunSeconds, secondsToTv(Number(options.tv)), tvAfter(Number(options.seconds))];
  for (const run of runs) await compareRuns(run, seeds);
} finally {
  await before.dispose();
}

/** One row: medians over seeds, the builds taking turns and changing places. */
async function compareRuns(run: WholeRun, seeds: readonly number[]): Promise<void> {
  const figures = { before: [] as number[], now: [] as number[] };
  for (const seed of seeds) {
    const order = seed % 2 === 0 ? (["before", "now"] as const) : (["now", "before"] as const);
    for (const side of order) {
      progress(`${run.title}, seed ${seed}, ${side}`);
      figures[side].push(await run.measure(side === "before" ? before : now, seed));
    }
  }
  const [old, current] = [median(figures.before), median(figures.now)];
  const text = (figure: number): string => `${figure.toFixed(run.digits)}${run.unit && ` ${run.unit}`}`;
  row(run.title, text(old), text(current), `${(old / current).toFixed(2)}×`);
}
