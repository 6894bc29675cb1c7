/** The native runtime as a guest in the process. */
import * as ort from "onnxruntime-node";
import { expect, test } from "vitest";
import { grad, type JaxArray, np } from "../jax.ts";
import { compile } from "../program.ts";
import { Generator } from "../../random/generator.ts";
import { encodeModel } from "../graph/encode.ts";
import { Graph } from "../graph/graph.ts";
import { type Data, f32, i32 } from "../spec.ts";
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

test.each([
  ["few rows", 30, 300],
  ["few numbers", 5000, 2],
  ["many rows and numbers", 5000, 300],
])("rows added to %s are the sums, to the bit, on one thread and on two", async (_, rows, width) => {
  const generator = Generator.fromSeed(2);
  const count = 12_000;
  const at = Int32Array.from({ length: count }, () => generator.integer(Math.min(rows, 40)));
  const added = new Float32Array(count * width);
  generator.fillNormal(added);
  const wide = new Float32Array(512 * 512).fill(1);
  const specs = {
    at: i32(count),
    added: f32(count, width),
    table: f32(rows, width),
    // What makes it large enough for two threads.
    wide: f32(512, 512),
  };
  const sums = new Float64Array(rows * width);
  for (const [i, row] of at.entries())
    for (let j = 0; j < width; j++) sums[row * width + j] = sums[row * width + j]! + added[i * width + j]!;
  const results: Data[] = [];
  for (const threads of [undefined, 1, 2]) {
    const options = { engine: "onnx", ...(threads === undefined ? {} : { threads }) } as const;
    const program = await compile(
      "scatter",
      ({ at, added, table, wide }) => {
        const chosen = (all: JaxArray): JaxArray => np.sum(all.slice(at).mul(added));
        return { slope: grad(chosen)(table), square: np.matmul(wide.ref, wide) };
      },
      specs,
      options,
    );
    const inputs = { at, added, table: new Float32Array(rows * width), wide };
    for (let run = 0; run < 4; run++) results.push((await program.run(inputs)).slope.slice());
    await program.dispose();
  }
  const bytes = (data: Data): Buffer => Buffer.from(data.buffer);
  for (const result of results) expect(bytes(result).equals(bytes(results[0]!))).toBe(true);
  const misses = Array.from(results[0]!, (value, i) => Math.abs(value - sums[i]!));
  expect(misses.reduce((most, miss) => Math.max(most, miss), 0)).toBeLessThan(1e-3);
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
