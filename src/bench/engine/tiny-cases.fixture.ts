/** Cases small enough for tests, with sizes that are all different so that a swapped axis cannot go unnoticed. */
import type { MlpCase, TransformerCase } from "./cases.ts";
import { trainCase } from "../train/train-case.ts";
import type { TrainCase } from "../train/train-case.ts";

export const tinyMlp: MlpCase = { kind: "mlp", rows: 5, inputs: 3, hidden: 7, hiddenLayers: 2, outputs: 4 };

export const tinyTransformer: TransformerCase = {
  kind: "transformer",
  sequences: 3,
  length: 4,
  width: 10,
  heads: 2,
  feedForward: 6,
  layers: 2,
  vocabulary: 11,
};

export const tinyTraining: TrainCase = { ...trainCase(5), onPolicy: 3, dataset: 2 };
