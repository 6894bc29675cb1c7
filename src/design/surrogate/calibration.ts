/**
 * Intervals around predictions from what was missed before (conformal): the differences between measured values and
 * their held-out predictions, among the measured sequences that were predicted most nearly the same. A straight line
 * through those differences is taken out first and put back, because the highest predictions are too high more often
 * than not, and a batch is made of the highest. So the interval is wide where such predictions were poor, and it need
 * be neither symmetric nor centred. It assumes that what is asked about is like what was measured; a sequence unlike
 * all of them may be missed by more.
 *
 * Where a prediction is higher than those of its neighbours, as in every batch, it also counts how misses grow towards
 * the best. Values are stretched scores, the mean at 1: with an even error of measurement misses grow as predictions do,
 * and where scores come close to their highest possible one they stay the same.
 */
import { quantile } from "../../evaluation/sample/entropy-ratio.ts";

/** A prediction with the interval that should hold the given share of what comes. */
export interface Interval {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** Misses that an interval is made of; more would reach further down, where predictions are poorer. */
const fewest = 40;
const most = 100;
/** Whether misses grow is seen among the tenth that was predicted highest; lower down they do so nearly always. */
const shareOfBest = 0.1;
/** Powers that are tried. */
const powers = Array.from({ length: 11 }, (_, i) => i / 10);
/** Rows that the coverage is counted on, at most. */
const mostCounted = 2000;

export class Calibration {
  readonly #predicted: Float64Array;
  readonly #missed: Float64Array;
  readonly #window: number;
  readonly #share: number;
  /** Misses grow with predictions above the mean to this power. */
  readonly #power: number;

  constructor(heldOut: ArrayLike<number>, values: ArrayLike<number>, share = 0.8) {
    const order = Array.from(heldOut, (_, i) => i).sort((a, b) => heldOut[a]! - heldOut[b]! || a - b);
    this.#predicted = Float64Array.from(order, (i) => heldOut[i]!);
    this.#missed = Float64Array.from(order, (i) => values[i]! - heldOut[i]!);
    this.#window = Math.min(order.length, Math.max(fewest, Math.min(most, Math.round(order.length / 80))));
    this.#share = share;
    const best = Math.min(order.length, Math.max(fewest, Math.round(order.length * shareOfBest)));
    this.#power = growthOf(this.#predicted.slice(-best), this.#missed.slice(-best));
  }

  /** The interval around a prediction. */
  interval(prediction: number): Interval {
    const from = this.#nearest(prediction);
    return this.#around(prediction, indices(from, from + this.#window));
  }

  /** What values would come of a prediction if it were missed as its neighbours were. */
  outcomes(prediction: number): readonly number[] {
    const from = this.#nearest(prediction);
    const { centre, scale, rest } = this.#misses(prediction, indices(from, from + this.#window));
    return rest.map((miss) => centre + scale * miss);
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
    const outcomes = this.outcomes(prediction);
    return outcomes.filter((value) => value > bound).length / Math.max(1, outcomes.length);
  }

  #around(prediction: number, rows: readonly number[]): Interval {
    if (rows.length === 0) return { low: prediction, middle: prediction, high: prediction };
    const { centre, scale, rest } = this.#misses(prediction, rows);
    // With n values, the quantile that a further one exceeds with the wanted probability lies a little outside.
    const outside = (1 - this.#share) / 2;
    const level = Math.min(1, ((rest.length + 1) * (1 - outside)) / rest.length);
    return {
      low: centre + scale * quantile(rest, 1 - level),
      middle: centre + scale * quantile(rest, 0.5),
      high: centre + scale * quantile(rest, level),
    };
  }

  /** Where the line through earlier misses puts the value, and how far those lay from the line in units of `scale`. */
  #misses(prediction: number, rows: readonly number[]): Misses {
    const x = rows.map((k) => this.#predicted[k]!);
    const scales = x.map((at) => scaleAt(at, this.#power));
    const trend = straightLine(
      x,
      rows.map((k) => this.#missed[k]!),
      scales.map((scale) => 1 / scale ** 2),
    );
    // No line is followed beyond the predictions it was fitted to.
    const least = x.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const greatest = x.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const inside = Math.min(Math.max(prediction, least), greatest);
    return {
      centre: prediction + trend(inside),
      scale: scaleAt(prediction, this.#power),
      rest: rows.map((k, at) => (this.#missed[k]! - trend(x[at]!)) / scales[at]!),
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

interface Misses {
  readonly centre: number;
  readonly scale: number;
  readonly rest: readonly number[];
}

const scaleAt = (predicted: number, power: number): number => Math.max(1, predicted) ** power;

/** The power with which misses grow that makes them most likely, if they lie around a line as in a Laplace law. */
function growthOf(predicted: Float64Array, missed: Float64Array): number {
  const even = Array.from(predicted, () => 1);
  const trend = straightLine(predicted, missed, even);
  const rest = Array.from(missed, (miss, i) => Math.abs(miss - trend(predicted[i]!)));
  let [chosen, least] = [0, Number.POSITIVE_INFINITY];
  for (const power of powers) {
    const scales = Array.from(predicted, (at) => scaleAt(at, power));
    const mean = rest.reduce((sum, miss, i) => sum + miss / scales[i]!, 0) / rest.length;
    const unlikely = Math.log(mean) + scales.reduce((sum, scale) => sum + Math.log(scale), 0) / scales.length;
    if (unlikely < least) [chosen, least] = [power, unlikely];
  }
  return chosen;
}

/** The line by weighted least squares; flat where all x are the same. */
function straightLine(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights: readonly number[],
): (at: number) => number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const meanX = weights.reduce((sum, weight, i) => sum + weight * x[i]!, 0) / total;
  const meanY = weights.reduce((sum, weight, i) => sum + weight * y[i]!, 0) / total;
  let across = 0;
  let along = 0;
  for (const [i, weight] of weights.entries()) {
    across += weight * (x[i]! - meanX) * (y[i]! - meanY);
    along += weight * (x[i]! - meanX) ** 2;
  }
  const slope = along > 0 ? across / along : 0;
  return (at) => meanY + slope * (at - meanX);
}
