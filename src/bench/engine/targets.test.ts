import { expect, test } from "vitest";
import { engineTargets } from "./targets.ts";

const row = (hidden: number, onnxMs: number | null, wasmMs: number | null, torchMs: number | null) => ({
  name: "mlp",
  hidden,
  onnxMs,
  wasmMs,
  torchMs,
  floorMs: 1,
});

test("targets are ratios of the table, and unknown where a column is missing", () => {
  const rows = [row(64, 2, 9, 6), row(128, 2, 7, 5.9), row(256, 3.5, null, null), row(2048, null, null, 5)];
  expect(engineTargets(rows)).toEqual([
    { name: "mlp 64, torch / onnx", wanted: "≥ 3×", got: 3, met: true },
    { name: "mlp 128, torch / onnx", wanted: "≥ 3×", got: 2.95, met: false },
    { name: "mlp 2048, torch / onnx", wanted: "≥ 1×", got: null, met: null },
    { name: "mlp 256, onnx / floor", wanted: "≤ 3×", got: 3.5, met: false },
    { name: "mlp 2048, onnx / floor", wanted: "≤ 3×", got: null, met: null },
    { name: "mlp 128, wasm / onnx", wanted: "≥ 4×", got: 3.5, met: false },
  ]);
});
