import { expect, test } from "vitest";
import type { Tensor } from "./graph.ts";
import { largestProduct } from "./largest-product.ts";

const tensor = (...shape: number[]): Tensor => ({ name: "", shape, dtype: "float32" });
const product = (op: string, inputs: Tensor[], output: Tensor, attributes = {}) => ({
  op,
  inputs,
  outputs: [output],
  attributes,
});

test("counts two operations for every row, column and step of the depth", () => {
  const plain = product("Gemm", [tensor(3, 5), tensor(5, 7)], tensor(3, 7), { transA: 0, transB: 0 });
  const turned = product("Gemm", [tensor(11, 3), tensor(11, 7)], tensor(3, 7), { transA: 1, transB: 0 });
  const vector = product("MatMul", [tensor(13), tensor(13, 2)], tensor(2));
  const batch = product("MatMul", [tensor(9, 2, 4), tensor(9, 4, 2)], tensor(9, 2, 2));
  const sum = product("Add", [tensor(1000), tensor(1000)], tensor(1000));
  expect(largestProduct({ nodes: [plain] })).toBe(2 * 3 * 5 * 7);
  expect(largestProduct({ nodes: [plain, turned, sum] })).toBe(2 * 11 * 3 * 7);
  expect(largestProduct({ nodes: [vector] })).toBe(2 * 13 * 2);
  expect(largestProduct({ nodes: [batch] })).toBe(2 * 2 * 4 * 2);
  expect(largestProduct({ nodes: [sum] })).toBe(0);
});
