import { expect, test } from "vitest";
import { engineTargets } from "./targets.ts";

const row = (hidden: number, onnxMs: number | null, wasmMs: number | null) => ({
  name: "mlp",
  hidden,
  onnxMs,
  wasmMs,
  floorMs: 1,
  guests: {},
});

test("targets are ratios of the table, and unknown where a column is missing", () => {
  expect(engineTargets([row(128, 2, 7), row(256, 3.5, null), row(2048, null, null)])).toEqual([
    { name: "mlp 256, onnx / floor", wanted: "≤ 3×", got: 3.5, met: false },
    { name: "mlp 2048, onnx / floor", wanted: "≤ 3×", got: null, met: null },
    { name: "mlp 128, wasm / onnx", wanted: "≥ 4×", got: 3.5, met: false },
  ]);
});
