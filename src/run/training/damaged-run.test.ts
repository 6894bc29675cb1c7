/** Damage to what a trained run wrote is said by whatever reads it, and mended where it can be made again. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { smallConfig, smallRun } from "../config/small-run.fixture.ts";
import { importRun } from "../import-run.ts";
import type { Run } from "../layout.ts";
import { inspectRun } from "../list-runs.ts";
import { readMetrics } from "../metrics/metrics-reader.ts";
import { readSummary } from "../summary.ts";
import { evaluateTrained, isComplete } from "./trained-run.ts";
import { trainRun } from "./train-run.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-damaged-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const whole = join(folder, "whole");
let run: Run;

beforeAll(async () => {
  const config = smallConfig({ task: "grid", side: 3, iterations: 20, checkpointEvery: 10, samples: 16 });
  run = await smallRun(join(folder, "runs"), config);
  await trainRun(run, { onProgress: () => undefined });
  cpSync(run.folder, whole, { recursive: true });
});
beforeEach(() => {
  rmSync(run.folder, { recursive: true });
  cpSync(whole, run.folder, { recursive: true });
});

const path = (...names: string[]): string => join(run.folder, ...names);

/** What `resume` warns of. */
async function resumed(): Promise<string> {
  const warnings: string[] = [];
  await trainRun(run, {
    resume: true,
    onProgress: () => undefined,
    onWarning: (text) => warnings.push(text),
  });
  return warnings.join("\n");
}

function editMetrics(edit: (lines: string[]) => string[]): void {
  const lines = readFileSync(path("metrics.jsonl"), "utf8").trimEnd().split("\n");
  writeFileSync(path("metrics.jsonl"), `${edit(lines).join("\n")}\n`);
}

test("nothing is said of a whole run, and nothing is left to do", async () => {
  expect(await readMetrics(run)).toMatchObject({ missing: 0, skipped: 0, last: { iteration: 19 } });
  expect((await inspectRun(run)).damagedLines).toBe(0);
  expect(await isComplete(run)).toBe(true);
});

test("the last lines of metrics are missed by everyone who reads them", async () => {
  editMetrics((lines) => lines.slice(0, -3));
  expect(await readMetrics(run)).toMatchObject({ missing: 3, last: { iteration: 16 } });
  expect((await inspectRun(run)).damagedLines).toBe(3);
  const { warnings } = await importRun(run.folder, { root: join(folder, "elsewhere") });
  expect(warnings).toContain("the lines of 3 iterations are missing from its metrics");
  expect(await resumed()).toContain("the lines of 3 iterations before this one are missing");
});

test("a file of metrics that is gone is missed as well", async () => {
  rmSync(path("metrics.jsonl"));
  expect(await readMetrics(run)).toMatchObject({ missing: 20, last: null });
  expect((await inspectRun(run)).damagedLines).toBe(20);
});

test.each([
  ["damaged", () => writeFileSync(path("summary.json"), readFileSync(path("summary.json"), "utf8").slice(9))],
  ["missing", () => rmSync(path("summary.json"))],
])("a %s final evaluation is said and made again", async (_, harm) => {
  const before = await readSummary(run);
  harm();
  expect(await isComplete(run)).toBe(false);
  expect(await resumed()).toContain("; the run is evaluated again");
  expect({ ...(await readSummary(run)), seconds: 0 }).toEqual({ ...before, seconds: 0 });
  expect(await isComplete(run)).toBe(true);
});

test("a stopped run whose newest checkpoint is missing says so", async () => {
  rmSync(run.folder, { recursive: true });
  cpSync(whole, run.folder, { recursive: true });
  const stop = new AbortController();
  const seen: number[] = [];
  await trainRun(run, {
    resume: true,
    iterations: 60,
    signal: stop.signal,
    onProgress: ({ iteration }) => {
      if (seen.push(iteration) === 25) stop.abort();
    },
  });
  const names = readdirSync(path("checkpoint")).sort();
  rmSync(path("checkpoint", names.at(-1)!));
  const warnings: string[] = [];
  await evaluateTrained(run, { onWarning: (text) => warnings.push(text) });
  expect(warnings.join("\n")).toMatch(/newest checkpoint is missing\n.*of iteration 40/);
});
