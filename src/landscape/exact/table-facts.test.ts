import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { reverseComplement } from "./reverse-complement.ts";
import { SequenceSpace } from "./sequence-space.ts";
import { createSim8 } from "./sim8.ts";
import { tableFacts } from "./table-facts.ts";
import { TableLandscape } from "./table-landscape.ts";
import { importTfbind8 } from "../table/tfbind8.ts";

const REAL = join(import.meta.dirname, "../../../../shared/data/tfbind8/SIX6_REF_R1_8mers.txt");

test("agrees with sorting everything and comparing strings", () => {
  const space = new SequenceSpace("ACGT", 2);
  const score = fc.constantFrom(0, 0.25, 0.5, 0.91, 1);
  fc.assert(
    fc.property(fc.array(score, { minLength: 16, maxLength: 16 }), fc.nat(20), (scores, top) => {
      const landscape = new TableLandscape("x", space, Float64Array.from(scores));
      const all = scores.map((score, index) => ({ sequence: space.sequenceAt(index), score }));
      const facts = tableFacts(landscape, top);
      expect(facts.best).toEqual(all.toSorted((a, b) => b.score - a.score).slice(0, top));
      const unequal = all.filter(
        ({ sequence, score }) => landscape.scoreOf(reverseComplement(sequence)) !== score,
      );
      expect(facts.asymmetricPairs).toBe(unequal.length / 2);
    }),
  );
});

test("letters that are not DNA have no strands", () => {
  const landscape = new TableLandscape("x", new SequenceSpace("01", 2), Float64Array.of(0, 1, 2, 3));
  expect(tableFacts(landscape, 1)).toEqual({
    sequences: 4,
    best: [{ sequence: "11", score: 3 }],
    nearBest: 1,
    asymmetricPairs: null,
  });
});

test("sim8 is symmetric", () => {
  expect(tableFacts(createSim8())).toMatchObject({ sequences: 65_536, asymmetricPairs: 0 });
});

test.runIf(existsSync(REAL))("the real table (needs ../shared/data) has its published facts", async () => {
  const { landscape } = await importTfbind8([REAL]);
  // The data's README: 934 of at least 0.9, best AGGTATCA and its reverse complement.
  expect(tableFacts(landscape, 2)).toEqual({
    sequences: 65_536,
    best: [
      { sequence: "AGGTATCA", score: 1 },
      { sequence: "TGATACCT", score: 1 },
    ],
    nearBest: 934,
    asymmetricPairs: 0,
  });
});
