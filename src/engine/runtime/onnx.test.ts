/** The native runtime as a guest in the process. */
import { expect, test } from "vitest";
import { np } from "../jax.ts";
import { compile } from "../program.ts";
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
