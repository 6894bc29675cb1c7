/**
 * Refuses sequences of a dataset whose outcomes do not build what they are said to: an update would hold the flow through
 * one object against the score of another, and nothing would show it.
 */
import { initialState } from "../../environment/context.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import type { DatasetEntry, TrainerOptions } from "./options.ts";

/** Builds every entry that updates may draw. */
export function checkDataset({
  environment,
  dataset,
  batch,
}: Pick<TrainerOptions, "environment" | "dataset" | "batch">): void {
  if (batch.dataset === 0) return;
  for (const [at, entry] of dataset.entries()) {
    const [got, cause] = whatIsBuilt(environment, entry);
    if (got === undefined) continue;
    throw new WindageError(
      "training/bad-dataset",
      `dataset[${at}]: ${JSON.stringify(entry.object)}: ${got}, expected \`real\` to have the outcomes that build \`object\`, from the initial state to the end; replaySequence(environment, object).outcomes has them for sequences.`,
      cause === undefined ? {} : { cause },
    );
  }
}

/** What is wrong with an entry, and the error that said so where one did. */
function whatIsBuilt(
  environment: Environment,
  { object, real, context }: DatasetEntry,
): readonly [got?: string, cause?: unknown] {
  let state = initialState(environment, context);
  for (const [step, outcome] of real.entries()) {
    const steps = `${step} of ${real.length} outcomes`;
    if (environment.isTerminal(state))
      return [`${steps} build ${JSON.stringify(environment.objectOf(state))} already`];
    try {
      state = environment.next(state, outcome);
    } catch (cause) {
      return [`after ${steps} the environment refuses outcome ${outcome}`, cause];
    }
  }
  if (!environment.isTerminal(state)) return [`got an unfinished object after all ${real.length} outcomes`];
  const built = environment.objectOf(state);
  return built === object ? [] : [`its outcomes build ${JSON.stringify(built)}`];
}
