import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readMetrics } from "../../run/metrics/metrics-reader.ts";
import { evaluateJob } from "../evaluate/evaluate-job.ts";
import { resumeJob, trainJob } from "./train-job.ts";

const runs = mkdtempSync(join(tmpdir(), "windage-train-job-"));
afterAll(() => rmSync(runs, { recursive: true, force: true }));
const file = join(runs, "scores.csv");
writeFileSync(file, "sequence,score\nAAC,1\nACG,2\nTTT,3\n");
const settings = {
  oracleCsv: file,
  alphabet: "ACGT",
  missing: 0.1,
  iterations: 30,
  onPolicy: 8,
  hidden: 8,
  layers: 1,
  samples: 64,
  evaluateEvery: 10,
  runs,
};

test("a training that was stopped and gone on with tells the same as one that was not", async () => {
  const whole = await trainJob(settings).result;
  const job = trainJob(settings);
  const kinds = new Set<string>();
  for await (const event of job) {
    kinds.add(event.kind);
    if (event.kind === "metrics" && event.row.iteration === 9) job.stop();
  }
  expect([...kinds].slice(0, 2)).toEqual(["started", "phase"]);
  expect([...kinds]).toEqual(expect.arrayContaining(["training", "metrics", "progress", "finished"]));
  const stopped = await job.result;
  expect(stopped).toMatchObject({ kind: "stopped", iteration: 10 });
  const resumed = await resumeJob({ run: stopped.run.id, runs }).result;
  if (whole.kind !== "trained" || resumed.kind !== "trained") throw new Error("expected the end of both");
  expect(await readMetrics(resumed.run)).toEqual(await readMetrics(whole.run));
  expect(resumed.report.exact).toEqual(whole.report.exact);
  const { report } = await evaluateJob({ run: whole.run, samples: 32 }).result;
  expect(report.exact).toEqual(whole.report.exact);
  const longer = await resumeJob({ run: whole.run, iterations: 32 }).result;
  expect(longer).toMatchObject({ kind: "trained", report: { steps: 32 } });
}, 60_000);

test("settings that are none, cannot be or do nothing are refused", async () => {
  const refused = (more: object) => expect(trainJob({ ...settings, ...more }).result).rejects;
  await refused({ itertions: 3 }).toThrow('got the unknown setting "itertions"; did you mean iterations?');
  await refused({ iterations: -1 }).toThrow(/iterations: got -1, expected/);
  await refused({ dimensions: 3 }).toThrow(/has an effect only/);
});
