/**
 * Scores stretched at their better end: with z the score in units from the mean, standard deviations as a rule, turned so
 * that more is better, e^z above the mean and 1 + z below, which meet there with the same slope. A model that learns stretched scores
 * spends its freedom on telling good from very good, where a batch is chosen, and no more than usual on telling bad from
 * worse. So everything is fitted, judged and mixed by stretched scores, and what is predicted is turned back.
 */

/** Beyond so many units a score is as good as there, so that one outlier is not all that counts. */
const furthest = 4;
/**
 * Few are better than this one, one in a thousand and at least two, which may be outliers. Where it lies further out than
 * that, as after rounds of design, units are made larger, so that the best can still be told apart.
 */
const rankOfGood = (rows: number): number => Math.min(rows - 1, Math.max(2, Math.floor(rows / 1000)));

export interface Stretch {
  /** Whether this is the scale of a sparse landscape (`levels.ts`), where scores are brought together. */
  readonly sparse: boolean;
  /** The stretched score. */
  readonly of: (score: number) => number;
  /** The score that is stretched to this. */
  readonly back: (stretched: number) => number;
}

/** The stretch that suits measured scores; direction −1 where lower ones are better. */
export function createStretch(scores: ArrayLike<number>, direction: 1 | -1): Stretch {
  const list = Array.from(scores);
  const mean = list.reduce((sum, score) => sum + score, 0) / list.length;
  const variance = list.reduce((sum, score) => sum + (score - mean) ** 2, 0) / list.length;
  const good = list.sort((a, b) => direction * (b - a))[rankOfGood(list.length)]!;
  const unit = direction * (Math.max(Math.sqrt(variance), Math.abs(good - mean) / furthest) || 1);
  return {
    sparse: false,
    of(score) {
      const z = Math.max(-furthest, Math.min(furthest, (score - mean) / unit));
      return z > 0 ? Math.exp(z) : 1 + z;
    },
    back: (stretched) => mean + unit * (stretched > 1 ? Math.log(stretched) : stretched - 1),
  };
}
