/** What a design project has measured, for whoever has it open: no reader of documents is loaded for it. */
import { mergeMeasurements } from "../../design/rounds.ts";
import { logScores } from "../../design/utility/log-scores.ts";
import type { Measurement } from "../../landscape/assay/assay.ts";
import type { Project } from "./project.ts";

/** Everything measured, after the first so many files. */
export function measurementsOf({ assays, settings }: Project, files = assays.length): readonly Measurement[] {
  const told = assays.slice(0, files).map(({ measurements }) => measurements);
  const merged = mergeMeasurements(told, settings.round);
  return settings.log ? logScores(merged) : merged;
}
