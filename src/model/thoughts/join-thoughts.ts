/** Thoughts beside a layer of units: what the encoded intentions add to them before they are used. */
import { normal } from "../../engine/parameters/initialisers.ts";
import { np } from "../../engine/jax.ts";
import { parameter } from "../../engine/parameters/parameters.ts";
import type { ArraysOf, ParameterSpec, ParameterTree } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { ModelInputs, StateInput } from "../model.ts";
import type { ThoughtEncoder, ThoughtStep } from "./thought-encoder.ts";

/** The encoder's own parameters and the weights from its rows to the units; empty where nobody reads thoughts. */
export interface ThoughtTree {
  readonly [name: string]: ParameterTree;
  readonly encoder: ParameterTree;
  readonly join: Readonly<Record<string, ParameterSpec>>;
}

export function thoughtTree(encoder: ThoughtEncoder | undefined, units: number): ThoughtTree {
  if (!encoder) return { encoder: {}, join: {} };
  const deviation = 1 / Math.sqrt(encoder.width);
  return { encoder: encoder.tree, join: { weight: parameter([encoder.width, units], normal(deviation)) } };
}

export const thoughtReads = (encoder: ThoughtEncoder | undefined): readonly StateInput[] =>
  encoder?.reads ?? [];

/** The units [N, units] with what thoughts add to them. */
export function joinThoughts(
  encoder: ThoughtEncoder | undefined,
  parameters: ArraysOf<ThoughtTree>,
  units: JaxArray,
  inputs: ModelInputs,
): JaxArray {
  if (!encoder) return units;
  return units.add(np.matmul(encoder.encode(parameters.encoder, inputs), parameters.join["weight"]!));
}

/** The same for one step of roll-outs, with what the encoder carries on. */
export function stepThoughts(
  encoder: ThoughtEncoder,
  parameters: ArraysOf<ThoughtTree>,
  units: JaxArray,
  given: ThoughtStep,
): { readonly units: JaxArray; readonly kept: JaxArray } {
  const { row, cache } = encoder.step(parameters.encoder, given);
  return { units: units.add(np.matmul(row, parameters.join["weight"]!)), kept: cache };
}
