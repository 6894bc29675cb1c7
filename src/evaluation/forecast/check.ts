/** The one complaint of the forecast measures: two lists that should be of one length and are not. */
import { WindageError } from "../../error.ts";

/** Throws unless the forecast has as many steps as the truth, and at least one. */
export function checkSteps(caller: string, forecast: number, actual: number): void {
  if (forecast === actual && actual > 0) return;
  throw new WindageError(
    "evaluation/length-mismatch",
    `${caller}: got ${forecast} forecast and ${actual} actual values, expected as many of one as of the other, and at least one.`,
  );
}
