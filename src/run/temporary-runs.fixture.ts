/** A folder of runs that is gone when the tests of a file have ended. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createRun } from "./create-run.ts";
import type { Run } from "./layout.ts";

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
