/** The passes a lowered graph goes through before it is encoded. */
import { deepProduct } from "./deep-product.ts";
import { flattenConcat, flattenSplit } from "./flatten-joins.ts";
import { floatReshapes } from "./float-reshapes.ts";
import { foldZeros } from "./fold-zeros.ts";
import type { GraphModel } from "./graph.ts";
import { logSoftmax, softmaxGradient } from "./log-softmax.ts";
import { layerNormalization, scaledNormalization, softmax } from "./normalise.ts";
import {
  division,
  gemmWithBias,
  relu,
  reluGradient,
  subtraction,
  thinProduct,
  transposedGemm,
} from "./peepholes.ts";
import { prune } from "./prune.ts";
import { rewrite } from "./rewrite.ts";
import { mergeScalings } from "./scaling.ts";
import { repeatedRow, thinBroadcast } from "./thin-broadcast.ts";

const passes = [
  flattenConcat,
  flattenSplit,
  transposedGemm,
  gemmWithBias,
  mergeScalings,
  layerNormalization,
  scaledNormalization,
  subtraction,
  division,
  softmaxGradient,
  logSoftmax,
  softmax,
  relu,
  reluGradient,
  repeatedRow,
  thinBroadcast,
  thinProduct,
  deepProduct,
] as const;

export function optimise(graph: GraphModel): GraphModel {
  return passes.reduce(rewrite, prune(floatReshapes(prune(foldZeros(graph)))));
}
