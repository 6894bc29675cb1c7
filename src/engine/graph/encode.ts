/** Writes a graph as the bytes of an ONNX model, readable by any ONNX Runtime of the stated operator set. */
import { create, toBinary } from "@bufbuild/protobuf";
import { AttributeProto_AttributeType, ModelProtoSchema } from "onnx-buf";
import { onnxDType } from "./graph.ts";
import type { AttributeValue, ConstantData, GraphModel, GraphNode, Tensor } from "./graph.ts";

// BitCast is the only operator we use that is younger than operator set 21.
const usualOpset = 21;
const bitCastOpset = 26;
const irVersion = 10n;

/** The ONNX model file for `graph`. */
export function encodeModel(
  graph: GraphModel,
  name: string,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  const opset = graph.nodes.some((node) => node.op === "BitCast") ? bitCastOpset : usualOpset;
  const used = new Set(graph.nodes.flatMap((node) => node.inputs));
  for (const { tensor } of graph.outputs) used.add(tensor);
  const { nameOf, copies, outputNames } = nameOutputs(graph);
  const model = create(ModelProtoSchema, {
    irVersion,
    producerName: "windage",
    opsetImport: [{ domain: "", version: BigInt(opset) }],
    metadataProps: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    graph: {
      name,
      input: graph.inputs.map((tensor) => valueInfo(tensor.name, tensor)),
      output: graph.outputs.map((output, i) => valueInfo(outputNames[i]!, output.tensor)),
      initializer: [...graph.constants]
        .filter(([tensor]) => used.has(tensor))
        .map(([tensor, data]) => initializer(tensor, data)),
      node: [...graph.nodes.map((node) => nodeProto(node, nameOf)), ...copies],
    },
  });
  return toBinary(ModelProtoSchema, model);
}

/**
 * A computed tensor takes its output's name; inputs, constants and tensors put out twice are copied to theirs. Names
 * are unique in a file, so an output named like an input or a parameter gets a suffix there.
 */
function nameOutputs(graph: GraphModel) {
  const computed = new Set(graph.nodes.flatMap((node) => node.outputs));
  const renamed = new Map<Tensor, string>();
  const nameOf = (tensor: Tensor): string => renamed.get(tensor) ?? tensor.name;
  const copies: { opType: string; input: string[]; output: string[] }[] = [];
  const given = new Set([...graph.inputs, ...graph.constants.keys()].map((tensor) => tensor.name));
  const outputNames = graph.outputs.map(({ name }) => (given.has(name) ? `${name}:out` : name));
  for (const [i, { tensor }] of graph.outputs.entries()) {
    const name = outputNames[i]!;
    if (computed.has(tensor) && !renamed.has(tensor)) renamed.set(tensor, name);
    else copies.push({ opType: "Identity", input: [nameOf(tensor)], output: [name] });
  }
  return { nameOf, copies, outputNames };
}

function nodeProto(node: GraphNode, nameOf: (tensor: Tensor) => string) {
  return {
    opType: node.op,
    input: node.inputs.map(nameOf),
    output: node.outputs.map(nameOf),
    attribute: Object.entries(node.attributes).map(([name, value]) => attribute(name, value)),
  };
}

function attribute(name: string, value: AttributeValue) {
  if (typeof value === "number") return { name, type: AttributeProto_AttributeType.INT, i: BigInt(value) };
  if (typeof value === "string")
    return { name, type: AttributeProto_AttributeType.STRING, s: new TextEncoder().encode(value) };
  if ("float" in value) return { name, type: AttributeProto_AttributeType.FLOAT, f: value.float };
  return { name, type: AttributeProto_AttributeType.INTS, ints: value.map(BigInt) };
}

function valueInfo(name: string, { shape, dtype }: Tensor) {
  const dim = shape.map((size) => ({ value: { case: "dimValue" as const, value: BigInt(size) } }));
  return {
    name,
    type: { value: { case: "tensorType" as const, value: { elemType: onnxDType[dtype], shape: { dim } } } },
  };
}

function initializer(tensor: Tensor, data: ConstantData) {
  return {
    name: tensor.name,
    dataType: onnxDType[tensor.dtype],
    dims: tensor.shape.map(BigInt),
    rawData: Uint8Array.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  };
}
