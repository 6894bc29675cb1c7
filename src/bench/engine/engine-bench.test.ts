import { expect, test } from "vitest";
import { runEnginePlan } from "./engine-bench.ts";
import { tinyMlp, tinyTransformer } from "./tiny-cases.fixture.ts";

test("a tiny run measures every column it can and says what it stands on", async () => {
  const progress: string[] = [];
  const report = await runEnginePlan(
    {
      cases: [tinyMlp, { ...tinyMlp, hidden: 8 }, tinyTransformer],
      schedule: { rounds: 1, burstMs: 1, limitMs: 10_000 },
      widestWasm: tinyMlp.hidden,
    },
    (text) => progress.push(text),
    [{ name: "snail", threads: 1, measure: async () => 1e6 }],
  );
  expect(report.hardware.cores).toBeGreaterThanOrEqual(1);
  expect(report.versions).toMatchObject({
    node: process.versions.node,
    "@jax-js/jax": expect.stringMatching(/^\d+\./),
    "onnxruntime-node": expect.stringMatching(/^\d+\./),
  });
  expect(report.rows.map(({ name, hidden }) => [name, hidden])).toEqual([
    ["mlp", 7],
    ["mlp", 8],
    ["transformer", null],
  ]);
  for (const row of report.rows) {
    expect(row.onnxMs).toBeGreaterThan(0);
    expect(row.floorMs).toBeGreaterThan(0);
    expect(row.floorMs).toBeLessThan(row.onnxMs!);
    expect(row.guests).toEqual({ snail: 1e6 });
  }
  expect(report.rows.map(({ wasmMs }) => wasmMs === null)).toEqual([false, true, false]);
  expect(report.targets.every(({ got, met }) => got === null && met === null)).toBe(true);
  const notes = report.notes.join("\n");
  expect(notes).toMatch(/1024³ product: our ONNX engine \d+ GFLOP\/s with 1 thread/);
  expect(notes).toMatch(/; snail 0 GFLOP\/s with 1 thread/);
  expect(notes).toMatch(/mlp 8 takes about a second per step in wasm/);
  expect(progress.at(-1)).toBe("round 1 of 1");
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
}, 60_000);
