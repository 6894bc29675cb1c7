/**
 * What it takes to begin: `windage --help` beside bare Node, and a default run until the metrics of its first iterations
 * are written. Medians, the programs taking turns.
 *
 *     npm run build && npx tsx bench/speed/start.ts [--times 6]
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { median } from "../../src/bench/timing.ts";

const { values } = parseArgs({ options: { times: { type: "string", default: "6" } } });
const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const node = (...words: readonly string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, [...words]);

/** A default run, ended as soon as it has written metrics; how long that took. */
async function firstMetrics(): Promise<number> {
  const runs = await mkdtemp(join(tmpdir(), "windage-start-"));
  const written = (): boolean =>
    readdirSync(runs).some((run) => {
      const file = join(runs, run, "metrics.jsonl");
      return existsSync(file) && statSync(file).size > 0;
    });
  const start = performance.now();
  const child = spawn(process.execPath, [main, "train", "--runs", runs], { stdio: "ignore" });
  const ended = once(child, "exit");
  while (!written() && child.exitCode === null) await wait(2);
  const milliseconds = performance.now() - start;
  child.kill("SIGINT");
  await ended;
  await rm(runs, { recursive: true, force: true });
  return milliseconds;
}

const figures = { bare: [] as number[], help: [] as number[], first: [] as number[] };
for (let i = 0; i < Number(values.times); i++) {
  figures.bare.push(await timed(() => node("--eval", "0")));
  figures.help.push(await timed(() => node(main, "--help")));
  figures.first.push(await firstMetrics());
}
const [bare, help, first] = [figures.bare, figures.help, figures.first].map((all) => median(all)) as [
  number,
  number,
  number,
];
console.log(`| bare Node | windage --help | more (wanted: ≤ 80 ms) | first metrics (wanted: ≤ 1.5 s) |
| --- | --- | --- | --- |
| ${bare.toFixed(0)} ms | ${help.toFixed(0)} ms | ${(help - bare).toFixed(0)} ms | ${(first / 1000).toFixed(2)} s |`);
