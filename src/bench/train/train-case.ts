/**
 * What the training benchmark measures, as plain data: iterations on 8-mers of the built-in landscape, with as many
 * trajectories from the policy as from a dataset. The same objects go to our trainer (`train-worker.ts`) and, as JSON, to
 * guests (bench/reference/train.py), so both are told the same sizes.
 */
import { createSim8 } from "../../landscape/exact/sim8.ts";
import { Generator } from "../../random/generator.ts";

/** One iteration: roll-outs, scores, an update of the policy by `sdb` with a learned π_B, an update of the dynamics. */
export interface TrainCase {
  readonly kind: "train";
  readonly length: 8;
  readonly tokens: 4;
  /** Units of the policy's hidden layers and of the dynamics' one. */
  readonly hidden: number;
  readonly layers: number;
  /** Trajectories per iteration sampled from the policy. */
  readonly onPolicy: number;
  /** Trajectories per iteration drawn from the dataset. */
  readonly dataset: number;
  readonly alpha: number;
  readonly exponent: number;
  readonly floor: number;
  readonly rate: number;
  readonly dynamicsRate: number;
  readonly clip: number;
}

/** The published settings, at any width. */
export const trainCase = (hidden: number): TrainCase => ({
  kind: "train",
  length: 8,
  tokens: 4,
  hidden,
  layers: 2,
  onPolicy: 16,
  dataset: 16,
  alpha: 0.25,
  exponent: 3,
  floor: 1e-3,
  rate: 1e-3,
  dynamicsRate: 1e-4,
  clip: 10,
});

/** The rows of the table. */
export const trainCases: readonly TrainCase[] = [64, 128, 2048].map((hidden) => trainCase(hidden));

/**
 * Floating-point operations of the matrix products of one iteration: roll-outs go forward only, the update forward and
 * twice that backward, less the gradient of the features. Nothing element-wise, no look-up, no Adam.
 */
export function iterationOperations(trainCase: TrainCase): number {
  const { length, tokens, hidden, layers, onPolicy, dataset } = trainCase;
  const features = length * tokens + length + 1;
  const later = (layers - 1) * hidden ** 2 + hidden * (2 * tokens + 1);
  const policyRows = (length + 1) * (onPolicy + dataset);
  const dynamicsRows = length * (onPolicy + dataset);
  return (
    2 * length * onPolicy * (features * hidden + later) +
    2 * policyRows * (2 * features * hidden + 3 * later) +
    2 * dynamicsRows * (2 * features * hidden + 3 * hidden * tokens)
  );
}

/**
 * The same of a default run (`windage train`): 1,000 iterations of 256 roll-outs, whose 2,048 states are 1,109 different
 * ones, through a policy of 41→128→128→5, and through a noise model of 32 units for every intention and for the one taken.
 */
export function defaultRunOperations(): number {
  const [iterations, steps, states, features] = [1000, 2048, 1109, 41];
  const [first, later] = [features * 128, 128 ** 2 + 128 * 5];
  const policy = states * (first + later + 2 * first + 3 * later);
  const noise = states * (2 * features * 32 + 4 * 32 * 4) + steps * 3 * (4 * 32 + 32 * 4 + 4 * 4);
  return iterations * 2 * (policy + noise);
}

export interface TrainData {
  /** The score of every 8-mer, in lexicographic order. */
  readonly scores: Float64Array;
  /** Which of them the dataset holds. */
  readonly dataset: Uint32Array;
}

/** The built-in landscape and a random half of it, always the same. */
export function trainData(): TrainData {
  const scores = createSim8().table;
  const numbers = Uint32Array.from(scores, (_, i) => i);
  const generator = Generator.fromSeed(1);
  const half = numbers.length / 2;
  // The first half of a shuffle.
  for (let i = 0; i < half; i++) {
    const j = i + generator.integer(numbers.length - i);
    [numbers[i], numbers[j]] = [numbers[j]!, numbers[i]!];
  }
  return { scores, dataset: numbers.slice(0, half) };
}
