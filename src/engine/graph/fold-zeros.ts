/**
 * Leaves out what is known to be nothing. A function may say what its gradient is by adding to its value a linear term of
 * x − stopGradient(x), which is zero and whose gradient is not (the norm and the softmax of transformers do): after
 * differentiation that term is dead weight. Zeros are followed through sums, products and shapes; where one is added to
 * something, the sum is that something. What is not finite times zero is taken for zero: there the value itself is not
 * finite, and is noticed as such.
 */
import { sameShape } from "./graph.ts";
import type { GraphModel, GraphNode, Tensor } from "./graph.ts";

/** Zero where their first operand is. */
const linear = new Set(["Neg", "ReduceSum", "Reshape", "Transpose", "Expand"]);
/** Zero where any operand is. */
const products = new Set(["Mul", "MatMul"]);

export function foldZeros(graph: GraphModel): GraphModel {
  const zeros = new Set<Tensor>();
  const same = new Map<Tensor, Tensor>();
  for (const [tensor, data] of graph.constants) {
    if (tensor.dtype === "float32" && data.every((x: number | bigint) => x === 0)) zeros.add(tensor);
  }
  const nodes: GraphNode[] = [];
  const negated = new Map<Tensor, Tensor>();
  for (const node of graph.nodes) {
    const inputs = node.inputs.map((tensor) => same.get(tensor) ?? tensor);
    const out = node.outputs[0]!;
    if (node.op === "Neg") negated.set(out, inputs[0]!);
    const cancels = node.op === "Add" && inputs.some((x, i) => negated.get(x) === inputs[1 - i]);
    if (out.dtype === "float32" && (cancels || isZero(node.op, inputs, zeros))) zeros.add(out);
    const kept = addend(node.op, inputs, out, zeros);
    if (kept) same.set(out, kept);
    nodes.push({ ...node, inputs });
  }
  const outputs = graph.outputs.map(({ name, tensor }) => ({ name, tensor: same.get(tensor) ?? tensor }));
  return { ...graph, nodes, outputs };
}

function isZero(op: string, inputs: readonly Tensor[], zeros: ReadonlySet<Tensor>): boolean {
  if (op === "Add" || op === "Sub") return inputs.every((tensor) => zeros.has(tensor));
  if (products.has(op)) return inputs.some((tensor) => zeros.has(tensor));
  return linear.has(op) && zeros.has(inputs[0]!);
}

/** What a sum with zero is. */
function addend(
  op: string,
  inputs: readonly Tensor[],
  out: Tensor,
  zeros: ReadonlySet<Tensor>,
): Tensor | undefined {
  if ((op !== "Add" && op !== "Sub") || out.dtype !== "float32") return undefined;
  const [x, y] = inputs as readonly [Tensor, Tensor];
  if (zeros.has(y) && sameShape(x.shape, out.shape)) return x;
  return op === "Add" && zeros.has(x) && sameShape(y.shape, out.shape) ? y : undefined;
}
