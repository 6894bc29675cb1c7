/** The notes under the training benchmark's table: what an iteration is, on what the figures stand. */
import type { BestTime } from "../engine/contenders.ts";
import { counted, failureNotes, ratesNote, roundsNote, slowBlasNote } from "../shared-notes.ts";
import type { Measurements } from "../shared-notes.ts";
import type { TrainCase } from "./train-case.ts";

/** One line of the table, before it is turned into rates. */
export interface MeasuredTraining {
  readonly trainCase: TrainCase;
  readonly ours: BestTime;
  readonly torch: BestTime | null;
}

export function trainNotes(input: Measurements, measured: readonly MeasuredTraining[]): string[] {
  return [
    roundsNote(
      input,
      measured.flatMap(({ ours, torch }) => [ours, torch]),
    ),
    whatIsMeasured(measured[0]!.trainCase),
    denormals,
    ratesNote(input),
    ...threadsNote(input, measured),
    ...slowBlasNote(input),
    ...failureNotes(input),
  ];
}

function whatIsMeasured({ layers, onPolicy, dataset, length, alpha }: TrainCase): string {
  return `One iteration on sim8: ${onPolicy} roll-outs of ${length} steps with noise ${alpha}, their scores, ${dataset} sequences from a random half of the table with intentions from the noise posterior, then one update of the policy (sdb, ${layers}×hidden, learned π_B) and one of the dynamics (1×hidden), each with its own Adam and clip. peak MB: our process training that row and nothing else.`;
}

const denormals =
  "Denormals: PyTorch flushes them to zero; of ours, Adam flushes its moments and ONNX Runtime's own switch is left alone.";

function threadsNote({ threadCounts }: Measurements, measured: readonly MeasuredTraining[]): string[] {
  const rows = measured.flatMap(({ trainCase, torch }) =>
    torch ? [`${counted(torch.threads)} at ${trainCase.hidden}`] : [],
  );
  if (rows.length === 0 || threadCounts.length < 2) return [];
  return [
    `Threads: ours as the library sets them; PyTorch with 1 and ${threadCounts.at(-1)!}, the faster is shown: ${rows.join(", ")}.`,
  ];
}
