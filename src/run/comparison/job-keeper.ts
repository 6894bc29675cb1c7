/**
 * Puts a job of a comparison away while it runs, as checkpoints in a folder of its own, and takes it up again. What the
 * checkpoint holds is the job's business; that it belongs to this plan and this job is checked here.
 */
import { WindageError } from "../../error.ts";
import type { JobKey } from "../../comparison/job-result.ts";
import type { JobKeeper } from "../../comparison/job-account.ts";
import type { JsonObject } from "../../file/json-document.ts";
import { checkpointNames, loadCheckpoint, saveCheckpoint } from "../checkpoint/checkpoint.ts";
import { underWayFolder } from "./store.ts";
import type { ComparisonFolder } from "./store.ts";

/** The keeper of a job; only for whoever works on the job. `warn` hears of checkpoints that cannot be used. */
export function jobKeeper(
  comparison: ComparisonFolder,
  { method, alpha, seed }: JobKey,
  warn: (text: string) => void,
): JobKeeper {
  const key = { method, alpha, seed };
  const id = `the job of ${JSON.stringify(method)}, noise ${alpha}, seed ${seed}`;
  const place = { id, folder: underWayFolder(comparison, key) };
  /** A job none of whose checkpoints is whole begins anew, which costs time and no figure. */
  const startAgain = (error: unknown): undefined => {
    if (!(error instanceof WindageError) || error.code !== "run/no-checkpoint") throw error;
    warn(`${id} begins anew: ${error.message}`);
  };
  const label = JSON.stringify({ plan: comparison.digest, ...key });
  return {
    async load() {
      if ((await checkpointNames(place)).length === 0) return undefined;
      const kept = await loadCheckpoint(place, { removeDamaged: true }).catch(startAgain);
      for (const text of kept?.warnings ?? []) warn(`${id}: ${text}`);
      return kept?.meta["label"] === label
        ? { meta: kept.meta["job"] as JsonObject, arrays: kept.arrays }
        : undefined;
    },
    async save({ meta, arrays }) {
      await saveCheckpoint(place, { meta: { label, job: meta as JsonObject }, arrays });
    },
  };
}
