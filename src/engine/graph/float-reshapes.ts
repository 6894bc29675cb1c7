/**
 * Lets reshapes float: instead of giving a tensor another shape at once, element-wise operators and operators along the
 * last axis are applied to it as it is, and the new shape is only written down where something else asks for it. Each
 * Reshape costs ONNX Runtime as much as a small operator; of those in an update about half are never needed.
 */
import { sameShape } from "./graph.ts";
import type { ConstantData, GraphModel, GraphNode, Tensor } from "./graph.ts";

const binary = ["Add", "Sub", "Mul", "Div", "Max", "Min", "And", "Or", "Equal", "Less", "LessOrEqual"];
const unary = [
  "Neg",
  "Exp",
  "Log",
  "Sqrt",
  "Reciprocal",
  "Abs",
  "Relu",
  "Erf",
  "Floor",
  "Ceil",
  "Not",
  "Cast",
];
const elementwise = new Set([...binary, ...unary, "Sin", "Cos", "Where"]);
const reductions = new Set(["ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd"]);

export function floatReshapes(graph: GraphModel): GraphModel {
  const floating = new Floating(graph);
  for (const node of graph.nodes) floating.add(node);
  const outputs = graph.outputs.map(({ name, tensor }) => ({ name, tensor: floating.written(tensor) }));
  return { ...graph, nodes: floating.nodes, constants: floating.constants, outputs };
}

class Floating {
  readonly nodes: GraphNode[] = [];
  readonly constants: Map<Tensor, ConstantData>;
  /** What tensors that have not been written down in their own shape are, in the shape they were computed in. */
  readonly #sources = new Map<Tensor, Tensor>();
  readonly #written = new Map<string, Tensor>();

  constructor({ constants }: GraphModel) {
    this.constants = new Map(constants);
  }

  add(node: GraphNode): void {
    const [operand] = node.inputs;
    const [out] = node.outputs;
    if (node.op === "Reshape" && !this.constants.has(operand!)) {
      this.#sources.set(out!, this.#sourceOf(operand!));
    } else if (!(this.#addElementwise(node) || this.#addAlongLast(node) || this.#addOverAll(node))) {
      this.nodes.push({ ...node, inputs: node.inputs.map((tensor) => this.written(tensor)) });
    }
  }

  /** The tensor in its own shape. */
  written(tensor: Tensor): Tensor {
    return this.#sources.has(tensor) ? this.#inShape(tensor, tensor.shape) : tensor;
  }

  #sourceOf(tensor: Tensor): Tensor {
    return this.#sources.get(tensor) ?? tensor;
  }

