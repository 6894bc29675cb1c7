import { expect, test } from "vitest";
import { terminalStyle } from "../terminal/style.ts";
import { engineBenchText, growthText, trainBenchText } from "./bench.ts";

test("the report names the machine and lays out timings, targets and notes", () => {
  const text = engineBenchText(
    {
      hardware: { cpu: "Abacus 9", cores: 2, memoryGb: 7.75, platform: "linux x64" },
      versions: { node: "20.0.0", jax: "0.1.25" },
      rows: [
        { name: "mlp", hidden: 64, onnxMs: 0.4321, wasmMs: 12.34, floorMs: 0.1, guests: { torch: null } },
        { name: "mlp", hidden: 2048, onnxMs: 123.4, wasmMs: null, floorMs: 50, guests: { torch: 200 } },
        { name: "transformer", hidden: null, onnxMs: 9.999, wasmMs: 1, floorMs: 3, guests: { torch: 2 } },
      ],
      targets: [
        { name: "mlp 64, torch / onnx", wanted: "≥ 3×", got: null, met: null },
        { name: "mlp 2048, torch / onnx", wanted: "≥ 1×", got: 1.62, met: true },
        { name: "mlp 2048, onnx / floor", wanted: "≤ 2×", got: 2.468, met: false },
      ],
      notes: ["PyTorch was not found."],
    },
    terminalStyle(false, {}),
  );
  expect(text).toBe(`Abacus 9, 2 cores, 7.8 GB, linux x64
node 20.0.0, jax 0.1.25

train step   hidden  onnx ms  wasm ms  torch ms  floor ms
───────────  ──────  ───────  ───────  ────────  ────────
mlp              64    0.432     12.3         –     0.100
mlp            2048      123        –       200      50.0
transformer       –     10.0     1.00      2.00      3.00

target                  wanted    got
──────────────────────  ──────  ─────  ────────────
mlp 64, torch / onnx      ≥ 3×      –  not measured
mlp 2048, torch / onnx    ≥ 1×  1.62×  met
mlp 2048, onnx / floor    ≤ 2×  2.47×  missed

PyTorch was not found.`);
});

test("the training report shows rates, memory and targets in their own units", () => {
  const text = trainBenchText(
    {
      hardware: { cpu: "Abacus 9", cores: 2, memoryGb: 7.75, platform: "linux x64" },
      versions: { node: "20.0.0" },
      rows: [
        {
          hidden: 64,
          windageItersPerSecond: 1234.5,
          floorItersPerSecond: 4000,
          peakMemoryMb: 181.6,
          guests: { torch: 300.4 },
        },
        {
          hidden: 2048,
          windageItersPerSecond: 5.4321,
          floorItersPerSecond: null,
          peakMemoryMb: 400,
          guests: { torch: null },
        },
      ],
      targets: [
        { name: "hidden 64, windage / torch", wanted: "≥ 8×", got: 4.1095, met: false },
        { name: "hidden 2048, windage / torch", wanted: "≥ 2×", got: null, met: null },
        { name: "peak memory of a default run", wanted: "< 600 MB", got: 345.6, met: true },
      ],
      notes: ["PyTorch was not found."],
    },
    terminalStyle(false, {}),
  );
  expect(text).toBe(`Abacus 9, 2 cores, 7.8 GB, linux x64
node 20.0.0

hidden  windage it/s  torch it/s  floor it/s  peak MB
──────  ────────────  ──────────  ──────────  ───────
    64          1235         300        4000      182
  2048          5.43           –           –      400

target                          wanted     got
────────────────────────────  ────────  ──────  ────────────
hidden 64, windage / torch        ≥ 8×   4.11×  missed
hidden 2048, windage / torch      ≥ 2×       –  not measured
peak memory of a default run  < 600 MB  346 MB  met

PyTorch was not found.`);
});

test("growth is shown with its exponents", () => {
  const row = { dimension: "batch", size: 16, itersPerSecond: 500, peakMemoryMb: 100 };
  const text = growthText(
    {
      hardware: { cpu: "Abacus 9", cores: 2, memoryGb: 7.75, platform: "linux x64" },
      versions: { node: "20.0.0" },
      rows: [
        { ...row, timeExponent: null, memoryExponent: null },
        {
          ...row,
          size: 256,
          itersPerSecond: 50,
          peakMemoryMb: 150,
          timeExponent: 0.83,
          memoryExponent: 0.146,
        },
      ],
      notes: ["Best of 2."],
    },
    terminalStyle(false, {}),
  );
  expect(text).toBe(`Abacus 9, 2 cores, 7.8 GB, linux x64
node 20.0.0

what grows  size  it/s  exponent  peak MB  exponent
──────────  ────  ────  ────────  ───────  ────────
batch         16   500         –      100         –
batch        256  50.0      0.83      150      0.15

Best of 2.`);
});
