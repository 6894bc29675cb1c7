/**
 * Deletes a run for good. It refuses everything that is not a run folder directly in the folder of runs, since
 * the price of a mistake here is someone's data.
 */

import { realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { WindageError } from "../error.ts";
import { writeError } from "../file/durable-write.ts";
import { ownerTag, whileUnfinished } from "../file/unfinished.ts";
import { hiddenPrefix, runsRoot, type Run } from "./layout.ts";
import { lockState } from "./lock/lock.ts";
import { runNames, standsInRoot, type RunStoreOptions } from "./open-run.ts";
import { forgetIndex } from "./reading/run-index.ts";
import { forgetStarts } from "./started-runs.ts";

/** How to remove. */
export interface RemoveOptions extends RunStoreOptions {
  /** Also remove a run that a process is training. */
  readonly force?: boolean;
}

/** Removes a run that `openRun` has found. */
export async function removeRun(run: Run, options: RemoveOptions = {}): Promise<void> {
  const root = runsRoot(options.root);
  const inside = await Promise.all([realpath(dirname(run.folder)), realpath(root)]).then(
    ([parent, home]) => parent === home,
    () => false,
  );
  if (!inside || !(await standsInRoot(run, root))) {
    throw new WindageError(
      "run/outside-root",
      (say) =>
        `${run.folder}: expected a run directly in ${root}, and only those are removed; name its own folder of runs with ${say("runs")}, or delete it yourself`,
    );
  }
  const state = await lockState(run);
  if ((state.kind === "held" || state.kind === "foreign") && options.force !== true) {
    const who =
      state.holder === undefined
        ? "a process"
        : `process ${state.holder.pid} on ${JSON.stringify(state.holder.host)}`;
    throw new WindageError(
      "run/locked",
      (say) => `${run.id}: ${who} is training it; stop it first, or use ${say("force")}`,
    );
  }
  // Out of sight first: a removal that is cut short must not leave half a run under its name.
  const leaving = join(root, `${hiddenPrefix}old-${run.id.slice(0, 100)}-${ownerTag()}`);
  try {
    await whileUnfinished(leaving, async () => {
      await rename(run.folder, leaving);
      await rm(leaving, { recursive: true });
    });
    if ((await runNames(root)).length === 0) {
      await forgetStarts(root);
      await forgetIndex(root);
    }
  } catch (cause) {
    throw writeError(run.folder, cause, "It may be removed in part.");
  }
}
