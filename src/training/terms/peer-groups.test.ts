import { expect, test } from "vitest";
import type { Context, ContextSpec } from "../../landscape/context.ts";
import { Generator } from "../../random/generator.ts";
import { peerGroups } from "./peer-groups.ts";

/** Members of each group. */
function groups(spec: ContextSpec, contexts: readonly Context[]): number[][] {
  const lists: number[][] = [];
  peerGroups(spec, contexts).forEach((group, b) => (lists[group] ??= []).push(b));
  return lists;
}

test("a category is a group, also where only one trajectory has it", () => {
  expect(groups({ kind: "category", count: 5 }, [3, 0, 3, 1, 0, 3])).toEqual([[0, 2, 5], [1, 4], [3]]);
});

test("equal numbers are a group, and others are grouped with their neighbours", () => {
  const random = Generator.fromSeed(1);
  const exponents = Array.from({ length: 61 }, () => [1 + 7 * random.float64()]);
  const found = groups({ kind: "vector", size: 1 }, [[4], ...exponents, [4], [4]]);
  expect(found[0]).toEqual([0, 62, 63]);
  const near = found.slice(1);
  expect(near.flat().toSorted((a, b) => a - b)).toEqual(exponents.map((_, i) => i + 1));
  // Groups do not overlap: each is between two exponents that no other group reaches between.
  const ranges = near
    .map((members) => members.map((b) => exponents[b - 1]![0]!))
    .map((values) => [Math.min(...values), Math.max(...values)] as const)
    .toSorted(([a], [b]) => a - b);
  for (const [i, [low]] of ranges.entries()) if (i > 0) expect(low).toBeGreaterThan(ranges[i - 1]![1]);
  for (const members of near) {
    expect(members.length).toBeGreaterThanOrEqual(7);
    expect(members.length).toBeLessThan(16);
  }
});

test("of several numbers those count that differ, whatever their unit", () => {
  // The first number separates two clusters of small extent; the second is the same noise everywhere, in other units.
  const contexts = Array.from({ length: 16 }, (_, b) => [(b % 2) + b * 1e-3, 5_000 + (b % 3)]);
  const found = groups({ kind: "vector", size: 2 }, contexts).map((members) => members.map((b) => b % 2));
  expect(found).toEqual([Array.from({ length: 8 }, () => 0), Array.from({ length: 8 }, () => 1)]);
});

test("neighbours are never of another category", () => {
  const contexts = Array.from({ length: 20 }, (_, b) => [b % 4, b]);
  const found = groups({ kind: "category+vector", count: 4, size: 1 }, contexts);
  expect(found.map((members) => new Set(members.map((b) => b % 4)).size)).toEqual([1, 1, 1, 1]);
});

test("tokens are compared where they are the same, and else with what is alone too", () => {
  const found = groups({ kind: "tokens", vocabulary: 3, maxLength: 3 }, [[0, 1], [2], [0, 1], [0, 1, 2]]);
  expect(found).toEqual([
    [0, 2],
    [1, 3],
  ]);
});
