import fc from "fast-check";
import { expect, test } from "vitest";
import { mlpCase, stepCases, stepOperations } from "./cases.ts";

test("operations of the table's rows, counted by hand", () => {
  // First layer: 256·32·64 = 524,288 multiply-adds, forward and weight gradient. Others: 256·(64² + 64² + 64·9)
  // = 2,244,608, forward and both gradients. 2·(2·524,288 + 3·2,244,608).
  expect(stepOperations(mlpCase(64))).toBe(15_564_800);
  // 2·(2·256·32·128 + 3·256·(2·128² + 128·9))
  expect(stepOperations(mlpCase(128))).toBe(56_295_424);
  // 2·(2·256·32·2048 + 3·256·(2·2048² + 2048·9))
  expect(stepOperations(mlpCase(2048))).toBe(12_980_322_304);
  // Per layer, 256 tokens: 64·192 + 64·64 + 2·64·256 = 49,152 in projections, and 8·64 twice in attention; the head
  // 64·9. 2·3·256·(2·(49,152 + 1,024) + 576).
  expect(stepOperations(stepCases.at(-1)!)).toBe(155_025_408);
  expect(stepOperations({ kind: "product", size: 1024 })).toBe(2 ** 31);
});

test("an MLP's operations are those of its products, listed one by one", () => {
  const size = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(
      size,
      size,
      size,
      fc.integer({ min: 1, max: 5 }),
      size,
      (rows, inputs, hidden, depth, outputs) => {
        const widths = [inputs, ...Array.from({ length: depth }, () => hidden), outputs];
        let products: [number, number, number][] = [];
        for (let i = 0; i <= depth; i++) {
          const [from, to] = [widths[i]!, widths[i + 1]!];
          products.push([rows, from, to], [from, rows, to]);
          if (i > 0) products.push([rows, to, from]);
        }
        const counted = products.reduce((sum, [a, b, c]) => sum + 2 * a * b * c, 0);
        expect(stepOperations({ kind: "mlp", rows, inputs, hidden, hiddenLayers: depth, outputs })).toBe(
          counted,
        );
      },
    ),
  );
});
