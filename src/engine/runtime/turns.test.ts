import { expect, test } from "vitest";
import { np } from "../jax.ts";
import { compile } from "../program.ts";
import { f32 } from "../spec.ts";

test("a loop of runs on the wasm engine lets timers and signals through", { timeout: 60_000 }, async () => {
  const program = await compile(
    "twice",
    ({ x }) => ({ y: x.mul(np.array(2)) }),
    { x: f32(4) },
    { engine: "wasm" },
  );
  // The first run loads WebAssembly, which does wait.
  for (let i = 0; i < 3; i++) await program.run({ x: new Float32Array(4) });
  const fired: number[] = [];
  const timer = setTimeout(() => fired.push(1), 1);
  const patience = performance.now() + 20_000;
  // Nothing in here waits for anything outside the process.
  while (fired.length === 0 && performance.now() < patience) await program.run({ x: new Float32Array(4) });
  clearTimeout(timer);
  expect(fired).toEqual([1]);
  await program.dispose();
});
