/** Known sequences with their scores, from a CSV file, as trajectories that training can mix in. */
import { WindageError } from "../../error.ts";
import type { Environment } from "../../environment/environment.ts";
import { replaySequence } from "../../environment/sequence/replay-sequence.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import { loadScoredSequences } from "../../landscape/source/csv-landscape.ts";
import type { DatasetEntry } from "../../training/setup/options.ts";
import type { ExperimentConfig } from "./config.ts";

/** The dataset of a configuration; empty where it names none. */
export async function openDataset(
  { dataset, datasetBatch }: ExperimentConfig,
  environment: Environment,
): Promise<readonly DatasetEntry[]> {
  if ((dataset === null) !== (datasetBatch === 0)) {
    throw new WindageError("run/bad-dataset", (say) =>
      dataset === null
        ? `${say("batch.dataset")}: got ${datasetBatch} without a file to draw from; add ${say("dataset")} file.csv.`
        : `${say("dataset")}: got a file, but none of it is used; say how many of its sequences go into each update with ${say("batch.dataset", 16)}.`,
    );
  }
  if (dataset === null) return [];
  const sequences = asSequences(environment);
  if (sequences === null) {
    throw new WindageError(
      "run/bad-dataset",
      (say) =>
        `${say("dataset")}: got a file of sequences for "${environment.name}", which does not build sequences; leave it out.`,
    );
  }
  const scores = await loadScoredSequences(dataset, { alphabet: sequences.alphabet.symbols });
  return Array.from(scores, ([object, score]) => ({ object, real: outcomesOf(object), score }));

  function outcomesOf(object: string): Int32Array {
    try {
      return replaySequence(sequences!, object).outcomes;
    } catch (cause) {
      if (!(cause instanceof WindageError)) throw cause;
      throw new WindageError(
        "run/bad-dataset",
        (say) =>
          `${say("dataset")}: ${dataset}: ${cause.message} The task cannot build it; take it out of the file, or choose the task that the file is about.`,
        { cause },
      );
    }
  }
}
