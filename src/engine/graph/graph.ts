/**
 * A small graph of ONNX operators under construction. Adding a node that is already there returns the one
 * that is there, so equal sub-expressions are computed once. Knows nothing of jax-js.
 */
import { sizeOf } from "../spec.ts";
import type { Data, DType } from "../spec.ts";

/** Element types inside a graph; `int64` occurs only in shapes, axes and indices. */
export type GraphDType = DType | "int64";

/** The result of a node, a graph input, or a constant. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: GraphDType;
}

export type AttributeValue = number | string | readonly number[] | { readonly float: number };
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** One ONNX operator. */
export interface GraphNode {
  readonly op: string;
  readonly inputs: readonly Tensor[];
  readonly outputs: readonly Tensor[];
  readonly attributes: Attributes;
}

export type ConstantData = Data | BigInt64Array;

/** A graph that is complete: what passes rewrite and what is encoded. Nodes stand in an order that can be run. */
export interface GraphModel {
  readonly inputs: readonly Tensor[];
  readonly nodes: readonly GraphNode[];
  readonly outputs: readonly GraphOutput[];
  readonly constants: ReadonlyMap<Tensor, ConstantData>;
}

export interface GraphOutput {
  readonly name: string;
  readonly tensor: Tensor;
}

/** Equal whatever the order of their operands. */
const commutative = new Set(["Add", "Mul", "And", "Or", "Equal"]);

export class Graph implements GraphModel {
  readonly inputs: Tensor[] = [];
  readonly nodes: GraphNode[] = [];
  readonly outputs: GraphOutput[] = [];
  readonly constants = new Map<Tensor, ConstantData>();
  readonly #known = new Map<string, readonly Tensor[]>();
  readonly #constantsAlike = new Map<string, readonly Tensor[]>();
  readonly #producers = new Map<Tensor, GraphNode>();
  #next = 0;

  /** Declares a graph input. */
  input(name: string, shape: readonly number[], dtype: DType): Tensor {
    const tensor = { name, shape, dtype };
    this.inputs.push(tensor);
    return tensor;
  }

  /** A constant array; equal ones are one tensor, so that what is computed from them is computed once. */
  constant(data: ConstantData, shape: readonly number[], dtype: GraphDType): Tensor {
    const key = `${dtype}:${shape.join()}:${checksum(data)}`;
    const alike = this.#constantsAlike.get(key) ?? [];
    const known = alike.find((tensor) => sameBytes(this.constants.get(tensor)!, data));
    if (known) return known;
    const tensor = this.#tensor(shape, dtype);
    this.constants.set(tensor, data);
    this.#constantsAlike.set(key, [...alike, tensor]);
    return tensor;
  }

  /** A constant list of int64, as ONNX wants shapes and axes. */
  int64s(values: readonly number[]): Tensor {
    return this.constant(BigInt64Array.from(values, BigInt), [values.length], "int64");
  }

  /** A constant scalar. */
  scalar(value: number, dtype: GraphDType): Tensor {
    const data: ConstantData =
      dtype === "float32"
        ? Float32Array.of(value)
        : dtype === "int32"
          ? Int32Array.of(value)
          : dtype === "uint32"
            ? Uint32Array.of(value)
            : dtype === "bool"
              ? Uint8Array.of(value ? 1 : 0)
              : BigInt64Array.of(BigInt(value));
    return this.constant(data, [], dtype);
  }

  /** Adds an operator with one output. */
  node(
    op: string,
    inputs: readonly Tensor[],
    shape: readonly number[],
    dtype: GraphDType,
    attributes: Attributes = {},
  ): Tensor {
    return this.multi(op, inputs, [{ shape, dtype }], attributes)[0]!;
  }

