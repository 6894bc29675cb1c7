import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type MetricRow, MetricsWriter } from "../metrics/metrics-writer.ts";
import { truncateMetrics } from "../metrics/truncate-metrics.ts";
import { lockRun } from "../lock/lock.ts";
import { updateStatus } from "../status.ts";
import { writeSummary } from "../summary.ts";
import { fullRun, newRun, temporaryRoot } from "../temporary-runs.fixture.ts";
import { followRun, type RunEvent } from "./follow-run.ts";

const root = await temporaryRoot();

/** An event in a word or two. */
function short(event: RunEvent): string {
  switch (event.kind) {
    case "status":
      return event.condition;
    case "metrics":
      return event.rows.map(({ iteration }) => iteration).join(" ");
    case "cut":
      return `cut after ${event.after}`;
    default:
      return event.kind;
  }
}

test("a finished run is told from its record to its summary, and that is all", async () => {
  const run = await fullRun(root);
  const heard: RunEvent[] = [];
  for await (const event of followRun(run.folder)) heard.push(event);
  expect(heard.map(short)).toEqual(["run", "5", "finished", "summary"]);
  expect(heard[0]).toMatchObject({ run: { id: run.id, record: { task: "sim8" } } });
  expect(heard.at(-1)).toMatchObject({ summary: { exact: { tv: 0.1 } } });
});

test("a run that trains, is cut back by a resume and ends", async () => {
  const run = await newRun(root);
  const lock = await lockRun(run);
  const words: string[] = [];
  let rows: readonly MetricRow[] = [];
  const following = (async () => {
    for await (const event of followRun(run.folder, { everyMs: 5 })) {
      words.push(short(event));
      if (event.kind === "cut") rows = rows.filter(({ iteration }) => iteration <= event.after);
      if (event.kind === "metrics") rows = [...rows, ...event.rows];
    }
  })();
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await sleep(2);
  };
  await until(() => words.includes("created"));
  await updateStatus(run, "running");
  await until(() => words.includes("running"));
  const first = new MetricsWriter(run);
  first.append({ iteration: 0 });
  first.append({ iteration: 1, loss: 3 });
  await until(() => rows.length === 2);
  first.close();
  await truncateMetrics(run, 0);
  await until(() => rows.length === 1);
  const second = new MetricsWriter(run);
  second.append({ iteration: 1, loss: 4 });
  second.close();
  await writeSummary(run, { tv: 0.2 });
  await updateStatus(run, "finished", { iterations: 2 });
  await lock.release();
  await following;
  expect(rows).toEqual([{ iteration: 0 }, { iteration: 1, loss: 4 }]);
  expect(words.slice(-2)).toEqual(["finished", "summary"]);
}, 30_000);

test("a folder that is copied piece by piece is waited for", async () => {
  const run = await fullRun(root);
  const copy = join(root, "copied-run");
  const heard: string[] = [];
  const stop = new AbortController();
  const following = (async () => {
    for await (const event of followRun(copy, { everyMs: 5, onwards: true, signal: stop.signal })) {
      heard.push(short(event));
      if (event.kind === "summary") stop.abort();
    }
  })();
  const later = async (): Promise<void> => {
    const before = heard.length;
    while (heard.length === before) await sleep(2);
  };
  await later();
  await mkdir(copy);
  await writeFile(join(copy, "config.json"), '{"format":');
  await later();
  await cp(join(run.folder, "config.json"), join(copy, "config.json"));
  await later();
  for (const name of ["metrics.jsonl", "status.json", "summary.json"]) {
    await cp(join(run.folder, name), join(copy, name));
  }
  await following;
  expect(heard.filter((word) => word !== "waiting")).toEqual(["run", "5", "finished", "summary"]);
  await rm(copy, { recursive: true });
}, 30_000);

test("a run whose process is gone is told to be interrupted", async () => {
  const run = await newRun(root);
  await updateStatus(run, "running");
  const heard: string[] = [];
  for await (const event of followRun(run.folder)) heard.push(short(event));
  expect(heard).toEqual(["run", "interrupted"]);
});
