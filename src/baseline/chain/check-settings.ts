/** Settings of baselines are numbers from a command line or a file; these say which ones make no sense. */
import { WindageError } from "../../error.ts";

/** Throws unless every named setting is a whole number of at least 1. */
export function checkCounts(method: string, counts: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(counts)) {
    if (Number.isSafeInteger(value) && value >= 1) continue;
    throw new WindageError(
      "baseline/bad-setting",
      `${method}: got ${name} = ${value}, expected a whole number of at least 1.`,
    );
  }
}

/** Throws unless every named setting lies between `least` and `most`, both included. */
export function checkRange(
  method: string,
  [least, most]: readonly [number, number],
  values: Readonly<Record<string, number>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value >= least && value <= most) continue;
    throw new WindageError(
      "baseline/bad-setting",
      `${method}: got ${name} = ${value}, expected a number from ${least} to ${most}.`,
    );
  }
}