  /** Adds an operator with several outputs. */
  multi(
    op: string,
    inputs: readonly Tensor[],
    outputs: readonly { readonly shape: readonly number[]; readonly dtype: GraphDType }[],
    attributes: Attributes = {},
  ): readonly Tensor[] {
    const names = inputs.map((tensor) => tensor.name);
    if (commutative.has(op)) names.sort();
    const key = `${op}(${names.join()})${JSON.stringify(attributes)}`;
    const known = this.#known.get(key);
    if (known) return known;
    const tensors = outputs.map(({ shape, dtype }) => this.#tensor(shape, dtype));
    const node = { op, inputs, outputs: tensors, attributes };
    this.nodes.push(node);
    for (const tensor of tensors) this.#producers.set(tensor, node);
    this.#known.set(key, tensors);
    return tensors;
  }

  /** The same elements in another shape. */
  reshape(tensor: Tensor, shape: readonly number[]): Tensor {
    if (sameShape(tensor.shape, shape)) return tensor;
    const data = this.constants.get(tensor);
    if (data) return this.constant(data, shape, tensor.dtype);
    const producer = this.producer(tensor);
    if (producer?.op === "Reshape") return this.reshape(producer.inputs[0]!, shape);
    return this.node("Reshape", [tensor, this.int64s(shape)], shape, tensor.dtype);
  }

  /** Axes in another order. */
  transpose(tensor: Tensor, perm: readonly number[]): Tensor {
    if (perm.every((axis, i) => axis === i)) return tensor;
    const shape = perm.map((axis) => tensor.shape[axis]!);
    const data = this.constants.get(tensor);
    if (data) return this.constant(transposed(data, tensor.shape, perm), shape, tensor.dtype);
    return this.node("Transpose", [tensor], shape, tensor.dtype, { perm });
  }

  /** Another element type. */
  cast(tensor: Tensor, dtype: GraphDType): Tensor {
    if (tensor.dtype === dtype) return tensor;
    return this.node("Cast", [tensor], tensor.shape, dtype, { to: onnxDType[dtype] });
  }

  /** Marks a tensor as a named output of the graph. */
  output(name: string, tensor: Tensor): void {
    this.outputs.push({ name, tensor });
  }

  /** The node that computes `tensor`, if it is neither an input nor a constant. */
  producer(tensor: Tensor): GraphNode | undefined {
    return this.#producers.get(tensor);
  }

  #tensor(shape: readonly number[], dtype: GraphDType): Tensor {
    // A name no one would give to an input or output.
    return { name: `:${this.#next++}`, shape, dtype };
  }
}

/** ONNX's numbers for element types (TensorProto.DataType). */
export const onnxDType: Readonly<Record<GraphDType, number>> = {
  float32: 1,
  int32: 6,
  int64: 7,
  bool: 9,
  uint32: 12,
};

export function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((dim, i) => dim === b[i]);
}

/** The elements of a row-major array with its axes in another order. */
function transposed(data: ConstantData, shape: readonly number[], perm: readonly number[]): ConstantData {
  const strides = shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
  const result = data.slice();
  const at = perm.map(() => 0);
  for (let i = 0; i < result.length; i++) {
    result[i] = data[at.reduce((offset, index, k) => offset + index * strides[perm[k]!]!, 0)]!;
    for (let k = perm.length - 1; k >= 0 && ++at[k]! === shape[perm[k]!]; k--) at[k] = 0;
  }
  return result;
}

/** Row-major size of a graph tensor. */
export const tensorSize = (tensor: Tensor): number => sizeOf(tensor.shape);

/** Bytes and not values are compared: zero and minus zero are different constants. */
const bytesOf = ({ buffer, byteOffset, byteLength }: ConstantData): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function sameBytes(a: ConstantData, b: ConstantData): boolean {
  const [left, right] = [bytesOf(a), bytesOf(b)];
  return left.length === right.length && left.every((byte, i) => byte === right[i]);
}

/** A number that differs for most different constants (FNV-1a, over whole words where there are any). */
function checksum(data: ConstantData): number {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: width } = data;
  const words = width < 4 ? bytesOf(data) : new Uint32Array(buffer, byteOffset, byteLength / 4);
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  return hash >>> 0;
}
