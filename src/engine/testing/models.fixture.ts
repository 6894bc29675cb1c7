/** Two models for tests, as functions over jax arrays: an MLP and a pre-norm transformer block. */
import { nn, np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { lecunNormal, normal, ones, uniform, zeros } from "../parameters/initialisers.ts";
import { parameter } from "../parameters/parameters.ts";
import type { ArraysOf } from "../parameters/parameters.ts";
import { f32 } from "../spec.ts";

export const mlp = { rows: 6, inputs: 5, hidden: 8, classes: 3 } as const;

export const mlpTree = {
  first: {
    weight: parameter([mlp.inputs, mlp.hidden], lecunNormal),
    bias: parameter([mlp.hidden], uniform(0.1)),
  },
  second: {
    weight: parameter([mlp.hidden, mlp.hidden], lecunNormal),
    bias: parameter([mlp.hidden], uniform(0.1)),
  },
  last: { weight: parameter([mlp.hidden, mlp.classes], lecunNormal), bias: parameter([mlp.classes], zeros) },
} as const;

export const mlpInputs = { x: f32(mlp.rows, mlp.inputs), target: f32(mlp.rows, mlp.classes) } as const;

/** Cross-entropy of a two-layer ReLU network with target probabilities. */
export function mlpLoss(
  p: ArraysOf<typeof mlpTree>,
  { x, target }: { readonly [K in keyof typeof mlpInputs]: JaxArray },
): { loss: JaxArray; logits: JaxArray } {
  const dense = (a: JaxArray, layer: { weight: JaxArray; bias: JaxArray }): JaxArray =>
    np.matmul(a, layer.weight).add(layer.bias);
  const logits = dense(nn.relu(dense(nn.relu(dense(x, p.first)), p.second)), p.last);
  const loss = np.sum(nn.logSoftmax(logits.ref, 1).mul(target)).mul(-1 / mlp.rows);
  return { loss, logits };
}

export const block = { batch: 2, time: 3, width: 4, heads: 2, inner: 8 } as const;
const { width, inner } = block;

export const blockTree = {
  norm1: { scale: parameter([width], ones), shift: parameter([width], zeros) },
  query: parameter([width, width], normal(0.5)),
  key: parameter([width, width], normal(0.5)),
  value: parameter([width, width], normal(0.5)),
  out: parameter([width, width], normal(0.5)),
  norm2: { scale: parameter([width], ones), shift: parameter([width], zeros) },
  up: { weight: parameter([width, inner], normal(0.5)), bias: parameter([inner], zeros) },
  down: { weight: parameter([inner, width], normal(0.5)), bias: parameter([width], zeros) },
} as const;

export const blockInputs = {
  x: f32(block.batch, block.time, width),
  target: f32(block.batch, block.time, width),
} as const;

function layerNorm(x: JaxArray, { scale, shift }: { scale: JaxArray; shift: JaxArray }): JaxArray {
  const centred = x.ref.sub(np.mean(x, -1, { keepdims: true }));
  const variance = np.mean(np.square(centred.ref), -1, { keepdims: true });
  return centred
    .div(np.sqrt(variance.add(1e-5)))
    .mul(scale)
    .add(shift);
}

/** Causal self-attention with several heads; dense layers act on [batch, time, width] as it is. */
function attention(h: JaxArray, p: ArraysOf<typeof blockTree>): JaxArray {
  const { batch, time, heads } = block;
  const size = width / heads;
  const split = (a: JaxArray): JaxArray =>
    np.transpose(np.reshape(a, [batch, time, heads, size]), [0, 2, 1, 3]);
  const [q, k, v] = [p.query, p.key, p.value].map((weight) => split(np.matmul(h.ref, weight))) as [
    JaxArray,
    JaxArray,
    JaxArray,
  ];
  const scores = np.matmul(q, np.transpose(k, [0, 1, 3, 2])).mul(1 / Math.sqrt(size));
  const allowed = np.tri(time, time, 0, { dtype: np.bool });
  const weights = nn.softmax(np.where(allowed, scores, -1e9), -1);
  const mixed = np.reshape(np.transpose(np.matmul(weights, v), [0, 2, 1, 3]), [batch, time, width]);
  return np.matmul(mixed, p.out);
}

/** Mean squared error of one pre-norm block with GELU. */
export function blockLoss(
  p: ArraysOf<typeof blockTree>,
  { x, target }: { readonly [K in keyof typeof blockInputs]: JaxArray },
): { loss: JaxArray } {
  const attended = x.ref.add(attention(layerNorm(x, p.norm1), p));
  const up = np.matmul(layerNorm(attended.ref, p.norm2), p.up.weight).add(p.up.bias);
  const down = np.matmul(nn.gelu(up, { approximate: true }), p.down.weight).add(p.down.bias);
  return { loss: np.mean(np.square(attended.add(down).sub(target))) };
}
