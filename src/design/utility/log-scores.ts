/** Scores that span powers of ten, as their logarithms. */
import { WindageError } from "../../error.ts";
import type { Measurement } from "../../landscape/assay/assay.ts";

/** The same measurements with log10 of their scores; a score at or below zero is refused with its sequence. */
export function logScores(measurements: readonly Measurement[]): readonly Measurement[] {
  return measurements.map((measurement) => {
    if (!(measurement.score > 0)) {
      throw new WindageError(
        "design/no-logarithm",
        `--log: ${measurement.sequence} scores ${measurement.score}, expected scores above 0; leave out --log, or leave out such rows`,
      );
    }
    // The spread of a logarithm, to first order.
    const spread = measurement.spread / (measurement.score * Math.LN10);
    return { ...measurement, score: Math.log10(measurement.score), spread };
  });
}
