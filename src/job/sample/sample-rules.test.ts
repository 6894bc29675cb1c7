/** Samples of a run obey rules: what is drawn and obeys is kept, and where next to nothing does, letters are drawn among those left. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { smallConfig, smallRun } from "../../run/config/small-run.fixture.ts";
import { trainRun } from "../../run/training/train-run.ts";
import { sampleJob } from "./sample-job.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-sample-rules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "scores.csv");
writeFileSync(file, "sequence,score\nAAC,1\nACG,2\nTTT,3\n");
const run = await smallRun(folder, smallConfig({ oracleCsv: file, iterations: 3 }));
await trainRun(run, { onProgress: () => undefined, trust: true });

test("what obeys is kept, in the order it was drawn", async () => {
  const all = (await sampleJob({ run, count: 200, unscored: true }).result).samples;
  const { samples } = await sampleJob({ run, count: 30, unscored: true, rules: { avoid: "AA", maxRun: 2 } })
    .result;
  expect(samples).toHaveLength(30);
  const obeying = all.map(({ sequence }) => sequence).filter((one) => !/AA|TT|CCC|GGG/.test(one));
  const first = samples.map(({ sequence }) => sequence);
  expect(first.slice(0, 5)).toEqual(obeying.slice(0, 5));
  for (const one of first) expect(one).not.toMatch(/AA|TT|CCC|GGG/);
});

test("rules that nothing obeys and rules that cannot be read are refused", async () => {
  const job = (rules: object) => sampleJob({ run, count: 5, unscored: true, rules }).result;
  await expect(job({ keep: "GG", gc: "0-10" })).rejects.toMatchObject({ code: "design/impossible-rules" });
  await expect(job({ letters: "9=A" })).rejects.toMatchObject({ code: "design/bad-rule" });
});
