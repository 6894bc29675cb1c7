/**
 * Encoders of thoughts: the intentions so far, h_t = a_0 … a_{t−1}, become one row per state, which models join to what
 * they make of the state itself. A row at state s_t depends on intentions before step t alone.
 *
 * `transformer` reads them in order and can look at any of them; `recurrent` carries a few numbers from one intention to
 * the next; `pooled` counts them and forgets their order.
 */
import { heNormal, lecunNormal, normal } from "../../engine/parameters/initialisers.ts";
import { nn, np } from "../../engine/jax.ts";
import { parameter } from "../../engine/parameters/parameters.ts";
import type { ArraysOf, ParameterSpec, ParameterTree } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { dense, denseLayer } from "../mlp.ts";
import { isTrajectories } from "../model.ts";
import type { ModelInputs, ModelShape, StateInput } from "../model.ts";
import { withPosition } from "../transformer/cache-update.ts";
import { begun, rowsOfStates } from "../transformer/prefixes.ts";
import { transformer } from "../transformer/transformer.ts";

export const thoughtKinds = ["transformer", "recurrent", "pooled"] as const;
/** A kind of encoder of thoughts. */
export type ThoughtKind = (typeof thoughtKinds)[number];

/** Which encoder of thoughts, and how large. */
export interface ThoughtOptions {
  readonly kind: ThoughtKind;
  /** Numbers per state; 32. */
  readonly width?: number;
  /** Blocks of self-attention of a transformer; 1. */
  readonly blocks?: number;
  /** Attention heads of a transformer; 2. The width is a multiple of them. */
  readonly heads?: number;
}

export interface ThoughtEncoder {
  readonly name: string;
  readonly width: number;
  readonly tree: ParameterTree;
  /** What it has to be given of a state. */
  readonly reads: readonly StateInput[];
  /** One row per state, [N, width]. */
  encode(parameters: ArraysOf<ParameterTree>, inputs: ModelInputs): JaxArray;
  /** What `rows` roll-outs begin with. */
  begin(rows: number): JaxArray;
  /** The rows after one more intention and what came of it, and what to carry on. */
  step(
    parameters: ArraysOf<ParameterTree>,
    given: ThoughtStep,
  ): { readonly row: JaxArray; readonly cache: JaxArray };
}

/** One more step of N roll-outs. */
export interface ThoughtStep {
  /** The last intention and the last outcome, int32 [N]; the pad before the first. */
  readonly thought: JaxArray;
  readonly token: JaxArray;
  /** Steps taken, int32 [1]. */
  readonly step: JaxArray;
  readonly cache: JaxArray;
}

/** `length` is the most intentions there can be. */
export function thoughtEncoder(
  { actionCount }: Pick<ModelShape, "actionCount">,
  length: number,
  { kind, width = 32, blocks = 1, heads = thoughtHeads }: ThoughtOptions,
): ThoughtEncoder {
  switch (kind) {
    case "transformer":
      return transformerThoughts(actionCount, length, { width, layers: blocks, heads });
    case "recurrent":
      return recurrentThoughts(actionCount, width);
    case "pooled":
      return pooledThoughts(actionCount, width);
  }
}

/** Attention heads of a transformer over intentions, unless told. */
export const thoughtHeads = 2;

function transformerThoughts(
  actions: number,
  length: number,
  size: { readonly width: number; readonly layers: number; readonly heads: number },
): ThoughtEncoder {
  const { width } = size;
  const shape = { vocabulary: actions + 1, length: length + 1 };
  const body = transformer(shape, size);
  const { layers, heads, columns } = body.sizes;
  const treeOf = (parameters: ArraysOf<ParameterTree>) => parameters as ArraysOf<typeof body.tree>;
  return {
    name: `thoughts ${body.name}`,
    width,
    tree: body.tree,
    reads: ["thoughts"],
    encode(parameters, inputs) {
      const rows = body.encode(treeOf(parameters), begun(inputs, "thoughts", actions));
      return rowsOfStates(rows, inputs, "thoughts", actions);
    },
    begin: (rows) => np.zeros([2 * layers, rows, heads, length + 1, columns]),
    step(parameters, { thought, step, cache }) {
      const [count, ...shape] = cache.shape as [number, ...number[]];
      const { row, fresh } = body.step(treeOf(parameters), {
        token: thought,
        position: step.ref,
        cache: np.split(cache.ref, count, 0).map((part) => part.reshape(shape)),
      });
      return { row, cache: withPosition(cache, np.stack([...fresh], 0), step) };
    },
  };
}

