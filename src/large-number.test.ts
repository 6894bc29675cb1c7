import { expect, test } from "vitest";
import { largeNumber } from "./large-number.ts";

test.each([
  [0, "0"],
  [65_536, "65,536"],
  [1536.4, "1,536"],
  [2.230_074_519_853_062_3e43, "about 2.2 × 10^43"],
  [1e12, "about 1.0 × 10^12"],
  [Number.POSITIVE_INFINITY, "more than 10^308"],
])("%d is %s", (value, text) => {
  expect(largeNumber(value)).toBe(text);
});
