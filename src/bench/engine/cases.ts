/**
 * What the engine benchmark measures, as plain data: the training steps, and the large square matrix product whose
 * rate sets their floor. The same objects go to our engine (`models.ts`) and, as JSON, to guests
 * (bench/reference/engine.py), so both are told the same sizes.
 */

/** inputs → hidden × hiddenLayers → outputs, ReLU between, cross-entropy over `outputs` classes. */
export interface MlpCase {
  readonly kind: "mlp";
  readonly rows: number;
  readonly inputs: number;
  readonly hidden: number;
  readonly hiddenLayers: number;
  readonly outputs: number;
}

/** Pre-norm, causal, learnt embedding and positions, ReLU feed-forward, cross-entropy over the vocabulary. */
export interface TransformerCase {
  readonly kind: "transformer";
  readonly sequences: number;
  readonly length: number;
  readonly width: number;
  readonly heads: number;
  readonly feedForward: number;
  readonly layers: number;
  readonly vocabulary: number;
}

/** One product of two square matrices. */
export interface ProductCase {
  readonly kind: "product";
  readonly size: number;
}

/** A training step: forward, backward, Adam. */
export type StepCase = MlpCase | TransformerCase;

export type BenchCase = StepCase | ProductCase;

export const mlpCase = (hidden: number): MlpCase => ({
  kind: "mlp",
  rows: 256,
  inputs: 32,
  hidden,
  hiddenLayers: 3,
  outputs: 9,
});

const transformerCase: TransformerCase = {
  kind: "transformer",
  sequences: 32,
  length: 8,
  width: 64,
  heads: 4,
  feedForward: 256,
  layers: 2,
  vocabulary: 9,
};

/** The rows of the table. */
export const stepCases: readonly StepCase[] = [
  ...[64, 128, 256, 2048].map((hidden) => mlpCase(hidden)),
  transformerCase,
];

/** Large enough that a matrix product runs at the best rate a runtime has. */
export const rateCase: ProductCase = { kind: "product", size: 1024 };

/** A name for progress lines and notes. */
export function caseLabel(benchCase: BenchCase): string {
  switch (benchCase.kind) {
    case "mlp":
      return `mlp ${benchCase.hidden}`;
    case "transformer":
      return "transformer";
    case "product":
      return `${benchCase.size}³ product`;
  }
}

/**
 * Floating-point operations of the matrix products in one step: two per multiply-add forward and twice that backward,
 * less what nobody needs, the gradient of an MLP's input. Element-wise work, look-ups and Adam are not counted, so
 * a floor made from this is below what any implementation can reach.
 */
export function stepOperations(benchCase: BenchCase): number {
  switch (benchCase.kind) {
    case "product":
      return 2 * benchCase.size ** 3;
    case "mlp": {
      const { rows, inputs, hidden, hiddenLayers, outputs } = benchCase;
      const first = rows * inputs * hidden;
      const later = rows * ((hiddenLayers - 1) * hidden ** 2 + hidden * outputs);
      return 2 * (2 * first + 3 * later);
    }
    case "transformer": {
      const { sequences, length, width, feedForward, layers, vocabulary } = benchCase;
      const tokens = sequences * length;
      const projections = tokens * (3 * width * width + width * width + 2 * width * feedForward);
      // Scores and mixing, all heads together; the masked half is computed as well.
      const attention = 2 * tokens * length * width;
      return 2 * 3 * (layers * (projections + attention) + tokens * width * vocabulary);
    }
  }
}
