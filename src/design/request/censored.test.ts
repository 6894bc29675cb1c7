/** Bounds in place of values: what is made of them, and what it is worth. */
import { expect, test } from "vitest";
import { readAssay } from "../../landscape/assay/read-assay.ts";
import { measuredCell } from "../../landscape/assay/measured-value.ts";
import { Generator } from "../../random/generator.ts";
import { propose } from "../propose.ts";
import { mergeMeasurements } from "../rounds.ts";
import { expectedValues, millsRatio, type Side } from "./censored.ts";

test("the mean of a normal law beyond a point is that of tables", () => {
  // φ(z) / (1 − Φ(z)), to the digits of Abramowitz and Stegun's table 26.1 at 0 and 2.
  expect(millsRatio(0)).toBeCloseTo(0.7978845608, 9);
  expect(millsRatio(2)).toBeCloseTo(0.05399096651 / 0.02275013195, 6);
  expect(millsRatio(3.0001)).toBeCloseTo(millsRatio(2.9999), 3);
  expect(millsRatio(50)).toBeCloseTo(50 + 1 / 50, 4);
  expect(millsRatio(-6)).toBeCloseTo(0, 7);
});

test("bounds are read as people write them", () => {
  const cells: readonly (readonly [string, unknown])[] = [
    [">10000", { value: 10000, bound: "above" }],
    ["> 1e4", { value: 10000, bound: "above" }],
    ["≥5", { value: 5, bound: "above" }],
    ["<0.1", { value: 0.1, bound: "below" }],
    ["n.d. (below)", { value: undefined, bound: "below" }],
    ["ND (above)", { value: undefined, bound: "above" }],
    ["below LOD", { value: undefined, bound: "below" }],
    ["<LOD", { value: undefined, bound: "below" }],
    ["BLQ", { value: undefined, bound: "below" }],
    ["above limit", { value: undefined, bound: "above" }],
    ["saturated", { value: undefined, bound: "above" }],
    ["7", { value: 7 }],
    ["under review", undefined],
    [">>5", undefined],
    ["~5", undefined],
  ];
  for (const [cell, read] of cells) expect([cell, measuredCell(cell, "point")]).toEqual([cell, read]);
  expect(measuredCell(">0,5", "comma")).toEqual({ value: 0.5, bound: "above" });
});

test("a file with bounds is read, and says so", () => {
  const text =
    "seq;Kd (nM)\nACGA;>1000\nACGC;0,5\nACGG;n.d. (below)\nACGT;<0,1\nACTT;>1000\nACTT;900,5\nACTA;>1000\nACTA;>2000\n";
  const { measurements, notes, noise } = readAssay(text);
  expect(measurements.map(({ sequence, score, bound }) => [sequence, score, bound])).toEqual([
    ["ACGA", 1000, "above"],
    ["ACGC", 0.5, undefined],
    ["ACGG", 0.1, "below"],
    ["ACGT", 0.1, "below"],
    ["ACTT", 950.25, undefined],
    ["ACTA", 2000, "above"],
  ]);
  expect(notes.join("\n")).toContain("2 sequences known to lie above a limit: used as a bound");
  expect(notes.join("\n")).toContain("2 sequences known to lie below 0.1: used as a bound");
  expect(noise).not.toBeNull();
  const both = mergeMeasurements(
    [measurements, [{ sequence: "ACGA", score: 3000, count: 1, spread: 0, bound: "above" }]],
    { doubleStranded: false },
  );
  expect(both[0]).toMatchObject({ score: 3000, count: 2, bound: "above" });
});

/** An additive landscape with noise, of which everything above a limit is cut off. */
function cutOff(limit: number) {
  const random = Generator.fromSeed(6);
  const effects = Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => random.normal()));
  const sequences = Array.from({ length: 300 }, () => Array.from({ length: 6 }, () => random.integer(4)));
  const truth = sequences.map((tokens) =>
    tokens.reduce((sum, letter, place) => sum + effects[place]![letter]!, 0),
  );
  const measured = truth.map((value) => value + 0.3 * random.normal());
  const sides = measured.map((value): Side => (value > limit ? 1 : 0));
  return { sequences, truth, sides, values: measured.map((value) => Math.min(value, limit)) };
}

test("values beyond a limit are nearer to the truth than the limit is, and the others stay", () => {
  const { sequences, truth, sides, values } = cutOff(1.5);
  const filled = expectedValues(sequences, values, sides, { letters: 4, oneLength: true });
  const misses = (guess: ArrayLike<number>): number => {
    const cut = truth.flatMap((value, i) => (sides[i] === 0 ? [] : [(value - guess[i]!) ** 2]));
    return Math.sqrt(cut.reduce((sum, square) => sum + square, 0) / cut.length);
  };
  expect(sides.filter((side) => side === 1).length).toBeGreaterThan(60);
  expect(misses(filled)).toBeLessThan(0.35);
  expect(misses(values)).toBeGreaterThan(1);
  for (const [i, side] of sides.entries()) {
    if (side === 0) expect(filled[i]).toBe(values[i]);
    else expect(filled[i]).toBeGreaterThan(1.5);
  }
});

test("what is ordered is better where bounds are used as bounds than where they are taken for values", async () => {
  const { sequences, sides, values } = cutOff(1);
  const letters = "ACGT";
  const spelled = sequences.map((tokens) => tokens.map((token) => letters[token]!).join(""));
  const measured = new Map(
    spelled.map((sequence, i) => [
      sequence,
      {
        sequence,
        score: values[i]!,
        count: 1,
        spread: 0,
        ...(sides[i] === 1 ? ({ bound: "above" } as const) : {}),
      },
    ]),
  );
  const options = { search: "all", batch: 10, minDistance: 1 } as const;
  const worth = async (all: Parameters<typeof propose>[0]): Promise<number> => {
    const { designs } = await propose(all, letters, options);
    return designs.reduce((sum, { order }) => sum + additive(order) / designs.length, 0);
  };
  const random = Generator.fromSeed(6);
  const table = Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => random.normal()));
  const additive = (sequence: string): number =>
    Array.from(sequence).reduce((sum, letter, place) => sum + table[place]![letters.indexOf(letter)]!, 0);
  const bounded = await worth([...measured.values()]);
  const cut = await worth(
    [...measured.values()].map(({ sequence, score, count, spread }) => ({ sequence, score, count, spread })),
  );
  expect(bounded).toBeGreaterThan(cut + 0.3);
}, 120_000);