  /** The elements of a tensor in any shape; the first time this takes a Reshape, or a constant of that shape. */
  #inShape(tensor: Tensor, shape: readonly number[]): Tensor {
    const source = this.#sourceOf(tensor);
    if (sameShape(source.shape, shape)) return source;
    const key = keyOf(source, shape);
    const known = this.#written.get(key);
    if (known) return known;
    const own = sameShape(tensor.shape, shape) && tensor !== source;
    const made = own ? tensor : { ...source, shape, name: `${source.name}:${shape.join("x")}` };
    this.#written.set(key, made);
    const data = this.constants.get(source);
    if (data) this.constants.set(made, data);
    else this.#emit("Reshape", [source, this.#int64s(shape)], made);
    return made;
  }

  /** Element by element, where all operands are as large as the result, or thin columns beside it, or scalars. */
  #addElementwise(node: GraphNode): boolean {
    const [out, ...others] = node.outputs as readonly [Tensor, ...Tensor[]];
    if (!elementwise.has(node.op) || others.length > 0 || out.shape.length === 0) return false;
    const thin = [...out.shape.slice(0, -1), 1];
    const isThin = ({ shape }: Tensor): boolean => sameShape(shape, thin) && out.shape.at(-1) !== 1;
    const operands = node.inputs.filter(({ shape }) => shape.length > 0);
    if (!operands.every((tensor) => sameShape(tensor.shape, out.shape) || isThin(tensor))) return false;
    const columns = operands.some(isThin);
    const shapeFor = (tensor: Tensor, shape: readonly number[]): readonly number[] =>
      isThin(tensor) ? [...shape.slice(0, -1), 1] : shape;
    const cost = (shape: readonly number[]): number =>
      operands.filter((tensor) => this.#needsReshape(tensor, shapeFor(tensor, shape))).length;
    let best = out.shape;
    for (const operand of operands) {
      const { shape } = this.#sourceOf(operand);
      if (isThin(operand) || shape.length === 0 || (columns && shape.at(-1) !== out.shape.at(-1))) continue;
      if (cost(shape) < cost(best)) best = shape;
    }
    const inputs = node.inputs.map((tensor) =>
      tensor.shape.length === 0 ? this.written(tensor) : this.#inShape(tensor, shapeFor(tensor, best)),
    );
    this.#emitFloating(node, inputs, out, best);
    return true;
  }

  #needsReshape(tensor: Tensor, shape: readonly number[]): boolean {
    const source = this.#sourceOf(tensor);
    return (
      !sameShape(source.shape, shape) &&
      !this.constants.has(source) &&
      !this.#written.has(keyOf(source, shape))
    );
  }

  /** A reduction or log-softmax over the last axis, which has to be a last axis where the tensor came from, too. */
  #addAlongLast(node: GraphNode): boolean {
    const [operand, axes] = node.inputs as readonly [Tensor, Tensor | undefined];
    const [out] = node.outputs as readonly [Tensor];
    const reduces = reductions.has(node.op) && node.attributes["keepdims"] === 1 && axes !== undefined;
    if (!reduces && node.op !== "LogSoftmax") return false;
    if (reduces && !this.#isAxes(axes, [operand.shape.length - 1])) return false;
    if (!reduces && node.attributes["axis"] !== -1) return false;
    const source = this.#sourceOf(operand);
    if (source === operand || source.shape.at(-1) !== operand.shape.at(-1)) return false;
    const shape = reduces ? [...source.shape.slice(0, -1), 1] : source.shape;
    const inputs = reduces ? [source, this.#int64s([source.shape.length - 1])] : [source];
    this.#emitFloating(node, inputs, out, shape);
    return true;
  }

  /** A reduction to one number does not care for shapes. */
  #addOverAll(node: GraphNode): boolean {
    const [operand, axes] = node.inputs as readonly [Tensor, Tensor | undefined];
    if (!reductions.has(node.op) || node.attributes["keepdims"] !== 0 || axes === undefined) return false;
    const source = this.#sourceOf(operand);
    if (source === operand || !this.#isAxes(axes, axesOf(operand)) || source.shape.length === 0) return false;
    this.nodes.push({ ...node, inputs: [source, this.#int64s(axesOf(source))] });
    return true;
  }

  #isAxes(axes: Tensor, wanted: readonly number[]): boolean {
    const values = this.constants.get(axes);
    return values !== undefined && sameShape(Array.from(values, Number), wanted);
  }

  /** Emits a node whose result has another shape than it is known by. */
  #emitFloating(node: GraphNode, inputs: readonly Tensor[], out: Tensor, shape: readonly number[]): void {
    if (sameShape(shape, out.shape)) {
      this.nodes.push({ ...node, inputs });
      return;
    }
    const result: Tensor = { ...out, shape, name: `${out.name}:as${shape.join("x")}` };
    this.nodes.push({ ...node, inputs, outputs: [result] });
    this.#sources.set(out, result);
  }

  #emit(op: string, inputs: readonly Tensor[], out: Tensor): void {
    this.nodes.push({ op, inputs, outputs: [out], attributes: {} });
  }

  #int64s(values: readonly number[]): Tensor {
    const name = `:int64:${values.join("x")}`;
    const known = this.#written.get(name);
    if (known) return known;
    const tensor: Tensor = { name, shape: [values.length], dtype: "int64" };
    this.constants.set(tensor, BigInt64Array.from(values, BigInt));
    this.#written.set(name, tensor);
    return tensor;
  }
}

const keyOf = (source: Tensor, shape: readonly number[]): string => `${source.name}→${shape.join("x")}`;

const axesOf = (tensor: Tensor): number[] => tensor.shape.map((_, axis) => axis);
