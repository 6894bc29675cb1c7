/**
 * One small network on letters by place: which letter stands where, a layer of ramps, a weighted sum. Nothing is shared
 * between places, so it suits a few sites of a protein, where pooled windows have nothing to pool. Of a row's inputs only
 * as many are 1 as it has letters, so that plain loops over those are as fast as a compiled program.
 *
 *     h = max(0, b + Σ_t W[t, x_t])        value = c + h·v
 */
import type { Steps } from "../../evaluation/long-computation.ts";
import type { Generator } from "../../random/generator.ts";

/** How a network is trained. */
export interface PerceptronPlan {
  readonly hidden: number;
  /** Rows per update, and updates. */
  readonly batch: number;
  readonly steps: number;
}

/** Adam's rate at the first update; it falls along half a cosine. */
const rate = 0.01;
/** What weights lose per update, times the rate. */
const decay = 0.01;
const [slowness, squareSlowness] = [0.9, 0.999];
/** The standard deviation of the first weights, for a row of one letter. */
const firstWeight = Math.SQRT1_2;

/** Rows as numbers of their inputs, `places` to a row, −1 for none; what is to be learned, and how much each counts. */
export interface PerceptronRows {
  readonly places: number;
  readonly inputs: Int32Array;
  readonly targets: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

export class Perceptron {
  /** Inputs × hidden, hidden, hidden, 1: W, b, v, c one after another. */
  readonly #numbers: Float64Array;
  readonly #hidden: number;
  readonly #into: number;
  readonly #units: Float64Array;

  constructor(inputCount: number, places: number, hidden: number, generator: Generator) {
    this.#hidden = hidden;
    this.#into = inputCount * hidden;
    this.#units = new Float64Array(hidden);
    this.#numbers = new Float64Array(this.#into + 2 * hidden + 1);
    const numbers = this.#numbers;
    for (let i = 0; i < this.#into; i++) numbers[i] = (generator.normal() * firstWeight) / Math.sqrt(places);
    for (let h = 0; h < hidden; h++) {
      numbers[this.#into + h] = 0.1 * generator.normal();
      numbers[this.#into + hidden + h] = generator.normal() / Math.sqrt(hidden);
    }
  }

  get numbers(): Float64Array {
    return this.#numbers;
  }

  /** The value of the row whose inputs stand in `inputs` from `from` on. */
  value(inputs: Int32Array, from: number, places: number): number {
    const [numbers, units, hidden] = [this.#numbers, this.#units, this.#hidden];
    const [bias, out] = [this.#into, this.#into + hidden];
    for (let h = 0; h < hidden; h++) units[h] = numbers[bias + h]!;
    for (let t = 0; t < places; t++) {
      const at = inputs[from + t]! * hidden;
      if (at < 0) continue;
      for (let h = 0; h < hidden; h++) units[h] = units[h]! + numbers[at + h]!;
    }
    let sum = numbers[out + hidden]!;
    for (let h = 0; h < hidden; h++) if (units[h]! > 0) sum += numbers[out + h]! * units[h]!;
    return sum;
  }

  /** Adds half the squared error's slopes of one row to `slopes`, and says by how much it was missed. */
  addSlopes(rows: PerceptronRows, row: number, slopes: Float64Array): number {
    const { places, inputs, targets, weights } = rows;
    const [numbers, units, hidden] = [this.#numbers, this.#units, this.#hidden];
    const [bias, out] = [this.#into, this.#into + hidden];
    const missed = this.value(inputs, row * places, places) - targets[row]!;
    const error = weights[row]! * missed;
    for (let h = 0; h < hidden; h++) {
      const unit = units[h]!;
      const back = unit > 0 ? error * numbers[out + h]! : 0;
      if (unit > 0) slopes[out + h] = slopes[out + h]! + error * unit;
      slopes[bias + h] = slopes[bias + h]! + back;
      units[h] = back;
    }
    slopes[out + hidden] = slopes[out + hidden]! + error;
    for (let t = 0; t < places; t++) {
      const at = inputs[row * places + t]! * hidden;
      if (at < 0) continue;
      for (let h = 0; h < hidden; h++) slopes[at + h] = slopes[at + h]! + units[h]!;
    }
    return missed;
  }
}

/** Trains one by Adam; a yield after every hundred updates. */
export function* trainPerceptron(
  network: Perceptron,
  rows: PerceptronRows,
  { batch, steps }: PerceptronPlan,
  generator: Generator,
): Steps<void> {
  const { numbers } = network;
  const seen = Array.from(rows.targets, (_, row) => row).filter((row) => rows.weights[row]! > 0);
  const slopes = new Float64Array(numbers.length);
  const first = new Float64Array(numbers.length);
  const second = new Float64Array(numbers.length);
  let dealt = seen.length;
  for (let step = 1; step <= steps; step++) {
    slopes.fill(0);
    let total = 0;
    for (let b = 0; b < batch; b++) {
      if (dealt === seen.length) {
        generator.shuffle(seen);
        dealt = 0;
      }
      const row = seen[dealt++]!;
      network.addSlopes(rows, row, slopes);
      total += rows.weights[row]!;
    }
    const now = (rate / 2) * (1 + Math.cos((Math.PI * step) / steps));
    const [rise, fall] = [1 - slowness ** step, 1 - squareSlowness ** step];
    const kept = 1 - now * decay;
    for (let i = 0; i < numbers.length; i++) {
      const slope = slopes[i]! / total;
      const mean = (first[i] = slowness * first[i]! + (1 - slowness) * slope);
      const square = (second[i] = squareSlowness * second[i]! + (1 - squareSlowness) * slope * slope);
      numbers[i] = numbers[i]! * kept - (now * (mean / rise)) / (Math.sqrt(square / fall) + 1e-8);
    }
    if (step % 100 === 0) yield undefined;
  }
}
