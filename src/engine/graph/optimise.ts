/** The passes a lowered graph goes through before it is encoded. */
import type { GraphModel } from "./graph.ts";
import { division, gemmWithBias, relu, reluGradient, subtraction, transposedGemm } from "./peepholes.ts";
import { prune } from "./prune.ts";
import { rewrite } from "./rewrite.ts";

const passes = [transposedGemm, gemmWithBias, subtraction, division, relu, reluGradient] as const;

export function optimise(graph: GraphModel): GraphModel {
  return passes.reduce(rewrite, prune(graph));
}
