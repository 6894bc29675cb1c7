/** The native runtime as a guest in the process. */
import * as ort from "onnxruntime-node";
import { expect, test } from "vitest";
import { np } from "../jax.ts";
import { compile } from "../program.ts";
import { Generator } from "../../random/index.ts";
import { encodeModel } from "../graph/encode.ts";
import { Graph } from "../graph/graph.ts";
import { f32 } from "../spec.ts";
import { runCase } from "../testing/both-engines.fixture.ts";

test("leaves JavaScript's arithmetic and jax-js's booleans alone", async () => {
  const program = await compile("exp", ({ x }) => ({ y: np.exp(x) }), { x: f32(2) }, { engine: "onnx" });
  await program.run({ x: Float32Array.of(1, 2) });
  const tiny = Float64Array.of(Number.MIN_VALUE);
  expect(tiny[0]! * 2).toBe(2 * 5e-324);
  expect(tiny[0]! * 2).not.toBe(0);
  // jax-js takes the maximum of booleans as if they were floats; 1 is then a denormal.
  const rows = {
    spec: { shape: [2, 4], dtype: "bool" },
    data: Uint8Array.of(0, 0, 0, 1, 1, 0, 1, 1),
  } as const;
  const [some] = await runCase({ inputs: [rows], fn: (x) => np.max(x, 0) }, "wasm");
  expect([...some!.data]).toEqual([1, 0, 1, 1]);
});

test("a product so large that two threads share it has the bits that one thread gives it", async () => {
  const generator = Generator.fromSeed(1);
  const [a, b] = [new Float32Array(301 * 420), new Float32Array(420 * 413)];
  generator.fillNormal(a);
  generator.fillNormal(b);
  const inputs = { a: f32(301, 420), b: f32(420, 413) };
  const results = [];
  for (const threads of [undefined, 1, 2]) {
    const options = { engine: "onnx", ...(threads === undefined ? {} : { threads }) } as const;
    const program = await compile("product", ({ a, b }) => ({ c: np.matmul(a, b) }), inputs, options);
    results.push((await program.run({ a, b })).c.slice());
    await program.dispose();
  }
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
});

test("whoever does nothing but run programs still lets timers through", async () => {
  const program = await compile("twice", ({ x }) => ({ y: x.mul(2) }), { x: f32(1) }, { engine: "onnx" });
  const bell = { rang: false };
  setTimeout(() => (bell.rang = true), 0);
  // As soon as it rings, whenever that is.
  for (let runs = 0; runs < 1e6 && !bell.rang; runs++) await program.run({ x: Float32Array.of(1) });
  expect(bell.rang).toBe(true);
  await program.dispose();
});

test("results of every size arrive, and other users of the package have theirs", async () => {
  const graph = new Graph();
  const x = graph.input("x", [2], "float32");
  graph.output("y", graph.node("Add", [x, graph.scalar(1, "float32")], [2], "float32"));
  const session = await ort.InferenceSession.create(encodeModel(graph, "next"));
  for (const size of [3, 600_000]) {
    const program = await compile(
      "more",
      ({ x }) => ({ first: x.ref.add(1), second: x.mul(2) }),
      { x: f32(size) },
      { engine: "onnx" },
    );
    const second = new Float32Array(size);
    const results = await program.run({ x: new Float32Array(size).fill(3) }, { second });
    expect([results.first.at(-1), results.second.at(-1), second[0]]).toEqual([4, 6, 6]);
    await program.dispose();
    const { y } = await session.run({ x: new ort.Tensor("float32", Float32Array.of(1, 2), [2]) });
    expect([...(y!.data as Float32Array)]).toEqual([2, 3]);
  }
  await session.release();
});
