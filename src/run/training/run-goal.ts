/**
 * extension.json: how many iterations a run was asked for after it was made. config.json is never changed, and what
 * follows a schedule (rates, exploration) is counted by its `iterations`; beyond those, schedules stay at their last
 * values. So it makes no difference for the numbers whether a run is extended at once or bit by bit. It is not the run
 * that would have come of asking for so many iterations in the beginning.
 */
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import { writeDocument } from "../../file/durable-write.ts";
import { readSmallText } from "../../file/folder-file.ts";
import { broken, isObject, parseObject, type JsonObject } from "../../file/json-document.ts";
import type { ExperimentConfig } from "../config/config.ts";
import { checkpointNames, readCheckpointMeta } from "../checkpoint/checkpoint.ts";
import { runFiles, type Run } from "../layout.ts";

/** How far a run is to go. */
export interface RunGoal {
  readonly iterations: number;
  /** Whether that was said after the run was made; then nothing ends it early. */
  readonly extended: boolean;
}

const MAX_EXTENSION_BYTES = 2 ** 12;
/** As the option schema has it. */
export const mostIterations = 1_000_000_000;

/** How far a run is to go, by its extension where it has one, else by its configuration. */
export async function goalOf(
  run: Pick<Run, "folder">,
  { iterations }: Pick<ExperimentConfig, "iterations">,
): Promise<RunGoal> {
  const path = join(run.folder, runFiles.extension);
  const text = await readSmallText(path, MAX_EXTENSION_BYTES);
  if (text === undefined) return { iterations, extended: false };
  const object = parseObject(text, path);
  const { extensionSchema, readDocument } = await import("./training-documents.ts");
  const { iterations: asked } = readDocument(extensionSchema, object, path);
  if (object["format"] !== "windage-extension" || object["version"] !== 1 || asked > mostIterations) {
    throw broken(path, "it does not say how many iterations were asked for");
  }
  return { iterations: asked, extended: true };
}

/** The iteration a checkpoint is of; 0 where it does not say. */
export function iterationOf(meta: JsonObject): number {
  const { trainer } = meta;
  const iteration = isObject(trainer) ? trainer["iteration"] : undefined;
  return typeof iteration === "number" ? iteration : 0;
}

/** How far a run is to go from now on: what is asked for now, else what was before. The caller holds its lock. */
export async function settleGoal(run: Run, config: ExperimentConfig, asked?: number): Promise<RunGoal> {
  if (asked === undefined) return goalOf(run, config);
  const begun = (await checkpointNames(run)).length > 0;
  return extendRun(run, asked, begun ? iterationOf(await readCheckpointMeta(run)) : 0);
}

/** Sets how far a run is to go, which is no less than it has gone. */
async function extendRun(run: Run, iterations: number, done: number): Promise<RunGoal> {
  if (iterations < done) {
    throw new WindageError(
      "run/too-few-iterations",
      (say) =>
        `${say("iterations")}: got ${iterations}, but ${run.id} has done ${done} already, expected at least as many; ask for more than ${done}, or train a new run.`,
    );
  }
  const document = { format: "windage-extension", version: 1, iterations };
  await writeDocument(join(run.folder, runFiles.extension), document);
  return { iterations, extended: true };
}
