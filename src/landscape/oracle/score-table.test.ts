import fc from "fast-check";
import { expect, test } from "vitest";
import { ScoreTable } from "./score-table.ts";

test("whatever is added, it holds what a map holds, in its order", () => {
  const name = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constant("\ud800"),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, fc.double({ noNaN: true })), { maxLength: 200 }),
      fc.nat(),
      (scores, n) => {
        const table = new ScoreTable(scores);
        const map = new Map(scores.toReversed().map(([key, score]) => [key, score] as const));
        const first = new Map(scores.map(([key]) => [key, map.get(key)!] as const));
        expect([...table]).toEqual([...first]);
        expect(table.size).toBe(first.size);
        for (const [key, score] of first) expect([table.has(key), table.get(key)]).toEqual([true, score]);
        expect([table.has("not there"), table.get("not there")]).toEqual([false, undefined]);
        const oldest = n % (first.size + 1);
        expect([...table.without(oldest)]).toEqual([...first].slice(oldest));
      },
    ),
  );
});

test("a name is not taken for its beginning, nor for one of other letters with the same bytes", () => {
  const table = new ScoreTable([
    ["AC", 1],
    ["", 2],
    ["\u4341", 3],
  ]);
  expect(["A", "ACG", "\u4341\u4341", "AC", "", "\u4341"].map((name) => table.get(name))).toEqual([
    undefined,
    undefined,
    undefined,
    1,
    2,
    3,
  ]);
});

test("many names are found", () => {
  const names = Array.from({ length: 20_000 }, (_, i) =>
    i.toString(4).replace(/\d/g, (digit) => "ACGT"[Number(digit)]!),
  );
  const table = new ScoreTable(names.map((name, i) => [name, i]));
  expect(names.every((name, i) => table.get(name) === i)).toBe(true);
});
