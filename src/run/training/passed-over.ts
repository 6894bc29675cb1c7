/** What there is to say of the checkpoint that is used: which newer ones were passed over, and what is missing. */
import type { Run } from "../layout.ts";
import { readStatus } from "../status.ts";
import type { RunGoal } from "./run-goal.ts";

/** The checkpoint that was found. */
export interface Found extends RunGoal {
  readonly iteration: number;
  /** Whether it says that an early stop has ended the run. */
  readonly ended: boolean;
  /** Why newer ones were passed over. */
  readonly warnings: readonly string[];
}

/** In sentences; empty where the newest checkpoint there should be is used. */
export async function passedOver(
  run: Run,
  { iteration, iterations, extended, ended, warnings }: Found,
): Promise<readonly string[]> {
  const passed = [...warnings];
  const status = await readStatus(run).catch(() => undefined);
  if (iteration > iterations) {
    passed.push(
      `${run.id}: it has done ${iteration} iterations, more than the ${iterations} it was asked for; was its extension.json removed?`,
    );
  }
  if (warnings.length === 0) {
    const short = iteration < iterations && (extended || !ended);
    const goneFrom = status?.iterations ?? (status?.state === "finished" && short ? iterations : 0);
    if (status === undefined && short) {
      passed.push(`${run.id}: status.json is missing or damaged, so a newer checkpoint may be missing`);
    } else if (iteration < goneFrom) passed.push(`${run.id}: its newest checkpoint is missing`);
  }
  if (passed.length === 0) return [];
  return [...passed, `${run.id}: the newest whole checkpoint is used, which is of iteration ${iteration}`];
}
