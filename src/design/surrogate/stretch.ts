/**
 * Scores stretched at their better end: e^z, with z the score in standard deviations from the mean, turned so that more
 * is better. A model that learns stretched scores spends its freedom on telling good from very good, where a batch is
 * chosen, and little on telling bad from worse. So everything is fitted, judged and mixed by stretched scores, and what
 * is predicted is turned back.
 */
import type { FittedModel } from "./model.ts";

/** Beyond so many standard deviations a score is as good as there, so that one outlier is not all that counts. */
const furthest = 4;

export interface Stretch {
  /** e^z of a score. */
  readonly of: (score: number) => number;
  /** The score of which this is e^z. */
  readonly back: (stretched: number) => number;
  /** How much a score changes with its stretched value; below the mean no faster than there, where logarithms run away. */
  readonly slope: (stretched: number) => number;
}

/** The stretch that suits measured scores; direction −1 where lower ones are better. */
export function createStretch(scores: ArrayLike<number>, direction: 1 | -1): Stretch {
  const list = Array.from(scores);
  const mean = list.reduce((sum, score) => sum + score, 0) / list.length;
  const variance = list.reduce((sum, score) => sum + (score - mean) ** 2, 0) / list.length;
  const unit = direction * (Math.sqrt(variance) || 1);
  return {
    of: (score) => Math.exp(Math.max(-furthest, Math.min(furthest, (score - mean) / unit))),
    back: (stretched) => mean + unit * Math.log(Math.max(stretched, Math.exp(-furthest))),
    slope: (stretched) => unit / Math.max(stretched, 1),
  };
}

/**
 * A model of stretched scores as one of scores. How far the folds' fits lie from the fit to everything is carried over
 * by the slope there, so that spreads and drawn functions stay sensible where little is predicted.
 */
export function unstretched(model: FittedModel, { back, slope }: Stretch): FittedModel {
  const columns = model.folds + 1;
  return {
    ...model,
    heldOut: model.heldOut.map(back),
    predictAll: (asked) => {
      const all = model.predictAll(asked);
      return all.map((value, at) => {
        const fit = all[at - (at % columns) + model.folds]!;
        return back(fit) + slope(fit) * (value - fit);
      });
    },
    predict: (asked) => model.predict(asked).map(back),
  };
}
