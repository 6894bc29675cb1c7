/** Programs as a caller meets them: inputs checked, arrays reused, calls in order, nothing kept per run. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { np } from "./jax.ts";
import { compile } from "./program.ts";
import { allocate, bool, checkData, f32, i32, u32 } from "./spec.ts";

const double = (engine: "onnx" | "wasm") =>
  compile("double", ({ x }) => ({ y: x.ref.mul(2), z: x.add(1) }), { x: f32(2, 2) }, { engine });

describe.each(["onnx", "wasm"] as const)("on %s", (engine) => {
  test("returns its own arrays, overwritten by the next run", async () => {
    const program = await double(engine);
    expect(program.engine).toBe(engine);
    const first = await program.run({ x: Float32Array.of(1, 2, 3, 4) });
    expect([...first.y]).toEqual([2, 4, 6, 8]);
    const second = await program.run({ x: Float32Array.of(0, 0, 0, 1) });
    expect(second.y).toBe(first.y);
    expect([...first.y]).toEqual([0, 0, 0, 2]);
    await program.dispose();
  });

  test("writes into the caller's arrays when given them", async () => {
    const program = await double(engine);
    const mine = new Float32Array(4);
    const results = await program.run({ x: Float32Array.of(1, 2, 3, 4) }, { y: mine });
    expect(results.y).toBe(mine);
    expect([...mine]).toEqual([2, 4, 6, 8]);
    expect([...results.z]).toEqual([2, 3, 4, 5]);
    await program.dispose();
  });

  test("runs that are started together do not mix", async () => {
    const program = await double(engine);
    const outputs = Array.from({ length: 5 }, () => new Float32Array(4));
    await Promise.all(outputs.map((y, i) => program.run({ x: new Float32Array(4).fill(i) }, { y })));
    expect(outputs.map((y) => y[0])).toEqual([0, 2, 4, 6, 8]);
    await program.dispose();
  });

  test("a run that fails leaves the program usable", async () => {
    const program = await double(engine);
    await expect(program.run({ x: new Float32Array(3) })).rejects.toMatchObject({ code: "engine/bad-input" });
    const { y } = await program.run({ x: Float32Array.of(1, 1, 1, 1) });
    expect([...y]).toEqual([2, 2, 2, 2]);
    await program.dispose();
  });

  test("carries every element type", async () => {
    const program = await compile(
      "types",
      ({ a, b, c, d }) => ({ a: a.add(1), b: b.add(1), c: np.logicalNot(c), d: d.mul(2) }),
      { a: i32(2), b: u32(2), c: bool(2), d: f32() },
      { engine },
    );
    const results = await program.run({
      a: Int32Array.of(-5, 7),
      b: Uint32Array.of(4_000_000_000, 0),
      c: Uint8Array.of(1, 0),
      d: Float32Array.of(1.5),
    });
    expect(results).toEqual({
      a: Int32Array.of(-4, 8),
      b: Uint32Array.of(4_000_000_001, 1),
      c: Uint8Array.of(0, 1),
      d: Float32Array.of(3),
    });
    await program.dispose();
  });
});

describe("wrong inputs", () => {
  const check = (data: unknown) => (): void => {
    checkData("loss", "x", f32(2, 3), data);
  };

  test.each([
    [
      "nothing",
      undefined,
      /loss: input "x" got nothing, expected Float32Array of length 6 \(float32\[2, 3\]\)/,
    ],
    ["the wrong length", new Float32Array(5), /got Float32Array of length 5/],
    ["the wrong type", new Float64Array(6), /got Float64Array of length 6/],
    ["a plain list", [1, 2, 3, 4, 5, 6], /got object/],
  ])("%s", (_, data, message) => {
    expect(check(data)).toThrow(expect.objectContaining({ code: "engine/bad-input" }));
    expect(check(data)).toThrow(message);
  });

  test("the right ones pass, windows of larger buffers too", () => {
    expect(check(new Float32Array(10).subarray(2, 8))).not.toThrow();
    expect(allocate(bool(3))).toEqual(new Uint8Array(3));
    expect(allocate(i32())).toEqual(new Int32Array(1));
  });
});

test("many runs of one program leave no arrays behind", () => {
  // In a process of its own, since the size of this one goes up and down with what other tests have left.
  const engine = new URL("../entry/engine.ts", import.meta.url).href;
  const code = `
    const { compile, f32, np } = await import(${JSON.stringify(engine)});
    // What native code lets go of is given back a turn later.
    const collect = async () => {
      for (let turn = 0; turn < 3; turn++) {
        gc();
        await new Promise((done) => setTimeout(done, 10));
      }
    };
    const program = await compile("sum", ({ x }) => ({ y: np.tanh(x) }), { x: f32(256, 256) }, { engine: "onnx" });
    const x = new Float32Array(65_536);
    for (let i = 0; i < 50; i++) await program.run({ x });
    await collect();
    const before = process.memoryUsage();
    for (let i = 0; i < 1000; i++) await program.run({ x });
    await collect();
    const after = process.memoryUsage();
    await program.dispose();
    console.log(JSON.stringify([after.arrayBuffers - before.arrayBuffers, after.rss - before.rss]));`;
  const words = ["--expose-gc", "--import", "tsx", "--input-type=module", "-e", code];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect(stderr).toBe("");
  const [arrays, size] = JSON.parse(stdout) as [number, number];
  // One output per run kept alive or re-made would be 256 MB of buffers.
  expect(arrays).toBeLessThan(16e6);
  expect(size).toBeLessThan(100e6);
});
