/**
 * An oracle that knows a list of sequences by heart, of any lengths, and has one fixed answer (or an error) for
 * all others. What a CSV becomes when its space is too large to be a table.
 */

import type { Oracle } from "../landscape.ts";
import { OracleError, unanswered } from "../oracle/oracle-error.ts";
import { quoteSequence } from "../text/quote-sequence.ts";

export class ListedOracle implements Oracle {
  readonly name: string;
  readonly enumerable = false;
  readonly #scores: ReadonlyMap<string, number>;
  readonly #missing: number | "error";

  constructor(name: string, scores: ReadonlyMap<string, number>, missing: number | "error") {
    this.name = name;
    this.#scores = scores;
    this.#missing = missing;
  }

  /** How many sequences are listed. */
  get size(): number {
    return this.#scores.size;
  }

  score(sequences: readonly string[]): Promise<Float64Array> {
    const scores = unanswered(sequences.length);
    let stranger: string | undefined;
    for (const [at, sequence] of sequences.entries()) {
      const score = this.#scores.get(sequence) ?? this.#missing;
      if (score === "error") stranger ??= sequence;
      else scores[at] = score;
    }
    if (stranger === undefined) return Promise.resolve(scores);
    return Promise.reject(
      new OracleError(
        "landscape/unknown-sequence",
        `${this.name}: ${quoteSequence(stranger)} is not among the ${this.#scores.size} listed sequences; ` +
          "add it, or choose what such sequences score with --missing floor or a number (in code, missing)",
        { scores },
      ),
    );
  }
}
