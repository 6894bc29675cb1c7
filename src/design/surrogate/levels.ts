/**
 * Scores as levels, for sparse landscapes: most variants lie at a floor, few score many times as much, and a handful of
 * them would make up all of a squared error. With `low` a score that few lie below and s a tenth of the standard
 * deviation,
 *
 *     t = log(1 + (y − low)/s) above low,  (y − low)/s below
 *
 * so that what multiplies scores adds up, and differences at the floor, which are noise, stay small.
 */
import type { Stretch } from "./stretch.ts";

const unitShare = 0.1;
/** Below so many lies what is read as the floor. */
const floorShare = 0.05;
/** Skewness from which a landscape is sparse; that of a normal law is 0, of an exponential one 2. */
const leastSkewness = 2;

/** The levels that suit measured scores; null where these are not skewed towards the better. */
export function createLevels(scores: ArrayLike<number>, direction: 1 | -1): Stretch | null {
  const list = Float64Array.from(scores, (score) => direction * score).sort();
  const mean = list.reduce((sum, score) => sum + score, 0) / list.length;
  const moment = (power: number): number =>
    list.reduce((sum, score) => sum + (score - mean) ** power, 0) / list.length;
  const deviation = Math.sqrt(moment(2));
  if (!(moment(3) > leastSkewness * deviation ** 3)) return null;
  const low = list[Math.floor(floorShare * list.length)]!;
  const unit = unitShare * deviation;
  return {
    sparse: true,
    of(score) {
      const above = (direction * score - low) / unit;
      return above > 0 ? Math.log1p(above) : above;
    },
    back: (level) => direction * (low + unit * (level > 0 ? Math.expm1(level) : level)),
  };
}
