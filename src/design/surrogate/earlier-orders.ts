/**
 * Intervals from what earlier orders were predicted to be and what came. Misses on held-out rows say how far off a model
 * is among what was measured; an order is chosen to be better than that, and where it lies outside, those misses say
 * little. The last orders were chosen in the same way, so their misses are what the next one should be prepared for: an
 * interval is widened until it reaches as far to either side as those did. It is never made narrower, since an order
 * that was foretold well may have been an easy one.
 */
import { quantile } from "../../evaluation/sample/entropy-ratio.ts";
import type { Interval } from "./calibration.ts";

/** What a design was predicted to be, and what it turned out to be. */
export interface PredictionOutcome {
  readonly predicted: Interval;
  readonly score: number;
}

/** Orders that count: one alone may have been easy or hard, and of long ago predictions were worse. */
const latest = 2;
/** Results there have to be; as long as there are fewer, older orders count too. */
export const fewestOutcomes = 10;

/** The misses to be prepared for, of orders from the first to the last. */
export class EarlierOrders {
  readonly #misses: readonly number[];

  constructor(orders: readonly (readonly PredictionOutcome[])[]) {
    const misses: number[] = [];
    for (const [age, order] of orders.toReversed().entries()) {
      if (age >= latest && misses.length >= fewestOutcomes) break;
      for (const { predicted, score } of order) misses.push(score - predicted.middle);
    }
    this.#misses = misses.length < fewestOutcomes ? [] : misses;
  }

  /** An 80 % interval that reaches as far as earlier misses do. */
  widen({ low, middle, high }: Interval, share = 0.8): Interval {
    const misses = this.#misses;
    if (misses.length === 0) return { low, middle, high };
    const level = Math.min(1, ((misses.length + 1) * (1 + share)) / 2 / misses.length);
    return {
      low: Math.min(low, middle + quantile(misses, 1 - level)),
      middle,
      high: Math.max(high, middle + quantile(misses, level)),
    };
  }

  /** The share of earlier misses with which a prediction would turn out better than a score; 0 without any. */
  shareBetter({ middle }: Interval, score: number, direction: 1 | -1): number {
    const better = this.#misses.filter((miss) => direction * (middle + miss - score) > 0);
    return better.length / Math.max(1, this.#misses.length);
  }
}
