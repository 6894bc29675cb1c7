import { expect, test } from "vitest";
import { gridEnvironment } from "../../environment/grid.ts";
import { referenceModes } from "../../evaluation/sample/modes.ts";
import { sequenceTable } from "../../evaluation/sample/sequence-table.ts";
import { gridLandscape } from "../../landscape/exact/grid-landscape.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { Generator } from "../../random/generator.ts";
import { ModeFinder } from "./mode-finder.ts";
import { modeSet, sequenceModes } from "./mode-set.ts";

const letters = ["A", "C", "G", "T"];
const objects = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));

/** GGG and AAA stand out; GGA is next to GGG, so it is no mode of its own. */
const scores = Float64Array.from(objects, (x) => ({ GGG: 1, GGA: 0.9, AAA: 0.8, CTC: 0.5 })[x] ?? 0);

test("modes are the best that are at least two letters apart; what scores least is none", () => {
  const finder = new ModeFinder(sequenceModes({ objects, scores }));
  expect(finder.report(objects)).toEqual({
    found: 3,
    total: 3,
    radius: 1,
    threshold: 0.5,
    kind: "sequences",
  });
  expect(finder.report(["GGA", "GGG", "GGG", "TTT"]).found).toBe(1);
  expect(finder.see(["AAA"])).toBe(1);
  expect(finder.see(["AAA", "CTC"])).toBe(2);
  expect(finder.found).toEqual(["AAA", "CTC"]);
  const again = new ModeFinder(sequenceModes({ objects, scores }));
  again.restore(finder.found);
  expect(again.see(["GGG"])).toBe(3);
});

test.each([
  ["all scores differ", 1e9],
  ["a few scores, each of thousands", 3],
  ["hardly any differ", 2],
])("a first look at the best finds what sorting all of them would: %s", (_, values) => {
  const space = new SequenceSpace("ACGT", 7);
  const all = Array.from({ length: space.size }, (_, i) => space.sequenceAt(i));
  const generator = Generator.fromSeed(3);
  const drawn = Float64Array.from(all, () => generator.integer(values));
  const set = sequenceModes({ objects: all, scores: drawn });
  const above = all.flatMap((_, i) => (drawn[i]! > 0 ? [i] : []));
  const reference = referenceModes(
    sequenceTable(above.map((i) => all[i]!)),
    above.map((i) => drawn[i]!),
    { radius: 1, limit: 328 },
  );
  expect([set.total, set.threshold]).toEqual([reference.total, reference.threshold]);
  for (const at of reference.indices) expect(set.modesOf(all[above[at]!]!)).toHaveLength(1);
});

test("a flat landscape has no modes", () => {
  const flat = sequenceModes({ objects, scores: new Float64Array(64) });
  expect(new ModeFinder(flat).report(objects)).toMatchObject({ found: 0, total: 0 });
});

test("a grid has a peak in every corner, found at any of its points", async () => {
  const side = 32;
  const points = Array.from({ length: side * side }, (_, i) => `${Math.floor(i / side)},${i % side}`);
  const scored = { objects: points, scores: await gridLandscape({ side }).score(points) };
  const finder = new ModeFinder(modeSet({ environment: gridEnvironment({ side }) }, scored));
  expect(finder.report(points)).toMatchObject({ found: 4, total: 4, kind: "peaks" });
  expect(finder.report(["4,4", "5,5", "27,26", "10,10"]).found).toBe(2);
});
