/** Folders of runs that are gone when the tests of a file have ended, and runs to put into them. */

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { saveCheckpoint } from "./checkpoint/checkpoint.ts";
import { createRun } from "./create-run.ts";
import type { Run } from "./layout.ts";
import { MetricsWriter } from "./metrics/metrics-writer.ts";
import { updateStatus } from "./status.ts";
import { writeSummary } from "./summary.ts";

/** Makes the folder; call it at the top of a test file. */
export async function temporaryRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "windage-runs-"));
  afterAll(() => rm(root, { recursive: true, force: true }));
  return root;
}

/** A new run in a folder of runs. */
export function newRun(root: string, task = "sim8"): Promise<Run> {
  return createRun({ root, task, seed: 1, config: { alpha: 0.25, objective: "sdb" } });
}

/** Makes empty folders of runs, one after another, in a folder. */
export function rootsIn(folder: string): () => Promise<string> {
  let count = 0;
  return async () => {
    const root = join(folder, `root-${count++}`);
    await mkdir(root);
    return root;
  };
}

/** A finished run with everything that training leaves. */
export async function fullRun(root: string): Promise<Run> {
  const run = await newRun(root);
  const writer = new MetricsWriter(run);
  writer.append({ iteration: 5, loss: 0.5 });
  writer.close();
  await saveCheckpoint(run, { meta: { iteration: 5 }, arrays: { w: Float32Array.of(1, 2) } });
  await updateStatus(run, "finished");
  await writeSummary(run, { exact: { tv: 0.1 } });
  return run;
}
