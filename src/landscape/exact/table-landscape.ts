/**
 * A landscape whose every score is known: one number per sequence of a small space, in lexicographic order.
 * Look-ups by index are synchronous and need no string, which is what the training loop and the exact
 * evaluation use; `score` gives it the face of an oracle as well.
 */

import { WindageError } from "../../error.ts";
import { OracleError, unanswered } from "../oracle/oracle-error.ts";
import { quoteSequence } from "../text/quote-sequence.ts";
import { isScore, scoreProblem } from "../score-range.ts";
import type { SequenceSpace } from "./sequence-space.ts";

/** The spread of a table's scores. */
export interface ScoreSummary {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

export class TableLandscape {
  readonly name: string;
  readonly enumerable = true;
  readonly space: SequenceSpace;
  /** One score per sequence in lexicographic order; shared, not copied: treat it as read-only. */
  readonly table: Float64Array;

  constructor(name: string, space: SequenceSpace, table: Float64Array) {
    space.checkTabular();
    if (table.length !== space.size) {
      throw new WindageError(
        "landscape/wrong-shape",
        `${name}: got a table of ${table.length} scores, expected ${space.size} ` +
          `(${space.alphabet.length} letters, length ${space.length})`,
      );
    }
    const broken = table.findIndex((score) => !isScore(score));
    if (broken >= 0) {
      const { code, expected } = scoreProblem(table[broken]!);
      throw new WindageError(
        code,
        `${name}: the score of ${quoteSequence(space.sequenceAt(broken))} is ${table[broken]}, ${expected}`,
      );
    }
    this.name = name;
    this.space = space;
    this.table = table;
  }

  /** The score of the sequence with a given number. */
  scoreAt(index: number): number {
    this.space.checkIndex(index);
    return this.table[index]!;
  }

  /** The score of one sequence. */
  scoreOf(sequence: string): number {
    return this.table[this.space.indexOf(sequence)]!;
  }

  /** The scores of many sequences, as an oracle gives them. */
  score(sequences: readonly string[]): Promise<Float64Array> {
    const scores = unanswered(sequences.length);
    let stranger: string | undefined;
    for (const [at, sequence] of sequences.entries()) {
      const index = this.space.find(sequence);
      if (index >= 0) scores[at] = this.table[index]!;
      else stranger ??= sequence;
    }
    if (stranger === undefined) return Promise.resolve(scores);
    const message = `${this.name}: sequence ${this.space.problemWith(stranger)}`;
    return Promise.reject(new OracleError("landscape/invalid-sequence", message, { scores }));
  }

  /** Least, mean and greatest score. */
  summary(): ScoreSummary {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (const score of this.table) {
      min = Math.min(min, score);
      max = Math.max(max, score);
      sum += score;
    }
    return { min, mean: sum / this.table.length, max };
  }
}
