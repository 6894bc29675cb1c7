/** Sampling from a program: rules, beginnings, no scores, and an end when asked. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { smallConfig, smallRun } from "../../run/config/small-run.fixture.ts";
import { trainRun } from "../../run/training/train-run.ts";
import { sampleJob } from "./sample-job.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-sample-job-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "scores.csv");
writeFileSync(file, "sequence,score\nAAC,1\nACG,2\nTTT,3\n");
const run = await smallRun(folder, smallConfig({ oracleCsv: file, iterations: 3 }));
await trainRun(run, { onProgress: () => undefined, trust: true });

test("tells what it does, and the samples that keep the rules", async () => {
  const job = sampleJob({ run: run.id, runs: folder, count: 40, unique: true, exclude: ["AAA"], seed: 3 });
  const kinds = new Set<string>();
  for await (const { kind } of job) kinds.add(kind);
  expect([...kinds]).toEqual(["started", "phase", "progress", "finished"]);
  const { samples, drawn } = await job.result;
  expect(drawn).toBeGreaterThan(40);
  expect(new Set(samples.map(({ sequence }) => sequence)).size).toBe(40);
  expect(samples.map(({ sequence }) => sequence)).not.toContain("AAA");
  for (const { sequence, score } of samples) expect(score).toBe({ AAC: 1, ACG: 2, TTT: 3 }[sequence] ?? 0.1);
});

test("without scores the same sequences, whether or not the file is there", async () => {
  const asked = { run, count: 30, complete: ["A"] };
  const scored = await sampleJob(asked).result;
  const { samples, next } = await sampleJob({ ...asked, unscored: true }).result;
  expect(samples.map(({ sequence }) => sequence)).toEqual(scored.samples.map(({ sequence }) => sequence));
  expect(new Set(samples.map(({ score }) => score))).toEqual(new Set([null]));
  expect(next[0]!.letters).toHaveLength(4);
});

test("is stopped, and refuses what it cannot hold", async () => {
  const job = sampleJob({ run, count: 900_000 });
  for await (const { kind } of job) {
    if (kind === "progress") break;
  }
  job.stop();
  await expect(job.result).rejects.toMatchObject({ code: "job/stopped" });
  await expect(sampleJob({ run, count: 1e7 }).result).rejects.toMatchObject({ code: "job/bad-setting" });
});

test("pieces are taken as they are drawn, of beginnings in a file too, and lists are read from files", async () => {
  const beginnings = join(folder, "beginnings.txt");
  writeFileSync(beginnings, "AC\nTT\n");
  const taken: string[] = [];
  const { samples, drawn, next } = await sampleJob({
    run,
    count: 5,
    completeFile: beginnings,
    async take(pieces, after) {
      expect(after).toHaveLength(2);
      for await (const rows of pieces) taken.push(...rows.map(({ sequence }) => sequence));
    },
  }).result;
  expect([samples, drawn, taken.length, next.length]).toEqual([[], 10, 10, 2]);
  expect(new Set(taken.map((sequence) => sequence.slice(0, 2)))).toEqual(new Set(["AC", "TT"]));
  const job = sampleJob({ run, count: 30, unique: true, exclude: { file } });
  const kinds: string[] = [];
  for await (const { kind } of job) kinds.push(kind);
  expect(kinds).toContain("excluded");
  const listed = (await job.result).samples.map(({ sequence }) => sequence);
  expect(listed.filter((sequence) => ["AAC", "ACG", "TTT"].includes(sequence))).toEqual([]);
});
