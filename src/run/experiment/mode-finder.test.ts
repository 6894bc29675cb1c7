import { expect, test } from "vitest";
import { ModeFinder } from "./mode-finder.ts";

const letters = ["A", "C", "G", "T"];
const objects = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));

/** GGG and AAA stand out; GGA is next to GGG, so it is no mode of its own. */
const scores = Float64Array.from(objects, (x) => ({ GGG: 1, GGA: 0.9, AAA: 0.8, CTC: 0.5 })[x] ?? 0);

test("modes are the best that are at least two letters apart; what scores least is none", () => {
  const finder = new ModeFinder(objects, scores);
  expect(finder.report(objects)).toEqual({ found: 3, total: 3, radius: 1, threshold: 0.5 });
  expect(finder.report(["GGA", "GGG", "GGG", "TTT"]).found).toBe(1);
  expect(finder.see(["AAA"])).toBe(1);
  expect(finder.see(["AAA", "CTC"])).toBe(2);
  expect(finder.found).toEqual(["AAA", "CTC"]);
});

test("a flat landscape has no modes", () => {
  expect(new ModeFinder(objects, new Float64Array(64)).report(objects)).toMatchObject({ found: 0, total: 0 });
});
