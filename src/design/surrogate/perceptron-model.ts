/**
 * An ensemble of small networks on letters by place. Each leaves one fold out, so that a row is predicted by those that
 * have not seen it; what is asked about is predicted by all of them. That is as many networks as there are folds, times
 * the members that start differently, and not once more for the fit to everything.
 */
import type { Steps } from "../../evaluation/long-computation.ts";
import { Generator } from "../../random/generator.ts";
import { foldIn, type Key } from "../../random/key.ts";
import type { Folds } from "./folds.ts";
import type { FittedModel } from "./model.ts";
import { Perceptron, type PerceptronPlan, trainPerceptron } from "./perceptron.ts";

/** Networks that leave out the same fold. */
const members = 2;
const hidden = 64;
const batch = 64;
/** Multiplications in all, a few seconds on one slow core. */
const mostWork = 12e9;
const [fewestSteps, mostSteps] = [600, 1500];

/** How networks are trained on such rows; null where sequences are so long that it would take too long. */
export function perceptronPlan(
  rows: number,
  places: number,
  inputCount: number,
  folds: number,
): PerceptronPlan | null {
  // Three products with the letters of every row, and an update of all weights, which costs about eight.
  const perStep = members * folds * hidden * (3 * Math.min(batch, rows) * (places + 1) + 8 * inputCount);
  const steps = Math.min(mostSteps, 800 + rows / 2, Math.floor(mostWork / perStep));
  return steps < fewestSteps ? null : { hidden, batch: Math.min(batch, rows), steps: Math.round(steps) };
}

/** Numbers letters by place; what no measured row has is no input, and changes no prediction. */
export class PlaceInputs {
  readonly #numbers: Int32Array;
  readonly #letters: number;
  readonly places: number;
  readonly count: number;

  constructor(sequences: readonly ArrayLike<number>[], letters: number) {
    this.#letters = letters;
    this.places = sequences[0]!.length;
    this.#numbers = new Int32Array(this.places * letters).fill(-1);
    let count = 0;
    for (const tokens of sequences) {
      for (let t = 0; t < this.places; t++) {
        const at = t * letters + tokens[t]!;
        if (this.#numbers[at] === -1) this.#numbers[at] = count++;
      }
    }
    this.count = count;
  }

  of(sequences: readonly ArrayLike<number>[]): Int32Array {
    const { places } = this;
    const inputs = new Int32Array(sequences.length * places);
    for (const [row, tokens] of sequences.entries())
      for (let t = 0; t < places; t++)
        inputs[row * places + t] = this.#numbers[t * this.#letters + tokens[t]!]!;
    return inputs;
  }
}

/** Trains the networks; `onShare` hears which share of them is done. */
export function* fitPerceptrons(
  name: string,
  sequences: readonly ArrayLike<number>[],
  inputs: PlaceInputs,
  folds: Folds,
  plan: PerceptronPlan,
  seed: Key,
  onShare: (share: number) => void = () => undefined,
): Steps<FittedModel> {
  const { places } = inputs;
  const { values, repeats, fold, count: foldCount } = folds;
  const centre = folds.centres.at(-1)!;
  const unit = Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length) || 1;
  const targets = values.map((value) => (value - centre) / unit);
  const rows = inputs.of(sequences);
  const networks: (readonly Perceptron[])[] = [];
  for (let j = 0; j < foldCount; j++) {
    const weights = repeats.map((count, row) => (fold[row] === j ? 0 : count));
    const leaving: Perceptron[] = [];
    for (let m = 0; m < members; m++) {
      const generator = Generator.fromKey(foldIn(foldIn(seed, j), m));
      const network = new Perceptron(inputs.count, places, plan.hidden, generator);
      yield* trainPerceptron(network, { places, inputs: rows, targets, weights }, plan, generator);
      leaving.push(network);
      onShare((j * members + m + 1) / (foldCount * members));
    }
    networks.push(leaving);
  }
  const valueOf = (j: number, read: Int32Array, row: number): number => {
    let sum = 0;
    for (const network of networks[j]!) sum += network.value(read, row * places, places);
    return centre + (unit * sum) / members;
  };
  return {
    name,
    settings: `${foldCount * members} of ${plan.hidden} units, ${plan.steps} steps`,
    quick: true,
    folds: foldCount,
    heldOut: values.map((_, row) => valueOf(fold[row]!, rows, row)),
    predictAll(asked) {
      const read = inputs.of(asked);
      const out = new Float64Array(asked.length * (foldCount + 1));
      for (let i = 0; i < asked.length; i++) {
        const at = i * (foldCount + 1);
        for (let j = 0; j < foldCount; j++) {
          const value = valueOf(j, read, i);
          out[at + j] = value;
          out[at + foldCount] = out[at + foldCount]! + value / foldCount;
        }
      }
      return out;
    },
    predict(asked) {
      const read = inputs.of(asked);
      const out = new Float64Array(asked.length);
      // Network by network, so that its weights stay at hand.
      for (let j = 0; j < foldCount; j++)
        for (let i = 0; i < asked.length; i++) out[i] = out[i]! + valueOf(j, read, i) / foldCount;
      return out;
    },
  };
}
