/**
 * How a prediction and its uncertainty become one score to search by: the prediction itself, more or less of its
 * standard error (explore, or play safe), the improvement expected over the best measured score, or the probability
 * of exceeding a threshold. Higher is better here; predictions were turned around before where lower is.
 */
import { WindageError } from "../../error.ts";
import { normalCdf } from "../../evaluation/sample/normal-cdf.ts";

/** Ways to make one score of a prediction and its standard error. */
export const acquisitionKinds = ["mean", "explore", "safe", "improvement", "exceed"] as const;
/** One of them. */
export type AcquisitionKind = (typeof acquisitionKinds)[number];

/** Which way, and what it needs to know. */
export interface AcquisitionOptions {
  readonly kind: AcquisitionKind;
  /** Standard errors added by `explore` and taken away by `safe`. */
  readonly kappa: number;
  /** The best measured score, which `improvement` improves on. */
  readonly best: number;
  /** What `exceed` has to exceed. */
  readonly threshold?: number;
}

/** The score to search by, from a prediction and its standard error. */
export function acquisition(options: AcquisitionOptions): (mean: number, spread: number) => number {
  const { kind, kappa, best, threshold } = options;
  switch (kind) {
    case "mean":
      return (mean) => mean;
    case "explore":
      return (mean, spread) => mean + kappa * spread;
    case "safe":
      return (mean, spread) => mean - kappa * spread;
    case "improvement":
      return (mean, spread) => expectedExcess(mean, spread, best);
    case "exceed":
      if (threshold === undefined) {
        throw new WindageError(
          "design/no-threshold",
          'acquisition "exceed": got no threshold, expected one; add --threshold <score>',
        );
      }
      return (mean, spread) =>
        spread > 0 ? normalCdf((mean - threshold) / spread) : mean > threshold ? 1 : 0;
    default:
      return kind satisfies never;
  }
}

/** E max(Y − best, 0) for a normal Y. */
function expectedExcess(mean: number, spread: number, best: number): number {
  if (!(spread > 0)) return Math.max(0, mean - best);
  const z = (mean - best) / spread;
  return spread * (z * normalCdf(z) + Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
}
