/**
 * A transformer as a policy: it reads the outcomes so far as tokens, with all prefixes of a batch of trajectories in one
 * causal pass, and in roll-outs one token per step beside a cache of keys and values. What was intended so far may go
 * through an encoder of its own and is joined to the state before the heads; a condition is added to every token.
 */
import { normal } from "../../engine/parameters/initialisers.ts";
import { np } from "../../engine/jax.ts";
import type { ArraysOf } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { WindageError } from "../../error.ts";
import { contextRows } from "../context-features.ts";
import { contextWeights } from "../first-layer.ts";
import type { ContextTree } from "../first-layer.ts";
import { headReads, headsOf, headWidth, splitHeads, splitJoint, splitStepHeads } from "../heads.ts";
import type { StateHead } from "../heads.ts";
import { dense, denseLayer } from "../mlp.ts";
import type { DenseLayer } from "../mlp.ts";
import { isTrajectories } from "../model.ts";
import type { Model, ModelInputs, ModelShape, StateInput } from "../model.ts";
import { joinThoughts, stepThoughts, thoughtReads, thoughtTree } from "../thoughts/join-thoughts.ts";
import type { ThoughtTree } from "../thoughts/join-thoughts.ts";
import type { ThoughtEncoder } from "../thoughts/thought-encoder.ts";
import { cacheNames } from "./cache-update.ts";
import type { TransformerOptions } from "./options.ts";
import { begun, rowsOfStates } from "./prefixes.ts";
import { sharedBeginnings, sharedStates } from "./shared-states.ts";
import { transformer } from "./transformer.ts";
import type { TransformerTree } from "./ends.ts";

/** A transformer with heads. */
export type TransformerModelTree = {
  readonly body: TransformerTree;
  readonly heads: DenseLayer;
  readonly context: ContextTree;
  readonly thoughts: ThoughtTree;
};

/** Sizes of a transformer, and what it reads besides tokens. */
export interface TransformerModelOptions extends TransformerOptions {
  /** Reads the intentions so far and joins them to the rows before the heads. */
  readonly thoughts?: ThoughtEncoder | undefined;
}

export function transformerModel(
  shape: ModelShape,
  { thoughts: encoder, ...options }: TransformerModelOptions = {},
): Model<TransformerModelTree, StateHead> {
  const { sequence, context, outcomeCount } = shape;
  if (!sequence) {
    throw new WindageError(
      "model/not-a-sequence",
      "The transformer reads tokens, but this environment does not say how its states are made of tokens; use the mlp model.",
    );
  }
  // The pad, which stands before the first token too, has a row of its own.
  // Rows that differ by letter and place from the start, many small attention heads, and outputs read off rows as they are
  // learn faster here than places that are only added, few wide heads and a last norm.
  const body = transformer(
    { vocabulary: outcomeCount + 1, length: sequence.length + 1 },
    { positions: "scaled", heads: 8, finalNorm: false, ...options },
  );
  const { width, layers, heads, columns } = body.sizes;
  const reads: StateInput[] = [
    "tokens",
    ...(context ? (["context"] as const) : []),
    ...thoughtReads(encoder),
  ];
  const kept = cacheNames(layers);
  const conditionOf = (parameters: ArraysOf<TransformerModelTree>, given: JaxArray | undefined) =>
    context ? np.matmul(contextRows(context, given!), parameters.context["weight"]!) : undefined;
  // A condition and intentions tell sequences apart that begin with the same letters, and tokens may be more than letters.
  const isLettersAlone = !context && !encoder && outcomeCount === sequence.letters;
  const letters = isLettersAlone && body.sizes.positions !== "rotary" ? sequence : undefined;
  const sharing = (inputs: ModelInputs) =>
    letters && isTrajectories(inputs) ? sharedStates(inputs, letters) : undefined;
  return {
    name: body.name,
    heads: headsOf(shape),
    reads: [...new Set([...reads, ...headReads(shape)])],
    attention: heads * layers,
    // A small last layer starts with an almost uniform policy.
    tree: {
      body: body.tree,
      heads: denseLayer(width, headWidth(shape), normal(0.01)),
      context: contextWeights(shape, width),
      thoughts: thoughtTree(encoder, width),
    },
    apply(parameters, inputs) {
      const shared = sharing(inputs);
      if (shared) {
        const { rows } = body.encodeShared(parameters.body, shared.beginnings, shared.later);
        return splitHeads(shared.spread(dense(parameters.heads, rows)), inputs, shape);
      }
      const condition = conditionOf(parameters, inputs.context);
      const rows = body.encode(parameters.body, begun(inputs, "tokens", outcomeCount), { condition });
      const states = rowsOfStates(rows, inputs, "tokens", outcomeCount);
      const joined = joinThoughts(encoder, parameters.thoughts, states, inputs);
      return splitHeads(dense(parameters.heads, joined), inputs, shape);
    },
    stepwise: {
      grows: (rows) => Object.fromEntries(kept.map((name) => [name, [rows, heads, columns]])),
      beginnings(rows) {
        const tree = letters && sharedBeginnings(letters, rows);
        return (
          tree && {
            steps: tree.depth,
            letters: letters.letters,
            ask(parameters) {
              const shared = body.encodeShared(parameters.body, tree);
              const { policy } = splitJoint(dense(parameters.heads, shared.rows), shape);
              return { policy, rows: Object.fromEntries(kept.map((name, i) => [name, shared.kept[i]!])) };
            },
          }
        );
      },
      begin(parameters, { rows, context: given }) {
        const condition = conditionOf(parameters, given);
        const entrances = condition ? undefined : body.entrances(parameters.body, rows);
        return {
          fixed: condition ? { condition } : entrances ? { entrances } : {},
          cache: encoder ? { thoughts: encoder.begin(rows) } : {},
        };
      },
      step(parameters, inputs) {
        const { cache, fixed, step, token, thought } = inputs;
        const { row, fresh } = body.step(parameters.body, {
          token: token.ref,
          position: step.ref,
          cache: kept.map((name) => cache[name]!.ref),
          condition: fixed["condition"],
          entrances: fixed["entrances"],
        });
        const grown = Object.fromEntries(kept.map((name, i) => [name, fresh[i]!]));
        if (!encoder)
          return {
            heads: splitStepHeads(dense(parameters.heads, row), inputs, shape),
            cache: {},
            rows: grown,
          };
        const carried = { thought, token, step: step.ref, cache: cache["thoughts"]! };
        const { units, kept: thoughts } = stepThoughts(encoder, parameters.thoughts, row, carried);
        return {
          heads: splitStepHeads(dense(parameters.heads, units), inputs, shape),
          cache: { thoughts },
          rows: grown,
        };
      },
    },
  };
}
