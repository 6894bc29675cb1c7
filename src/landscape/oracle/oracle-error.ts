/**
 * The error of an oracle that could not score every sequence of a call. It carries the scores that did arrive,
 * because each of them may have cost money or hours: `CachedOracle` keeps them before it passes the error on.
 */

import { type ErrorCode, type ErrorKind, WindageError } from "../../error.ts";

export class OracleError extends WindageError {
  /** One entry per sequence of the failed call; NaN where no usable answer came. */
  readonly scores: Float64Array;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { readonly kind?: ErrorKind; readonly scores: Float64Array },
  ) {
    super(code, message, options);
    this.scores = options.scores;
  }

  /** The same error for a longer list of sequences of which the failed call was a part. */
  withScores(scores: Float64Array): OracleError {
    return new OracleError(this.code, this.message, { kind: this.kind, cause: this.cause ?? this, scores });
  }
}

/** A list of scores nobody has answered yet. */
export function unanswered(count: number): Float64Array {
  return new Float64Array(count).fill(Number.NaN);
}
