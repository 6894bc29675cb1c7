/** The best that a run scored while it was trained, picked by the rules of samples; nothing is drawn and nobody is asked. */
import { readSequenceList } from "../../design/batch/read-sequence-list.ts";
import { readRules } from "../../design/rules/read-rules.ts";
import { WindageError } from "../../error.ts";
import { guessAlphabet } from "../../landscape/assay/guess-alphabet.ts";
import type { Run } from "../../run/layout.ts";
import { bestOfTraining } from "../../run/training/best-of-training.ts";
import type { SampleSettings } from "./draw-all.ts";
import { type SampleRow, selectSamples } from "./select-samples.ts";

/** What is wanted of it. */
export interface OfferSettings extends Pick<
  SampleSettings,
  "minDistance" | "minScore" | "exclude" | "rules"
> {
  /** How many; 20 unless given. */
  readonly best?: number | undefined;
  /** What rules call the parent. */
  readonly parent?: string | undefined;
}

/** What is offered, of how many that were kept. */
export interface Offered {
  readonly samples: readonly SampleRow[];
  readonly kept: number;
  readonly iteration: number;
}

/** The best of training, best first. */
export async function offerBest(run: Run, settings: OfferSettings = {}): Promise<Offered> {
  const { best: count = 20, minDistance, minScore, exclude = "", rules, parent } = settings;
  const { best, iteration } = await bestOfTraining(run);
  if (best.length === 0) {
    throw new WindageError(
      "run/no-best",
      `${run.id}: got no sequences that were kept in training${iteration === 0 ? ", which has not begun" : ""}, expected some: runs with several tables have no common scores, and older versions kept none; draw from the policy instead`,
    );
  }
  const sequences = best.map(({ sequence }) => sequence);
  const alphabet = guessAlphabet(sequences).letters;
  const lengths = sequences.map(({ length }) => length);
  const [minLength, maxLength] = [Math.min(...lengths), Math.max(...lengths)];
  const held =
    rules === undefined
      ? undefined
      : readRules(rules, {
          alphabet,
          minLength,
          maxLength,
          ...(parent === undefined
            ? {}
            : { parent: { sequence: parent, numbers: Array.from(parent, (_, i) => i + 1) } }),
        });
  const excluded = typeof exclude === "string" ? exclude : exclude.join("\n");
  const samples = selectSamples(
    // What was intended is not kept: who orders one of these intends what is there.
    best.map(({ sequence, score }) => ({ sequence, intended: sequence, score })),
    {
      unique: true,
      minDistance,
      minScore,
      excluded: new Set(excluded === "" ? [] : readSequenceList(excluded, { alphabet }, "exclude")),
      obeys: (sequence) =>
        held === undefined ||
        (sequence.length >= held.minLength &&
          sequence.length <= held.maxLength &&
          held.rules.every(({ check }) => check(sequence, held.flanks))),
      count,
      best: true,
    },
  );
  return { samples, kept: best.length, iteration };
}
