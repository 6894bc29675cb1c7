/** The notes under the training benchmark's table: what an iteration is, on what the figures stand. */
import type { BestTime } from "../engine/contenders.ts";
import { failureNotes, ratesNote, roundsNote } from "../shared-notes.ts";
import type { Measurements } from "../shared-notes.ts";
import type { TrainCase } from "./train-case.ts";

/** One line of the table, before it is turned into rates. */
export interface MeasuredTraining {
  readonly trainCase: TrainCase;
  readonly ours: BestTime;
  readonly guests: Readonly<Record<string, BestTime | null>>;
}

export function trainNotes(input: Measurements, measured: readonly MeasuredTraining[]): string[] {
  return [
    roundsNote(
      input,
      measured.flatMap(({ ours, guests }) => [ours, ...Object.values(guests)]),
    ),
    whatIsMeasured(measured[0]!.trainCase),
    denormals,
    ratesNote(input),
    ...failureNotes(input),
  ];
}

function whatIsMeasured({ layers, onPolicy, dataset, length, alpha }: TrainCase): string {
  return `One iteration on sim8: ${onPolicy} roll-outs of ${length} steps with noise ${alpha}, their scores, ${dataset} sequences from a random half of the table with intentions from the noise posterior, then one update of the policy (sdb, ${layers}×hidden, learned π_B) and one of the dynamics (1×hidden), each with its own Adam and clip. peak MB: our process training that row and nothing else.`;
}

const denormals = "Denormals: Adam flushes its moments to zero; ONNX Runtime's own switch is left alone.";
