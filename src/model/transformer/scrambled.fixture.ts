/** Parameters of a transformer that can be told apart, norms and biases included. */
import { createParameters } from "../../engine/parameters/parameters.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import type { TransformerTree } from "./ends.ts";
import type { Transformer } from "./transformer.ts";

export function scrambled(model: Transformer): Parameters<TransformerTree> {
  const parameters = createParameters(model.tree, key(3));
  const moved = new Float32Array(parameters.size);
  Generator.fromSeed(1).fillNormal(moved);
  parameters.values.forEach((value, i) => (parameters.values[i] = value + 0.3 * moved[i]!));
  return parameters;
}
