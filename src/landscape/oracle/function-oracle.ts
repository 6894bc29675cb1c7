/**
 * Makes an oracle from a user's function. The caller says whether the function takes one sequence or a batch;
 * guessing from its behaviour would go wrong for the first batch of one. Either kind may be asynchronous.
 */

import { WindageError } from "../../error.ts";
import { describeValue, requireKnownFields, type Fields } from "../../known-fields.ts";
import { describeThrown } from "../../thrown.ts";
import { checkScores } from "./check-scores.ts";
import type { Context } from "../context.ts";
import type { Oracle } from "../landscape.ts";
import { OracleError, unanswered } from "./oracle-error.ts";
import { quoteSequence } from "../text/quote-sequence.ts";
import { type BatchLimits, checkCount, scoreInBatches } from "./score-in-batches.ts";

/** A function of one sequence. */
export interface SingleFunction {
  readonly mode: "single";
  readonly name?: string;
  readonly score: (sequence: string, context?: Context) => number | Promise<number>;
  /** Whether the score depends on a condition, which is then the second argument. */
  readonly conditional?: boolean;
  /** How many calls of an asynchronous function may be under way at once; 1 unless told. */
  readonly concurrency?: number;
}

/** A function of many sequences that answers with one score each, in their order. */
export interface BatchFunction {
  readonly mode: "batch";
  readonly name?: string;
  readonly score: (
    sequences: readonly string[],
    contexts?: readonly Context[],
  ) => ArrayLike<number> | Promise<ArrayLike<number>>;
  /** Whether scores depend on conditions, which are then the second argument, one per sequence. */
  readonly conditional?: boolean;
  /** The most sequences per call; all at once unless told. */
  readonly maxBatch?: number;
  /** How many calls of an asynchronous function may be under way at once; 1 unless told. */
  readonly concurrency?: number;
}

const oracleFields: Fields<SingleFunction | BatchFunction> = {
  mode: true,
  name: true,
  score: true,
  conditional: true,
  maxBatch: true,
  concurrency: true,
};

function checkOptions(options: SingleFunction | BatchFunction): void {
  requireKnownFields("landscape/invalid-option", "functionOracle", options, oracleFields);
  const { mode, score }: { readonly mode: unknown; readonly score: unknown } = options;
  const refuse = (name: string, got: unknown, expected: string): never => {
    throw new WindageError(
      "landscape/invalid-option",
      `functionOracle: got ${describeValue(got)} as ${name}, expected ${expected}.`,
    );
  };
  if (mode !== "single" && mode !== "batch") {
    refuse("mode", mode, '"single" for a function of one sequence or "batch" for one of many');
  }
  if (typeof score !== "function") refuse("score", score, "a function");
}

/** Makes a landscape of a scoring function, for one object at a time or for many. */
export function functionOracle(options: SingleFunction | BatchFunction): Oracle {
  checkOptions(options);
  const name = options.name ?? "function";
  const concurrency = checkCount("concurrency", options.concurrency ?? 1, 1);
  const limits: BatchLimits =
    options.mode === "single"
      ? { maxBatch: 1, concurrency }
      : { maxBatch: checkCount("maxBatch", options.maxBatch ?? Number.MAX_SAFE_INTEGER, 1), concurrency };
  const ask = async (batch: readonly string[], contexts?: readonly Context[]): Promise<Float64Array> => {
    let answer: unknown;
    try {
      answer =
        options.mode === "single"
          ? [await options.score(batch[0]!, ...(contexts ? [contexts[0]!] : []))]
          : await options.score(batch, ...(contexts ? [contexts] : []));
    } catch (cause) {
      throw new OracleError(
        "landscape/function-failed",
        `${name}: the function threw "${describeThrown(cause)}" for ` +
          `${quoteSequence(batch[0]!)}${batch.length > 1 ? ` and ${batch.length - 1} more` : ""}`,
        { cause, scores: unanswered(batch.length) },
      );
    }
    return checkScores(name, batch, answer);
  };
  return {
    name,
    enumerable: false,
    ...(options.conditional ? { conditional: true } : {}),
    score: (sequences, contexts, heard) =>
      scoreInBatches(sequences, limits, ask, {
        ...(contexts ? { contexts } : {}),
        ...(heard ? { heard } : {}),
      }),
  };
}
