/** Metrics from a place on: nothing twice, nothing lost, whatever became of the file or of the place. */
import { appendFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { seal } from "../../file/seal.ts";
import { newRun, temporaryRoot } from "../temporary-runs.fixture.ts";
import { tailMetrics } from "./tail-metrics.ts";

const root = await temporaryRoot();
const run = await newRun(root);
const file = join(run.folder, "metrics.jsonl");
const line = (iteration: number): string => `${JSON.stringify(seal({ iteration }))}\n`;
const told = async (place?: string) => {
  const { rows, cutAfter, place: next } = await tailMetrics(run, place);
  return { iterations: rows.map(({ iteration }) => iteration), cutAfter, next };
};

test("goes on from a place, also after a resume has cut the file", async () => {
  await appendFile(file, line(0) + line(1) + line(2).slice(0, 5));
  const first = await told();
  expect(first).toMatchObject({ iterations: [0, 1], cutAfter: null });
  await appendFile(file, line(2).slice(5) + line(3));
  const second = await told(first.next);
  expect(second).toMatchObject({ iterations: [2, 3], cutAfter: null });
  expect(await told(second.next)).toEqual({ iterations: [], cutAfter: null, next: second.next });
  await truncate(file, line(0).length);
  expect(await told(first.next)).toMatchObject({ iterations: [0], cutAfter: -1 });
});

test.each(["", "nonsense", "9.9.9.0.", "99999999.3.3.0.AAAA", "1.-5.0.0.AA"])(
  "a place that is none (%s) gives all of it anew",
  async (place) => {
    expect(await told(place)).toMatchObject({ iterations: [0], cutAfter: -1 });
  },
);

test("a file that is not there yet is waited for", async () => {
  const other = await newRun(root);
  const { place } = await tailMetrics(other);
  await appendFile(join(other.folder, "metrics.jsonl"), line(0));
  expect((await tailMetrics(other, place)).rows).toHaveLength(1);
});
