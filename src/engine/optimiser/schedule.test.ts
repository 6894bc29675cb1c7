/** Learning-rate schedules: values worked out by hand. */
import { expect, test } from "vitest";
import { constantRate, cosineDecay, linearDecay, stepDecay, warmUp } from "./schedule.ts";

test("constant", () => {
  expect([0, 10, 1e6].map(constantRate)).toEqual([1, 1, 1]);
});

test("warm-up rises to 1 and then starts what follows", () => {
  const schedule = warmUp(4, linearDecay(10));
  expect([0, 1, 2, 3].map(schedule)).toEqual([0.25, 0.5, 0.75, 1]);
  expect(schedule(4)).toBe(1);
  expect(schedule(9)).toBe(0.5);
});

test("cosine: 1, half way at the middle, the floor at the end and after", () => {
  const schedule = cosineDecay(100, 0.1);
  expect(schedule(0)).toBe(1);
  expect(schedule(50)).toBeCloseTo(0.55, 12);
  expect(schedule(25)).toBeCloseTo(0.1 + 0.45 * (1 + Math.SQRT1_2), 12);
  expect(schedule(100)).toBeCloseTo(0.1, 12);
  expect(schedule(1000)).toBe(schedule(100));
});

test("linear", () => {
  const schedule = linearDecay(10, 0.2);
  [1, 0.6, 0.2, 0.2].forEach((value, i) => expect(schedule(i * 5)).toBeCloseTo(value, 12));
});

test("steps", () => {
  expect([0, 9, 10, 25].map(stepDecay(10, 0.5))).toEqual([1, 1, 0.5, 0.25]);
});
