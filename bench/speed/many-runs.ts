/**
 * What it takes to look over many runs: seconds and memory of `listRuns` at first, again, and after one run has gone on,
 * and of the metrics of one run, all of them and what was appended. The runs share one file of metrics by hard links.
 *
 *     npx tsx bench/speed/many-runs.ts [--runs 2000] [--lines 100000]
 */
import { appendFileSync, linkSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defaultConfig } from "../../src/run/config/config.ts";
import { seal } from "../../src/file/seal.ts";
import { createRun } from "../../src/run/create-run.ts";
import { listRuns } from "../../src/run/list-runs.ts";
import { readMetrics } from "../../src/run/metrics/metrics-reader.ts";
import { tailMetrics } from "../../src/run/follow/tail-metrics.ts";
import { updateStatus } from "../../src/run/status.ts";
import { writeSummary } from "../../src/run/summary.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "2000" }, lines: { type: "string", default: "100000" } },
});
const [runs, lines] = [Number(values.runs), Number(values.lines)];
const root = mkdtempSync(join(tmpdir(), "windage-many-"));
const lineOf = (iteration: number): string =>
  `${JSON.stringify(seal({ iteration, loss: 1 / (iteration + 1), meanScore: 0.5, oracleCalls: 16 * iteration }))}\n`;
const shared = join(root, ".metrics");
writeFileSync(shared, Array.from({ length: lines }, (_, i) => lineOf(i)).join(""));

let last = "";
for (let i = 0; i < runs; i++) {
  const run = await createRun({
    root,
    task: "sim8",
    seed: i,
    config: { ...defaultConfig, iterations: lines },
  });
  const metrics = join(run.folder, "metrics.jsonl");
  rmSync(metrics);
  linkSync(shared, metrics);
  await updateStatus(run, "finished", { iterations: lines });
  await writeSummary(run, { exact: { tv: 0.1 }, top: { mean: 0.9 } });
  last = run.folder;
}
// What has changed in the last two seconds is looked at again.
await new Promise((resolve) => setTimeout(resolve, 2500));

async function measured(what: string, work: () => Promise<unknown>): Promise<void> {
  globalThis.gc?.();
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  const busy = ((user + system) / 1e6).toFixed(2);
  console.log(
    `${what}: ${seconds} s (${busy} s of a core), ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`,
  );
}

console.log(`${runs} runs of ${lines} lines`);
await measured("nothing yet", async () => undefined);
await measured("listed at first", () => listRuns({ root }));
await measured("listed again", () => listRuns({ root }));
const [first] = await listRuns({ root });
if (first === undefined || "problem" in first) throw new Error("no run could be read");
await updateStatus(first.run, "running");
await measured("listed after one run has gone on", () => listRuns({ root }));
await measured("all metrics of a run", () => readMetrics(first.run));
let place: string | undefined;
await measured("all metrics of a run, piece by piece", async () => {
  for (let more = true; more;) ({ place, more } = await tailMetrics(first.run, place));
});
appendFileSync(join(last, "metrics.jsonl"), lineOf(lines));
await measured("what was appended to them", () => tailMetrics(first.run, place));
rmSync(root, { recursive: true });
