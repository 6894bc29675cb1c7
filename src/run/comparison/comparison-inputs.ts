/** What a comparison learns from is recorded when it begins, and looked at again when it goes on, as that of a run is. */
import { basename } from "node:path";
import { checkInputs, recordInputs } from "../training/run-inputs.ts";
import type { ComparisonFolder } from "./store.ts";

/** Records inputs, or throws where they have changed since; `accept` goes on over them. Returns what should be said. */
export async function checkComparisonInputs(
  { folder, plan, resumed }: ComparisonFolder,
  accept: boolean,
): Promise<readonly string[]> {
  const place = { id: basename(folder), folder };
  // All methods of a plan have the same world.
  const { config } = plan.methods[0]!;
  if (resumed) return checkInputs(place, config, accept);
  await recordInputs(place, config);
  return [];
}
