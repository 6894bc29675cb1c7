/**
 * The one gate every answer of an oracle passes: as many numbers as sequences, each of them a number
 * that can be a score. One that is not finite is never turned into 0, because a sampler would learn from it.
 */

import { OracleError, unanswered } from "./oracle-error.ts";
import { quoteSequence } from "../text/quote-sequence.ts";
import { isScore, scoreProblem } from "../score-range.ts";

/** Copies an answer into a `Float64Array`, or throws an `OracleError` that names the sequence at fault. */
export function checkScores(name: string, sequences: readonly string[], answer: unknown): Float64Array {
  if (!isListOfValues(answer)) {
    throw new OracleError(
      "landscape/wrong-shape",
      `${name}: got ${describe(answer)} for ${sequences.length} sequences${firstOf(sequences)}, ` +
        "expected a list with one number per sequence",
      { scores: unanswered(sequences.length) },
    );
  }
  if (answer.length !== sequences.length) {
    throw new OracleError(
      "landscape/wrong-shape",
      `${name}: got ${answer.length} scores for ${sequences.length} sequences${firstOf(sequences)}, ` +
        "expected one number per sequence in the same order",
      { scores: unanswered(sequences.length) },
    );
  }
  const scores = unanswered(sequences.length);
  const wrong: number[] = [];
  for (let at = 0; at < sequences.length; at++) {
    const value = answer[at];
    if (typeof value === "number" && isScore(value)) scores[at] = value;
    else wrong.push(at);
  }
  const first = wrong[0];
  if (first === undefined) return scores;
  const value = answer[first];
  const others = wrong.length > 1 ? ` (and ${wrong.length - 1} more of the ${sequences.length} asked)` : "";
  const isNumber = typeof value === "number";
  const { code, expected } = scoreProblem(isNumber ? value : Number.NaN);
  throw new OracleError(
    isNumber ? code : "landscape/wrong-shape",
    `${name}: the score of ${quoteSequence(sequences[first]!)} is ${isNumber ? describeNumber(value) : describe(value)}${others}, ${expected}`,
    { scores },
  );
}

/** Text and functions have a length too, but their entries are not scores. */
function isListOfValues(answer: unknown): answer is ArrayLike<unknown> {
  return (
    typeof answer === "object" && answer !== null && "length" in answer && typeof answer.length === "number"
  );
}

/** Digits without end and 1e400 arrive as Infinity as well. */
function describeNumber(value: number): string {
  return Number.isFinite(value) || Number.isNaN(value) ? String(value) : `${value} (or beyond 1.8e308)`;
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof value === "string") return `the text ${JSON.stringify(value.slice(0, 40))}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return `a value of type ${typeof value}`;
}

function firstOf(sequences: readonly string[]): string {
  return sequences.length === 0 ? "" : ` starting with ${quoteSequence(sequences[0]!)}`;
}
