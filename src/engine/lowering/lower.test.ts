/** What lowering must never do: write out a broadcast of a matrix product; and what it must refuse. */
import { beforeAll, describe, expect, test } from "vitest";
import { optimise } from "../graph/optimise.ts";
import { tensorSize } from "../graph/graph.ts";
import type { GraphModel, GraphNode, Tensor } from "../graph/graph.ts";
import { grad, nn, np, startJax, valueAndGrad } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { f32, sizeOf } from "../spec.ts";
import type { Spec } from "../spec.ts";
import { blockInputs, blockLoss, blockTree } from "../testing/models.fixture.ts";
import { trace } from "../trace.ts";
import { Parameters } from "../parameters/parameters.ts";
import { arraysOf, segmentsOf } from "../parameters/segments.ts";
import { lower } from "./lower.ts";

beforeAll(startJax);

type Arrays = Record<string, JaxArray>;

function graphsOf(fn: (arrays: Arrays) => Arrays, inputs: Record<string, Spec>): readonly GraphModel[] {
  const lowered = lower(trace("model", fn, inputs));
  return [lowered, optimise(lowered)];
}

const products = new Set(["MatMul", "Gemm"]);

/** Nodes behind a tensor through nodes that only move elements. */
function movedFrom(graph: GraphModel, tensor: Tensor): GraphNode[] {
  const producer = graph.nodes.find((node) => node.outputs.includes(tensor));
  if (!producer) return [];
  const passes = ["Reshape", "Transpose", "Cast", "Identity"].includes(producer.op);
  return [producer, ...(passes ? movedFrom(graph, producer.inputs[0]!) : [])];
}

function expectNoWideProduct(graph: GraphModel, largest: number): void {
  for (const node of graph.nodes) {
    for (const tensor of node.outputs)
      expect(tensorSize(tensor), `${node.op} makes [${tensor.shape.join()}]`).toBeLessThanOrEqual(largest);
    if (!products.has(node.op)) continue;
    for (const operand of node.inputs.slice(0, 2))
      expect(movedFrom(graph, operand).map((one) => one.op)).not.toContain("Expand");
  }
  expect(graph.nodes.some((node) => products.has(node.op))).toBe(true);
}

const largestOf = (specs: Record<string, Spec>): number =>
  Math.max(...Object.values(specs).map(({ shape }) => sizeOf(shape)));

describe("no broadcast of a matrix product is written out", () => {
  const dense = { x: f32(5, 7, 6), w: f32(6, 9), b: f32(9) };
  const layer = ({ x, w, b }: Arrays): JaxArray => np.tanh(np.matmul(x!, w!).add(b!));
  const largest = Math.max(largestOf(dense), 5 * 7 * 9);

  test("dense layer over [batch, time, features]", () => {
    for (const graph of graphsOf((arrays) => ({ y: layer(arrays) }), dense))
      expectNoWideProduct(graph, largest);
  });

  test("its gradients", () => {
    const gradients = (arrays: Arrays): Arrays =>
      grad((one: Arrays) => np.sum(np.square(layer(one))))(arrays);
    for (const graph of graphsOf(gradients, dense)) expectNoWideProduct(graph, largest);
  });

  test("attention with heads, and its gradients", () => {
    const inputs = { q: f32(2, 5, 3, 4), k: f32(2, 5, 3, 4), v: f32(2, 5, 3, 4) };
    const attention = ({ q, k, v }: Arrays): JaxArray => {
      const heads = (a: JaxArray): JaxArray => np.transpose(a, [0, 2, 1, 3]);
      const scores = np.matmul(heads(q!), np.transpose(heads(k!), [0, 1, 3, 2]));
      return np.matmul(nn.softmax(scores, -1), heads(v!));
    };
    const both = (arrays: Arrays): Arrays => {
      const [value, gradients] = valueAndGrad((one: Arrays) => np.sum(np.square(attention(one))))(arrays);
      return { value, ...gradients };
    };
    const bound = Math.max(largestOf(inputs), 2 * 3 * 5 * 5);
    for (const graph of graphsOf(both, inputs)) expectNoWideProduct(graph, bound);
  });

  test("a pre-norm transformer block with its gradient", () => {
    const parameters = new Parameters(blockTree);
    const segments = segmentsOf(parameters);
    const { spec, name } = segments[0]!;
    const both = ({ x, target, ...others }: Arrays): Arrays => {
      const loss = (flat: JaxArray): JaxArray =>
        blockLoss(arraysOf(blockTree, segments, [flat]), { x: x!, target: target! }).loss;
      const [value, gradient] = valueAndGrad(loss)(others[name]!);
      return { value, gradient };
    };
    const inputs = { ...blockInputs, [name]: spec };
    for (const graph of graphsOf(both, inputs))
      expectNoWideProduct(graph, Math.max(largestOf(inputs), 2 * 3 * 8));
  });
});

describe("refused at compile time", () => {
  test("an array without elements that is read", () => {
    const cut = () => trace("cut", ({ x }) => ({ y: np.sum(x.slice([2, 2])) }), { x: f32(4) });
    expect(cut).toThrow(expect.objectContaining({ code: "engine/empty-array" }));
    expect(cut).toThrow(/cut: .*shape \[0\]/);
  });

  test("an empty piece of a split that is not read is no problem", () => {
    const traced = trace("cut", ({ x }) => ({ y: np.split(x, [4])[0]!.mul(2) }), { x: f32(4) });
    expect(lower(traced).nodes.map((node) => node.op)).not.toContain("Split");
  });

  test("an element type the engine does not have", () => {
    const double = (): unknown => trace("double", ({ x }) => ({ y: x.astype(np.float64) }), { x: f32(4) });
    expect(double).toThrow(expect.objectContaining({ code: "engine/unsupported-dtype" }));
    expect(double).toThrow(/double: got an array of float64/);
  });
});
