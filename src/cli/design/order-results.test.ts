import { expect, test } from "vitest";
import type { Design } from "../../design/propose.ts";
import type { Measurement } from "../../landscape/assay/assay.ts";
import { plain } from "../terminal/style.ts";
import { designResults, resultInFileUnit } from "../../job/design/project-rounds.ts";
import { resultsText } from "./order-results.ts";

const name = (i: number): string => `A${"ACGT"[i >> 2]!}${"ACGT"[i & 3]!}`;
const designs: readonly Design[] = Array.from({ length: 16 }, (_, i) => ({
  order: name(i),
  predicted: { low: i - 1, middle: i, high: i + 1 },
  afterErrors: { low: 0, middle: 0, high: 0 },
  worth: 1,
  nearest: { sequence: "CCC", score: 0, distance: 3 },
}));
const measured = (i: number, score: number): Measurement => ({
  sequence: name(i),
  score,
  count: 1,
  spread: 0,
});
const before = [measured(0, 5)];
const strands = { doubleStranded: false };

test("every design stands beside its result, and what was known before counts for none", () => {
  const after = [...before, measured(1, 1.5), measured(2, 9), measured(3, -1)];
  const results = designResults(designs, before, after, strands);
  expect(results).toHaveLength(16);
  expect(results.slice(0, 5).map(({ came, lies }) => [came, lies])).toEqual([
    [null, null],
    [1.5, "inside"],
    [9, "above"],
    [-1, "below"],
    [null, null],
  ]);
  expect(resultInFileUnit(results[3]!, true)).toEqual({
    order: name(3),
    predicted: { low: 100, middle: 1000, high: 10_000 },
    came: 0.1,
    lies: "below",
  });
});

test("few results are all shown, of many the best and the largest misses", () => {
  const text = (count: number, minimize: boolean): readonly string[] => {
    const after = Array.from({ length: count }, (_, i) => measured(i, i === 2 ? -30 : i + 0.5));
    const shown = resultsText(
      3,
      designResults(designs, [], after, strands),
      minimize,
      String,
      plain,
      undefined,
    );
    return (shown ?? "").split("\n").map((line) => line.replaceAll(/\s+/g, " "));
  };
  expect(text(0, false)).toEqual([""]);
  const few = text(3, false);
  expect(few[0]).toBe("Results of order 3, best first");
  expect(few[1]).toBe("order predicted 80 % interval came lies");
  expect(few.slice(3)).toEqual([
    "AAC 1 0 … 2 1.5 inside",
    "AAA 0 -1 … 1 0.5 inside",
    "AAG 2 1 … 3 -30 below",
  ]);
  const many = text(16, true);
  expect(many).toHaveLength(17);
  expect(many[0]).toBe("The 5 best results of order 3");
  expect(many[3]).toBe("AAG 2 1 … 3 -30 below");
  expect(many[9]).toBe("The 5 largest misses of order 3");
  expect(many[12]).toBe("AAG 2 1 … 3 -30 below");
});
