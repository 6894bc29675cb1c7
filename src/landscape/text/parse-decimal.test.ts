import { expect, test } from "vitest";
import { parseDecimal } from "./parse-decimal.ts";

test.each([
  ["1", 1],
  [" -2.50 ", -2.5],
  ["3.", 3],
  [".5", 0.5],
  ["+1e-3", 1e-3],
  ["1E5", 1e5],
  ["0.000e5", 0],
  ["5e-324", 5e-324],
])("%j is %d", (text, value) => {
  expect(parseDecimal(text)).toBe(value);
});

test.each(["", " ", ".", "+", "1e", "0x10", "Infinity", "NaN", "1,5", "1e999", "1e-400", "--1"])(
  "%j is none",
  (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  },
);

test("a million digits are read in one go, and so are a million that are none in the end", () => {
  const digits = "1".repeat(1_000_000);
  expect(parseDecimal(`0.${digits}`)).toBeCloseTo(0.111, 3);
  expect(parseDecimal(`${digits}x`)).toBeUndefined();
});
