/**
 * How far the elementary functions of each runtime are from the truth: the bounds that docs/engine.md states. ONNX
 * Runtime is within float32 rounding; jax-js's wasm backend uses shorter polynomials, and these bounds are what they
 * were measured to reach on 20,000 points.
 */
import { expect, test } from "vitest";
import { lax, np } from "../jax.ts";
import type { JaxArray } from "../jax.ts";
import { f32 } from "../spec.ts";
import { runCase } from "../testing/both-engines.fixture.ts";

interface Bound {
  readonly name: string;
  readonly fn: (x: JaxArray) => JaxArray;
  readonly truth: (x: number) => number;
  readonly from: number;
  readonly to: number;
  /** Largest absolute error on ONNX Runtime and on wasm. */
  readonly onnx: number;
  readonly wasm: number;
}

// Maclaurin's series, summed in float64 (Abramowitz & Stegun 7.1.5).
function erf(x: number): number {
  let sum = 0;
  let term = x;
  for (let n = 0; n < 80; n++) {
    sum += term / (2 * n + 1);
    term *= (-x * x) / (n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

const bounds: readonly Bound[] = [
  { name: "log", fn: np.log, truth: Math.log, from: 0.01, to: 10, onnx: 5e-7, wasm: 1.4e-5 },
  { name: "log1p", fn: np.log1p, truth: Math.log1p, from: -0.9, to: 1, onnx: 5e-7, wasm: 1.4e-5 },
  { name: "exp", fn: np.exp, truth: Math.exp, from: -10, to: 1, onnx: 5e-7, wasm: 5e-7 },
  { name: "sin", fn: np.sin, truth: Math.sin, from: -3.2, to: 3.2, onnx: 5e-7, wasm: 5e-7 },
  { name: "cos", fn: np.cos, truth: Math.cos, from: -3.2, to: 3.2, onnx: 5e-7, wasm: 5e-7 },
  { name: "sin", fn: np.sin, truth: Math.sin, from: -100, to: 100, onnx: 5e-7, wasm: 1e-5 },
  { name: "sin", fn: np.sin, truth: Math.sin, from: -1e5, to: 1e5, onnx: 5e-7, wasm: 1e-2 },
  { name: "asin", fn: np.asin, truth: Math.asin, from: -1, to: 1, onnx: 5e-7, wasm: 1e-6 },
  { name: "atan", fn: np.atan, truth: Math.atan, from: -10, to: 10, onnx: 5e-7, wasm: 1e-6 },
  { name: "tanh", fn: np.tanh, truth: Math.tanh, from: -5, to: 5, onnx: 5e-7, wasm: 2e-7 },
  { name: "erf", fn: lax.erf, truth: erf, from: -3, to: 3, onnx: 5e-7, wasm: 6e-7 },
  { name: "erfc", fn: lax.erfc, truth: (x) => 1 - erf(x), from: -2, to: 2, onnx: 1e-6, wasm: 6e-7 },
];

const points = 20_000;

for (const engine of ["onnx", "wasm"] as const) {
  test.each(bounds)(
    `$name from $from to $to on ${engine}`,
    async ({ name, fn, truth, from, to, ...bound }) => {
      const x = Float32Array.from({ length: points }, (_, i) => from + ((to - from) * i) / (points - 1));
      const [y] = await runCase({ inputs: [{ spec: f32(points), data: x }], fn, text: name }, engine);
      let worst = 0;
      x.forEach((value, i) => (worst = Math.max(worst, Math.abs(y!.data[i]! - truth(value)))));
      expect(worst).toBeLessThanOrEqual(bound[engine]);
    },
  );
}

test("wasm takes the logarithm of a denormal for that of zero", async () => {
  const x = { spec: f32(2), data: Float32Array.of(1e-40, 0) };
  const [onnx] = await runCase({ inputs: [x], fn: np.log }, "onnx");
  const [wasm] = await runCase({ inputs: [x], fn: np.log }, "wasm");
  expect(onnx!.data[0]).toBeCloseTo(Math.log(1e-40), 2);
  expect([...wasm!.data]).toEqual([-Infinity, -Infinity]);
});
