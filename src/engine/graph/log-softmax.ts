/**
 * Recognises log-softmax and its gradient as jax-js writes them out:
 *
 *     shifted = x − max(x)      e = exp(shifted)      s = Σe      y = shifted − log s
 *     gradient: … + e · (z / s)
 *
 * The first four become one LogSoftmax node; in the last, e/s is exp(y).
 */
import type { GraphNode, Tensor } from "./graph.ts";
import { inPlaceOf, overLastAxis } from "./rewrite.ts";
import type { RewriteRule, Surroundings } from "./rewrite.ts";

interface Pieces {
  readonly x: Tensor;
  readonly exponentials: Tensor;
  readonly sum: Tensor;
}

/** shifted − log s, all the way down, is LogSoftmax(x). */
export const logSoftmax: RewriteRule = (node, around) => {
  const pieces = logSoftmaxPieces(node, around);
  return pieces && [inPlaceOf(node, "LogSoftmax", [pieces.x], { axis: -1 })];
};

/** e · (z / s) is exp(y) · z, where y is the log-softmax of the same numbers. */
export const softmaxGradient: RewriteRule = (node, around) => {
  if (node.op !== "Mul") return undefined;
  for (const [i, exponentials] of node.inputs.entries()) {
    const quotient = around.producer(node.inputs[1 - i]!);
    if (quotient?.op !== "Div") continue;
    const [z, sum] = quotient.inputs as readonly [Tensor, Tensor];
    const result = resultOver(exponentials, sum, around);
    if (!result) continue;
    const probabilities: Tensor = { ...exponentials, name: `${node.outputs[0]!.name}:softmax` };
    return [
      { op: "Exp", inputs: [result], outputs: [probabilities], attributes: {} },
      inPlaceOf(node, "Mul", [probabilities, z]),
    ];
  }
  return undefined;
};

/** The log-softmax computed from these exponentials and their sum. */
function resultOver(exponentials: Tensor, sum: Tensor, around: Surroundings): Tensor | undefined {
  for (const log of around.readers(sum)) {
    if (log.op !== "Log") continue;
    for (const node of around.readers(log.outputs[0]!)) {
      const pieces = logSoftmaxPieces(node, around);
      if (pieces?.exponentials === exponentials && pieces.sum === sum) return node.outputs[0];
    }
  }
  return undefined;
}

function logSoftmaxPieces(node: GraphNode, around: Surroundings): Pieces | undefined {
  if (node.op !== "Sub") return undefined;
  const [shifted, logSum] = node.inputs as readonly [Tensor, Tensor];
  const log = around.producer(logSum);
  const reduce = log?.op === "Log" ? around.producer(log.inputs[0]!) : undefined;
  const exp =
    reduce?.op === "ReduceSum" && overLastAxis(reduce, around)
      ? around.producer(reduce.inputs[0]!)
      : undefined;
  const shift = around.producer(shifted);
  if (!log || !reduce || exp?.op !== "Exp" || exp.inputs[0] !== shifted || shift?.op !== "Sub")
    return undefined;
  const [x, maximum] = shift.inputs as readonly [Tensor, Tensor];
  const max = around.producer(maximum);
  if (max?.op !== "ReduceMax" || max.inputs[0] !== x || !overLastAxis(max, around)) return undefined;
  return { x, exponentials: exp.outputs[0]!, sum: log.inputs[0]! };
}
