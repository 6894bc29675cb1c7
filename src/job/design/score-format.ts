/**
 * Scores as people read them: in the unit of their file. With --log everything is worked out with log10 of the scores,
 * which is turned back here and nowhere else, so that tables, files and documents have one unit.
 */
import type { Design } from "../../design/propose.ts";
import type { Interval } from "../../design/surrogate/calibration.ts";
import { extent } from "../../figure/draw/extent.ts";

/** More digits than any measurement has, and few enough to give back the number that was read. */
const exactDigits = 12;

/** Decimals that are still read as a number. */
const mostDecimals = 6;

/** A score that was worked with, in the unit of the file. */
export function inFileUnit(value: number, log: boolean): number {
  return log ? Number((10 ** value).toPrecision(exactDigits)) : value;
}

/** The ends and the middle of an interval, in the unit of the file. */
export function intervalInFileUnit({ low, middle, high }: Interval, log: boolean): Interval {
  return {
    low: inFileUnit(low, log),
    middle: inFileUnit(middle, log),
    high: inFileUnit(high, log),
  };
}

/** Designs with all their scores in the unit of the file. */
export function designsInFileUnit(designs: readonly Design[], log: boolean): readonly Design[] {
  if (!log) return designs;
  return designs.map((design) => ({
    ...design,
    predicted: intervalInFileUnit(design.predicted, log),
    afterErrors: intervalInFileUnit(design.afterErrors, log),
    nearest: { ...design.nearest, score: inFileUnit(design.nearest.score, log) },
  }));
}

/** Writes what was worked with in the unit of the file, with as many digits as tell scores of this range apart. */
export function scoreFormat(scores: readonly number[], log = false): (value: number) => string {
  const [low, high] = extent(scores);
  const range = Math.max(high - low, 1e-12);
  if (log) {
    // A hundredth of the range, as a share of a score.
    const share = (range * Math.LN10) / 100;
    const significant = Math.min(6, Math.max(3, Math.ceil(1 - Math.log10(share))));
    return (value) => String(Number((10 ** value).toPrecision(significant)));
  }
  const digits = Math.max(0, 2 - Math.floor(Math.log10(range)));
  if (!Number.isFinite(digits)) return (value) => value.toFixed(3);
  const largest = Math.max(Math.abs(low), Math.abs(high));
  if (digits <= mostDecimals || largest >= 1) return (value) => value.toFixed(Math.min(mostDecimals, digits));
  // Constants in moles per litre: after six decimals nothing but zeros would be left of them.
  const beside = Math.min(exactDigits, Math.max(2, digits + Math.floor(Math.log10(largest || 1))));
  return (value) => (value === 0 ? "0" : value.toExponential(beside));
}
