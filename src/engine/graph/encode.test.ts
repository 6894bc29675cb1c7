/** Graphs as ONNX files: read back by ONNX Runtime, with the outputs that are easy to get wrong. */
import { fromBinary } from "@bufbuild/protobuf";
import { ModelProtoSchema } from "onnx-buf";
import * as ort from "onnxruntime-node";
import { describe, expect, test } from "vitest";
import { compile } from "../program.ts";
import { f32 } from "../spec.ts";
import { encodeModel } from "./encode.ts";
import { Graph } from "./graph.ts";
import { optimise } from "./optimise.ts";

async function run(graph: Graph, feeds: Record<string, Float32Array>): Promise<Record<string, number[]>> {
  const session = await ort.InferenceSession.create(encodeModel(graph, "test"));
  const tensors = Object.fromEntries(
    Object.entries(feeds).map(([name, data]) => [name, new ort.Tensor("float32", data, [data.length])]),
  );
  const results = await session.run(tensors);
  return Object.fromEntries(
    Object.entries(results).map(([name, tensor]) => [name, Array.from(tensor.data as Float32Array)]),
  );
}

describe("outputs", () => {
  test("that are inputs, constants, or the same tensor twice", async () => {
    const graph = new Graph();
    const x = graph.input("x", [2], "float32");
    const sum = graph.node("Add", [x, graph.scalar(1, "float32")], [2], "float32");
    graph.output("same", x);
    graph.output("again", x);
    graph.output("fixed", graph.constant(Float32Array.of(7, 8), [2], "float32"));
    graph.output("sum", sum);
    graph.output("sumAgain", sum);
    graph.output("twice", graph.node("Mul", [sum, sum], [2], "float32"));
    expect(await run(graph, { x: Float32Array.of(1, 2) })).toEqual({
      same: [1, 2],
      again: [1, 2],
      fixed: [7, 8],
      sum: [2, 3],
      sumAgain: [2, 3],
      twice: [4, 9],
    });
  });

  test("may be called like inputs, and inputs like anything", async () => {
    const program = await compile(
      "names",
      ({ x, t0, colon }) => ({ x: x.ref.add(t0), t0: x.mul(2), y: colon }),
      { x: f32(2), t0: f32(2), colon: f32(2) },
      { engine: "onnx" },
    );
    const results = await program.run({
      x: Float32Array.of(1, 2),
      t0: Float32Array.of(10, 20),
      colon: Float32Array.of(5, 6),
    });
    expect(results).toEqual({
      x: Float32Array.of(11, 22),
      t0: Float32Array.of(2, 4),
      y: Float32Array.of(5, 6),
    });
    await program.dispose();
  });

  test("survive optimisation, and what none of them needs is dropped", () => {
    const graph = new Graph();
    const x = graph.input("x", [2], "float32");
    graph.input("unused", [2], "float32");
    graph.node("Exp", [x], [2], "float32");
    graph.output("y", graph.node("Neg", [x], [2], "float32"));
    const small = optimise(graph);
    expect(small.nodes.map((node) => node.op)).toEqual(["Neg"]);
    expect(small.inputs.map((input) => input.name)).toEqual(["x", "unused"]);
  });
});

describe("sharing", () => {
  test("equal nodes and equal small constants exist once", () => {
    const graph = new Graph();
    const x = graph.input("x", [2], "float32");
    const one = graph.scalar(1, "float32");
    expect(graph.scalar(1, "float32")).toBe(one);
    expect(graph.scalar(1, "int32")).not.toBe(one);
    expect(graph.constant(Float32Array.of(1), [1], "float32")).not.toBe(one);
    expect(graph.scalar(-0, "float32")).not.toBe(graph.scalar(0, "float32"));
    expect(graph.scalar(Number.NaN, "float32")).toBe(graph.scalar(Number.NaN, "float32"));
    const sum = graph.node("Add", [x, one], [2], "float32");
    expect(graph.node("Add", [x, one], [2], "float32")).toBe(sum);
    expect(graph.transpose(x, [0])).toBe(x);
    expect(graph.nodes.length).toBe(1);
  });

  test("attributes tell nodes apart", () => {
    const graph = new Graph();
    const x = graph.input("x", [2, 2], "float32");
    const node = (axis: number) => graph.node("Softmax", [x], [2, 2], "float32", { axis });
    expect(node(0)).not.toBe(node(1));
  });

  test("a reshape of a reshape is one, of a constant none", () => {
    const graph = new Graph();
    const x = graph.input("x", [2, 3], "float32");
    const flat = graph.reshape(graph.reshape(x, [6]), [3, 2]);
    expect(graph.producer(flat)!.inputs[0]).toBe(x);
    const fixed = graph.reshape(graph.constant(new Float32Array(6), [6], "float32"), [2, 3]);
    expect(graph.producer(fixed)).toBeUndefined();
    expect(fixed.shape).toEqual([2, 3]);
  });
});

describe("file", () => {
  const model = (graph: Graph, metadata?: Record<string, string>) =>
    fromBinary(ModelProtoSchema, encodeModel(graph, "name", metadata));

  test("states its operator set, the younger one only where it is needed", () => {
    const plain = new Graph();
    plain.output("y", plain.node("Neg", [plain.input("x", [1], "float32")], [1], "float32"));
    expect(model(plain).opsetImport.map(({ domain, version }) => [domain, version])).toEqual([["", 21n]]);
    const bits = new Graph();
    bits.output("y", bits.node("BitCast", [bits.input("x", [1], "float32")], [1], "int32", { to: 6 }));
    expect(model(bits).opsetImport[0]!.version).toBe(26n);
  });

  test("holds each constant once and only those in use, with name and metadata", () => {
    const graph = new Graph();
    const x = graph.input("x", [2], "float32");
    const used = graph.scalar(2, "float32");
    graph.scalar(99, "float32");
    const product = graph.node("Mul", [x, used], [2], "float32");
    graph.output("y", graph.node("Add", [product, used], [2], "float32"));
    const { graph: written, metadataProps, producerName } = model(graph, { made: "here" });
    expect(written!.name).toBe("name");
    expect(written!.initializer.map((tensor) => tensor.name)).toEqual([used.name]);
    expect(metadataProps.map(({ key, value }) => [key, value])).toEqual([["made", "here"]]);
    expect(producerName).toBe("windage");
  });
});