/** h' = tanh(h·U + e(a)); the pad leaves h as it is. */
function recurrentThoughts(actions: number, width: number): ThoughtEncoder {
  type Tree = { readonly embedding: ParameterSpec; readonly carry: ParameterSpec };
  const tree = {
    embedding: parameter([actions, width], normal(1)),
    carry: parameter([width, width], lecunNormal),
  };
  const carried = ({ embedding, carry }: ArraysOf<Tree>, before: JaxArray, ids: JaxArray): JaxArray => {
    // The pad is no category, so its one-hot is a row of zeros and says that nothing was intended.
    const oneHot = oneHots(ids, actions);
    const happened = np.sum(oneHot.ref, 1, { keepdims: true });
    const after = np.tanh(np.matmul(before.ref, carry.ref).add(np.matmul(oneHot, embedding.ref)));
    return after.mul(happened.ref).add(before.mul(np.subtract(1, happened)));
  };
  return {
    name: `thoughts recurrent ${width}`,
    width,
    tree,
    reads: ["thoughts"],
    encode(given, inputs) {
      const parameters = given as ArraysOf<Tree>;
      const thoughts = isTrajectories(inputs) ? inputs.thoughts!.ref : inputs.thoughts!.ref.transpose([1, 0]);
      const [steps, rows] = thoughts.shape as [number, number];
      const states = [np.zeros([rows, width])];
      const each = np.split(thoughts, steps, 0).map((ids) => ids.reshape([rows]));
      for (const ids of each) states.push(carried(parameters, states.at(-1)!.ref, ids));
      if (!isTrajectories(inputs)) return states.at(-1)!;
      return np.concatenate(states.slice(0, inputs.levels), 0);
    },
    begin: (rows) => np.zeros([rows, width]),
    step(given, { thought, cache }) {
      const row = carried(given as ArraysOf<Tree>, cache, thought);
      return { row: row.ref, cache: row };
    },
  };
}

/** ReLU of a dense layer on how often each intention was had. */
function pooledThoughts(actions: number, width: number): ThoughtEncoder {
  const layer = denseLayer(actions, width, heNormal);
  type Tree = typeof layer;
  const rowsOf = (parameters: ArraysOf<ParameterTree>, counts: JaxArray): JaxArray =>
    nn.relu(dense(parameters as ArraysOf<Tree>, counts));
  return {
    name: `thoughts pooled ${width}`,
    width,
    tree: layer,
    reads: ["thoughts"],
    encode(parameters, inputs) {
      const thoughts = inputs.thoughts!;
      if (!isTrajectories(inputs)) {
        const [rows, steps] = thoughts.shape as [number, number];
        const had = oneHots(thoughts.ref.reshape([rows * steps]), actions).reshape([rows, steps, actions]);
        return rowsOf(parameters, np.sum(had, 1));
      }
      const { levels, size } = inputs;
      const steps = thoughts.shape[0]!;
      const had = oneHots(thoughts.ref.reshape([steps * size]), actions).reshape([steps, size * actions]);
      const sums = np.tri(levels, steps, -1);
      return rowsOf(parameters, np.matmul(sums, had).reshape([levels * size, actions]));
    },
    begin: (rows) => np.zeros([rows, actions]),
    step(parameters, { thought, cache }) {
      const counts = cache.add(oneHots(thought, actions));
      return { row: rowsOf(parameters, counts.ref), cache: counts };
    },
  };
}

/** One-hots of ids [N], float32 [N, count]; an id past the end, such as the pad, is a row of zeros. */
function oneHots(ids: JaxArray, count: number): JaxArray {
  return np.take(np.eye(count + 1, count), ids, 0);
}
