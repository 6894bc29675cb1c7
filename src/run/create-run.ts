/**
 * Makes a new run folder. It is put together under a hidden name and renamed when complete, so a crash in
 * between leaves nothing that looks like a run.
 */

import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { WindageError } from "../error.ts";
import { makeFolder, syncFolder, writeDocument, writeDurably, writeError } from "../file/durable-write.ts";
import { systemCode } from "../file/system-code.ts";
import type { JsonObject } from "../file/json-document.ts";
import { hiddenPrefix, runFiles, runsRoot, type Run, type RunRecord } from "./layout.ts";
import { makeRunId } from "./run-id.ts";
import { statusNow } from "./status.ts";
import { reachesOf } from "./reach.ts";
import { sign } from "./trust.ts";
import { isAbandoned, ownerPattern, ownerTag, whileUnfinished } from "../file/unfinished.ts";
import { windageVersion } from "../file/windage-version.ts";

/** What a run is to be. */
export interface NewRun {
  /** The folder of all runs; `runsRoot()` unless told. */
  readonly root?: string;
  readonly task: string;
  readonly seed: number;
  /** The complete configuration, defaults filled in. */
  readonly config: JsonObject;
}

const unfinishedName = new RegExp(`^\\${hiddenPrefix}(?:new|old)-.+-${ownerPattern}$`);

/** Removes folders that a process which was killed was putting together or taking away; what cannot be removed stays. */
async function removeUnfinished(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true }).catch(() => [])) {
    const { pid, place } = (entry.isDirectory() && unfinishedName.exec(entry.name)?.groups) || {};
    const path = join(root, entry.name);
    if (pid === undefined || !(await isAbandoned(path, { pid, place }))) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Puts a folder together with `fill` and gives it its name at the end; the name must be free. */
export async function buildFolder(
  root: string,
  id: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(root, id);
  const building = join(root, `${hiddenPrefix}new-${id}-${ownerTag()}`);
  await makeFolder(root, "No run was created.");
  await removeUnfinished(root);
  return whileUnfinished(building, () => buildAt(building, { root, id, folder }, fill));
}

async function buildAt(
  building: string,
  { root, id, folder }: { readonly root: string; readonly id: string; readonly folder: string },
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  try {
    await mkdir(building);
  } catch (cause) {
    throw writeError(building, cause, "No run was created.");
  }
  try {
    await fill(building);
    // The system refuses to rename a folder onto one that has something in it, and a run always has.
    await rename(building, folder);
    await syncFolder(root);
    return folder;
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    const code = systemCode(error);
    if (code === "EEXIST" || code === "ENOTEMPTY") {
      throw new WindageError(
        "run/exists",
        `${id}: there is already such a run in ${root}; choose another name (windage runs import has --as)`,
        {
          cause: error,
        },
      );
    }
    throw error instanceof WindageError ? error : writeError(folder, error, "No run was created.");
  }
}

function checkNew(run: NewRun): void {
  if (!Number.isSafeInteger(run.seed) || run.seed < 0) {
    throw new WindageError(
      "run/invalid-seed",
      `seed: got ${run.seed}, expected a whole number of at least 0`,
    );
  }
  if (run.task === "" || run.task.length > 200) {
    throw new WindageError(
      "run/invalid-task",
      `task: got ${run.task.length} characters, expected a name of 1 to 200`,
    );
  }
}

/** Creates a run that has not trained yet. */
export async function createRun(run: NewRun): Promise<Run> {
  checkNew(run);
  const root = runsRoot(run.root);
  const created = new Date();
  const id = makeRunId(run.task, created);
  const record: RunRecord = {
    format: "windage-run",
    version: 1,
    id,
    task: run.task,
    created: created.toISOString(),
    windage: windageVersion(),
    seed: run.seed,
    config: run.config,
  };
  const folder = await buildFolder(root, id, async (building) => {
    await mkdir(join(building, runFiles.checkpoints));
    await writeDurably(join(building, runFiles.metrics), [""]);
    await writeDocument(join(building, runFiles.status), statusNow("created"));
    await writeDocument(join(building, runFiles.config), record);
    // Before the run has its name, so that one killed in its first moment is still its maker's.
    if (reachesOf(run.config).length > 0) await sign({ folder: building, document: run.config });
  });
  return { id, folder, record };
}
