/**
 * The lines exchanged with a command oracle. Asked: {"id":7,"sequence":"ACGT","left":2}, where `left` counts the
 * lines of the batch still to come, so a program may collect a batch. Answered, in any order:
 * {"id":7,"score":0.25}. This file only reads and writes lines.
 */

import { isRecord } from "../../is-record.ts";
import { vanishedNumber, vanishedText } from "../text/parse-decimal.ts";

/** What one line of the command said. */
export type CommandLine =
  | { readonly kind: "answer"; readonly id: number; readonly score: number }
  | { readonly kind: "garbage"; readonly reason: string };

/** The lines that ask for a batch, ids counting up from `firstId`. */
export function writeQuestions(sequences: readonly string[], firstId: number): string {
  const last = sequences.length - 1;
  return sequences
    .map((sequence, at) => `${JSON.stringify({ id: firstId + at, sequence, left: last - at })}\n`)
    .join("");
}

/** Reads one line; a score that is null, NaN or infinite comes out as a number that is not finite. */
export function readAnswer(line: string): CommandLine {
  const value = parse(line);
  if (!isRecord(value)) {
    return { kind: "garbage", reason: "it is not a JSON object" };
  }
  const { id, score } = value;
  if (typeof id !== "number") return { kind: "garbage", reason: "it has no numeric id" };
  if (score === undefined) return { kind: "garbage", reason: "it has no score" };
  const vanished = score === 0 ? vanishedNumber(line) : undefined;
  if (vanished !== undefined) return { kind: "garbage", reason: `its score ${vanishedText(vanished)}` };
  if (typeof score === "number") return { kind: "answer", id, score };
  if (score === null) return { kind: "answer", id, score: Number.NaN };
  return { kind: "garbage", reason: `its score is ${JSON.stringify(score).slice(0, 40)}, not a number` };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Python and others write bare NaN and Infinity, which JSON does not have; say "not finite", not "garbage".
    try {
      // A number too large for JSON's numbers is read as infinite, with its sign.
      const spelled = line
        .replaceAll(/\b(?:Infinity|inf)\b/g, "1e999")
        .replaceAll(/-?\b(?:NaN|nan)\b/g, "null");
      return JSON.parse(spelled);
    } catch {
      return undefined;
    }
  }
}
