/** What `windage sample` draws from: a run's policy or one that looks ahead, under a condition, after a beginning. */
import {
  drawSamples,
  nextLetters,
  readBeginning,
  type AskedCondition,
  type NextLetter,
} from "../../assessment/index.ts";
import { aheadPolicy } from "../../assessment/look-ahead/ahead-policy.ts";
import { worldAt } from "../../assessment/condition/world-at.ts";
import { type Made, notesOnList, readSequenceList } from "../../design/batch/read-sequence-list.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import { WindageError } from "../../error.ts";
import type { Experiment } from "../../experiment/index.ts";
import { findCondition } from "../../run/training/trained-run.ts";
import type { SampleRow } from "./select-samples.ts";

/** What was asked for. */
export interface SamplerOptions extends AskedCondition {
  /** Steps to look ahead; 0 is the policy itself. */
  readonly decideAhead: number;
  readonly onWarning: (text: string) => void;
}

/** A beginning, as typed and as outcomes; none where sequences are made from the start. */
export interface Beginning {
  readonly text: string;
  readonly outcomes: readonly number[];
  /** Its number among all of them; each has draws of its own. */
  readonly part: number;
}

/** What may come after a beginning. */
export interface NextReport {
  readonly beginning: string;
  readonly letters: readonly NextLetter[];
}

export interface Sampler {
  /** What sequences this one makes; undefined where it makes anything else. */
  readonly made: Made | undefined;
  /** What to say of a list of sequences to leave out; `source` is for messages. */
  notesOn(listed: string, source: string): readonly string[];
  /** The beginnings that were typed or listed in a file; a single undefined one where there are none. */
  beginnings(
    typed: readonly string[] | undefined,
    listed: string | undefined,
  ): readonly (Beginning | undefined)[];
  nextLetters(beginnings: readonly (Beginning | undefined)[]): Promise<readonly NextReport[]>;
  /** `onDrawn` hears how many there are by now. */
  draw(
    count: number,
    seed: number,
    beginning: Beginning | undefined,
    onDrawn?: (drawn: number) => void,
  ): Promise<readonly SampleRow[]>;
}

export function openSampler(experiment: Experiment, options: SamplerOptions): Sampler {
  const { trainer } = experiment;
  const asked = findCondition(experiment, options, options.onWarning);
  const context = asked?.context;
  const world = context === undefined ? experiment : worldAt(experiment, context);
  const { decideAhead: steps } = options;
  const ends = world.free ? world : undefined;
  const policy = steps === 0 ? trainer.policy : aheadPolicy(trainer, { steps, ends, context });
  const sequences = asSequences(world.environment);
  const made =
    sequences === null
      ? undefined
      : {
          alphabet: sequences.alphabet.symbols,
          minLength: sequences.minLength,
          maxLength: sequences.maxLength,
        };
  return {
    made,
    notesOn: (listed, source) => (made === undefined ? [] : notesOnList(listed, made, source)),
    beginnings(typed, listed) {
      if (typed === undefined && listed === undefined) return [undefined];
      const letters = made?.alphabet ?? "";
      const begun = { alphabet: letters, minLength: 1, maxLength: made?.maxLength ?? 1 };
      const texts = [
        ...(typed ?? []),
        ...(listed === undefined ? [] : readSequenceList(listed, begun, "--complete-file")),
      ];
      if (texts.length === 0) {
        throw new WindageError(
          "cli/invalid-value",
          `--complete-file: got a file without a beginning in it, expected one per line, of the letters ${letters}.`,
        );
      }
      return texts.map((text, part) => ({
        text,
        outcomes: readBeginning(world.environment, text, context),
        part,
      }));
    },
    async nextLetters(beginnings) {
      const reports: NextReport[] = [];
      for (const beginning of beginnings) {
        if (beginning === undefined) continue;
        const letters = await nextLetters(policy, beginning.outcomes, context);
        reports.push({ beginning: beginning.text, letters });
      }
      return reports;
    },
    async draw(count, seed, beginning, onDrawn) {
      const options = { context, beginning: beginning?.outcomes, part: beginning?.part, onDrawn };
      const { objects, intended, scores } = await drawSamples(world, policy, count, seed, options);
      const begun = beginning === undefined ? {} : { beginning: beginning.text };
      return objects.map((sequence, i) =>
        Object.assign({ sequence, intended: intended[i]!, score: scores[i]! }, begun),
      );
    },
  };
}
