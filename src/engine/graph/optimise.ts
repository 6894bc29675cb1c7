/** The passes a lowered graph goes through before it is encoded. */
import { flattenConcat, flattenSplit } from "./flatten-joins.ts";
import { floatReshapes } from "./float-reshapes.ts";
import type { GraphModel } from "./graph.ts";
import { logSoftmax, softmaxGradient } from "./log-softmax.ts";
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
  subtraction,
  division,
  softmaxGradient,
  logSoftmax,
  relu,
  reluGradient,
  repeatedRow,
  thinBroadcast,
  thinProduct,
] as const;

export function optimise(graph: GraphModel): GraphModel {
  return passes.reduce(rewrite, prune(floatReshapes(prune(graph))));
}
