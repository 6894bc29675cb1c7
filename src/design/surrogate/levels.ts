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
/** After rounds of design scores are not skewed any more, and the floor is where it was: a fifth lies within so little of the range. */
const [aboveFloor, floorWidth] = [0.2, 0.05];

/** The levels that suit measured scores; null where these are neither skewed towards the better nor have a floor. */
export function createLevels(scores: ArrayLike<number>, direction: 1 | -1): Stretch | null {
  const list = Float64Array.from(scores, (score) => direction * score).sort();
  const mean = list.reduce((sum, score) => sum + score, 0) / list.length;
  const moment = (power: number): number =>
    list.reduce((sum, score) => sum + (score - mean) ** power, 0) / list.length;
  const deviation = Math.sqrt(moment(2));
  const at = (share: number): number => list[Math.floor(share * list.length)]!;
  const low = at(floorShare);
  const isSkewed = moment(3) > leastSkewness * deviation ** 3;
  const hasFloor = at(aboveFloor) - low < floorWidth * (at(1 - floorShare) - low);
  if (!isSkewed && !hasFloor) return null;
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
