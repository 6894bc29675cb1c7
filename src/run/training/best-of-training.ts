/** The best that was scored in training, as the newest checkpoint of a run has it; nothing of the run is opened. */
import { loadCheckpoint } from "../checkpoint/checkpoint.ts";
import type { Run } from "../layout.ts";
import type { Best } from "./best-seen.ts";
import { iterationOf } from "./run-goal.ts";

/** What was kept, from the best on, and after how many iterations. */
export interface BestOfTraining {
  readonly best: readonly Best[];
  readonly iteration: number;
}

/** Reads it; empty where scores cannot be compared, or the run was trained by a version that kept the best one alone. */
export async function bestOfTraining(run: Run): Promise<BestOfTraining> {
  const { meta } = await loadCheckpoint(run);
  const { readDocument } = await import("../../file/document.ts");
  const { carriedSchema } = await import("./training-documents.ts");
  const { memory } = readDocument(carriedSchema, meta, `${run.id}, checkpoint`);
  return { best: memory.comparable ? memory.seen : [], iteration: iterationOf(meta) };
}
