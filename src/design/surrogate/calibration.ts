/**
 * Intervals around predictions from what was missed before (conformal): the differences between measured values and
 * their held-out predictions, among the measured sequences that were predicted most nearly the same. A straight line
 * through those differences is taken out first and put back, because the highest predictions are too high more often
 * than not, and a batch is made of the highest. So the interval is wide where such predictions were poor, and it need
 * be neither symmetric nor centred. It assumes that what is asked about is like what was measured; a sequence unlike
 * all of them may be missed by more.
 */
import { quantile } from "../../evaluation/index.ts";

/** A prediction with the interval that should hold the given share of what comes. */
export interface Interval {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** Misses that an interval is made of; more would reach further down, where predictions are poorer. */
const fewest = 40;
const most = 100;
/** Rows that the coverage is counted on, at most. */
const mostCounted = 2000;

export class Calibration {
  readonly #predicted: Float64Array;
  readonly #missed: Float64Array;
  readonly #window: number;
  readonly #share: number;

  constructor(heldOut: ArrayLike<number>, values: ArrayLike<number>, share = 0.8) {
    const order = Array.from(heldOut, (_, i) => i).sort((a, b) => heldOut[a]! - heldOut[b]! || a - b);
    this.#predicted = Float64Array.from(order, (i) => heldOut[i]!);
    this.#missed = Float64Array.from(order, (i) => values[i]! - heldOut[i]!);
    this.#window = Math.min(order.length, Math.max(fewest, Math.min(most, Math.round(order.length / 80))));
    this.#share = share;
  }

  /** The interval around a prediction. */
  interval(prediction: number): Interval {
    const from = this.#nearest(prediction);
    return this.#around(prediction, indices(from, from + this.#window));
  }

  /** How many measured values lie in the interval around their held-out prediction, each left out of its own. */
  coverage(): number {
    const count = this.#predicted.length;
    const stride = Math.max(1, Math.ceil(count / mostCounted));
    let [inside, counted] = [0, 0];
    for (let i = 0; i < count; i += stride, counted++) {
      const from = this.#nearest(this.#predicted[i]!);
      const others = indices(from, from + this.#window).filter((k) => k !== i);
      const { low, high } = this.#around(this.#predicted[i]!, others);
      const value = this.#predicted[i]! + this.#missed[i]!;
      if (value >= low && value <= high) inside++;
    }
    return inside / counted;
  }

  /** The share of earlier misses with which the value would lie above a bound. */
  probabilityAbove(prediction: number, bound: number): number {
    const from = this.#nearest(prediction);
    const { centre, rest } = this.#misses(prediction, indices(from, from + this.#window));
    return rest.filter((miss) => centre + miss > bound).length / Math.max(1, rest.length);
  }

  #around(prediction: number, rows: readonly number[]): Interval {
    if (rows.length === 0) return { low: prediction, middle: prediction, high: prediction };
    const { centre, rest } = this.#misses(prediction, rows);
    // With n values, the quantile that a further one exceeds with the wanted probability lies a little outside.
    const outside = (1 - this.#share) / 2;
    const level = Math.min(1, ((rest.length + 1) * (1 - outside)) / rest.length);
    return {
      low: centre + quantile(rest, 1 - level),
      middle: centre + quantile(rest, 0.5),
      high: centre + quantile(rest, level),
    };
  }

  /** Where the line through earlier misses puts the value, and how far those lay from the line. */
  #misses(
    prediction: number,
    rows: readonly number[],
  ): { readonly centre: number; readonly rest: readonly number[] } {
    const x = rows.map((k) => this.#predicted[k]!);
    const trend = straightLine(
      x,
      rows.map((k) => this.#missed[k]!),
    );
    // No line is followed beyond the predictions it was fitted to.
    const least = x.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const greatest = x.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const inside = Math.min(Math.max(prediction, least), greatest);
    return {
      centre: prediction + trend(inside),
      rest: rows.map((k, at) => this.#missed[k]! - trend(x[at]!)),
    };
  }

  /** Where the window of the nearest predictions begins. */
  #nearest(prediction: number): number {
    let low = 0;
    let high = this.#predicted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#predicted[middle]! < prediction) low = middle + 1;
      else high = middle;
    }
    let from = Math.max(0, Math.min(low - (this.#window >> 1), this.#predicted.length - this.#window));
    while (
      from + this.#window < this.#predicted.length &&
      this.#predicted[from + this.#window]! - prediction < prediction - this.#predicted[from]!
    ) {
      from++;
    }
    return from;
  }
}

function indices(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, k) => from + k);
}

/** The least-squares line; flat where all x are the same. */
function straightLine(x: readonly number[], y: readonly number[]): (at: number) => number {
  const n = x.length;
  const meanX = x.reduce((sum, value) => sum + value, 0) / n;
  const meanY = y.reduce((sum, value) => sum + value, 0) / n;
  let across = 0;
  let along = 0;
  for (let i = 0; i < n; i++) {
    across += (x[i]! - meanX) * (y[i]! - meanY);
    along += (x[i]! - meanX) ** 2;
  }
  const slope = along > 0 ? across / along : 0;
  return (at) => meanY + slope * (at - meanX);
}
