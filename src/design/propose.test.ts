/** Batches: the rules they keep, every search, and what comes of earlier orders. */
import { describe, expect, test, vi } from "vitest";
import { createSim8 } from "../landscape/exact/sim8.ts";
import type { Measurement } from "../landscape/assay/assay.ts";
import { SequenceSpace } from "../landscape/exact/sequence-space.ts";
import { Generator } from "../random/generator.ts";
import { chooseBatch, meanApart, NearestMeasured } from "./batch/choose-batch.ts";
import { readSequenceList } from "./batch/read-sequence-list.ts";
import { propose, type Proposal, type ProposeOptions } from "./propose.ts";
import { mergeMeasurements, roundOutcome, whatCame } from "./rounds.ts";
import { Candidates } from "./search/candidates.ts";
import { DesignSpace } from "./search/design-space.ts";
import { uniformErrors } from "./synthesis/error-model.ts";

// Every round trains networks, which a busy machine takes its time for.
vi.setConfig({ testTimeout: 180_000 });

const space = new DesignSpace("ACGT", 4, 4);
const ranked = (...sequences: string[]): { sequence: string; worth: number }[] =>
  sequences.map((sequence, i) => ({ sequence, worth: 100 - i }));
const placesApart = (left: string, right: string): number =>
  Array.from(left).filter((letter, t) => letter !== right[t]).length;
const rules = { size: 10, minDistance: 2, minNovelty: 1, doubleStranded: false };

describe("a batch", () => {
  test("where lengths vary, letters apart are insertions and deletions too", () => {
    const varied = new DesignSpace("ACGT", 3, 10);
    const list = ranked("GCGCGCGCTT", "GCGCGCTT", "AGCGCGCTTC", "AAAATTTT");
    const kept = chooseBatch(list, varied, ["GCGCGCTTC"], [], { ...rules, minDistance: 3, minNovelty: 2 });
    expect(kept.map(({ sequence }) => sequence)).toEqual(["GCGCGCGCTT", "AAAATTTT"]);
    const near = new NearestMeasured([{ sequence: "AGCGCAGT" }, { sequence: "GCGCGCTTC" }], varied);
    expect(near.to("AGCGCGCTTC")).toEqual({ measured: { sequence: "GCGCGCTTC" }, distance: 1 });
    expect(meanApart(["ACGT", "CGT", "CGTA"], varied)).toBeCloseTo((1 + 2 + 1) / 3, 12);
  });

  test("takes the best first, far enough apart, and nothing that is known or excluded", () => {
    const list = ranked("AAAA", "AAAC", "AACC", "CCCC", "GGGG", "TTTT");
    const chosen = chooseBatch(list, space, ["CCCC"], ["GGGG"], rules);
    expect(chosen.map(({ sequence }) => sequence)).toEqual(["AAAA", "AACC", "TTTT"]);
    expect(chooseBatch(list, space, [], [], { ...rules, size: 1 })).toHaveLength(1);
    expect(chooseBatch(list, space, ["AAAG"], [], { ...rules, minNovelty: 2 })[0]?.sequence).toBe("AACC");
  });

  test("double-stranded: the reverse complement is the same thing", () => {
    const list = ranked("AAAA", "TTTT", "ACCC", "GGGT");
    const both = { ...rules, minDistance: 1, doubleStranded: true };
    expect(chooseBatch(list, space, [], [], both).map(({ sequence }) => sequence)).toEqual(["AAAA", "ACCC"]);
    expect(chooseBatch(list, space, ["TTTT"], ["GGGT"], both)).toEqual([]);
  });

  test("candidates are kept once and come back best first", () => {
    const candidates = new Candidates();
    candidates.add("B", 1);
    candidates.add("A", 1);
    candidates.add("C", 2);
    candidates.add("C", 2);
    candidates.addFirst("B", 0.5);
    expect(candidates.ranked().map(({ sequence }) => sequence)).toEqual(["C", "A", "B"]);
  });
});

test("lists of sequences in any form", () => {
  expect(readSequenceList(">a\nACG\nTT\n>b\nnnn\n", { alphabet: "ACGT" })).toEqual(["ACGTT"]);
  expect(readSequenceList("acgt\r\n\r\nGGGG\r\n", { alphabet: "ACGT" })).toEqual(["ACGT", "GGGG"]);
  expect(readSequenceList("id,sequence\nx,ab\n", { alphabet: "ab" })).toEqual(["ab"]);
  expect(readSequenceList("ACGT\rGGGG\r", { alphabet: "ACGT" })).toEqual(["ACGT", "GGGG"]);
  expect(readSequenceList('id;sequence\n1;"ACGT"\n2;TTTT\n', { alphabet: "ACGT" })).toEqual(["ACGT", "TTTT"]);
});

describe("a round on 600 sequences of sim8", () => {
  const table = createSim8();
  const eight = new SequenceSpace("ACGT", 8);
  const picked = Generator.fromSeed(12).sampleWithoutReplacement(eight.size, 600);
  const measurements: Measurement[] = Array.from(picked, (index) => ({
    sequence: eight.sequenceAt(index),
    score: table.table[index]!,
    count: 1,
    spread: 0,
  }));
  const truth = (sequence: string): number => table.table[eight.indexOf(sequence)]!;
  const sorted = Float64Array.from(table.table).sort();
  const topTwentieth = sorted[Math.floor(0.95 * sorted.length)]!;
  const hits = ({ designs }: Proposal): number =>
    designs.filter(({ order }) => truth(order) >= topTwentieth).length;
  const common: ProposeOptions = { batch: 20, minDistance: 3, errors: uniformErrors(0.05, 4) };

  test.each([
    ["gflownet", 60, 12],
    ["evolution", 30, 14],
    ["thompson", 1, 10],
    ["all", 1, 14],
  ] as const)(
    "%s finds good, new and different sequences, and the same again",
    async (search, steps, least) => {
      const proposal = await propose(measurements, "ACGT", { ...common, search, steps });
      expect(proposal.designs).toHaveLength(20);
      expect(hits(proposal)).toBeGreaterThanOrEqual(least);
      const known = new Set(measurements.map(({ sequence }) => sequence));
      for (const [i, { order, predicted, afterErrors, nearest }] of proposal.designs.entries()) {
        expect(known.has(order)).toBe(false);
        expect(predicted.low).toBeLessThanOrEqual(predicted.middle);
        expect(predicted.middle).toBeLessThanOrEqual(predicted.high);
        expect(afterErrors.middle).toBeLessThan(predicted.middle + 0.05);
        expect(placesApart(order, nearest.sequence)).toBe(nearest.distance);
        for (const other of proposal.designs.slice(0, i)) {
          expect(placesApart(order, other.order)).toBeGreaterThanOrEqual(3);
        }
      }
      if (search === "evolution") {
        expect(await propose(measurements, "ACGT", { ...common, search, steps })).toEqual(proposal);
      }
    },
  );

  test("drawn functions that agree leave no place of a batch empty", async () => {
    const asked = { batch: 100, minDistance: 4, search: "thompson" } as const;
    const { designs } = await propose(measurements, "ACGT", asked);
    expect(designs).toHaveLength(100);
  });

  test("looking ahead in the last samples finds more of what is worth most after little training", async () => {
    const few = measurements.slice(0, 100);
    const asked = { batch: 20, search: "gflownet", steps: 5 } as const;
    const plain = await propose(few, "ACGT", asked);
    const ahead = await propose(few, "ACGT", { ...asked, decideAhead: 2 });
    const worth = ({ designs }: Proposal): number => designs.reduce((sum, design) => sum + design.worth, 0);
    expect(ahead.candidates).toBeGreaterThan(plain.candidates);
    expect(worth(ahead)).toBeGreaterThan(1.05 * worth(plain));
  });

  test("looking too far ahead is refused before anything is fitted", async () => {
    const onModel = vi.fn();
    const far = propose(measurements, "ACGT", { ...common, search: "gflownet", decideAhead: 9, onModel });
    await expect(far).rejects.toThrow("9 steps have 4^9 continuations");
    expect(onModel).not.toHaveBeenCalled();
  });

  test("looking ahead goes with errors, and with lengths that vary", async () => {
    const asked = { batch: 10, search: "gflownet", steps: 5, decideAhead: 2 } as const;
    const few = measurements.slice(0, 100);
    const noisy = await propose(few, "ACGT", { ...asked, errors: uniformErrors(0.1, 4) });
    expect(noisy.designs).toHaveLength(10);
    // One letter less of every other: what it scores does not matter here.
    const varied = few.map(({ sequence, score, count, spread }, i) => {
      return { sequence: sequence.slice(i % 2), score, count, spread };
    });
    const { designs, candidates } = await propose(varied, "ACGT", asked);
    const without = await propose(varied, "ACGT", { ...asked, decideAhead: 0 });
    expect(designs).toHaveLength(10);
    expect(candidates).toBeGreaterThan(without.candidates);
    for (const { order } of designs) expect([7, 8]).toContain(order.length);
  });

  test("lower can be better", async () => {
    const turned = measurements.map((one) => ({ ...one, score: -one.score }));
    const proposal = await propose(turned, "ACGT", { ...common, search: "all", minimize: true });
    expect(hits(proposal)).toBeGreaterThanOrEqual(14);
    expect(proposal.designs[0]!.predicted.middle).toBeLessThan(-0.5);
  });

  test("too few measurements, or nothing to climb, is said before any work", async () => {
    await expect(propose(measurements.slice(0, 5), "ACGT")).rejects.toThrow(
      "got 5 measured sequences, expected at least 20",
    );
    const negative = measurements.map((one) => ({ ...one, score: one.score - 5 }));
    await expect(propose(negative, "ACGT", { utility: "given" })).rejects.toThrow("at the floor");
  });

  test("the signal is heard while models are fitted", async () => {
    const stop = new AbortController();
    const fitted: string[] = [];
    const onModel = ({ name }: { readonly name: string }): void => {
      fitted.push(name);
      stop.abort();
    };
    await expect(
      propose(measurements, "ACGT", { ...common, search: "evolution", signal: stop.signal, onModel }),
    ).rejects.toMatchObject({ code: "design/stopped" });
    expect(fitted).toHaveLength(1);
  });

  test("a search can be stopped", async () => {
    const signal = AbortSignal.abort();
    await expect(
      propose(measurements, "ACGT", { ...common, search: "evolution", signal }),
    ).rejects.toMatchObject({
      code: "design/stopped",
    });
  });
});

test("rounds: repeats across files are pooled, predictions meet what came", () => {
  const one = (sequence: string, score: number): Measurement => ({ sequence, score, count: 1, spread: 0 });
  const before = [one("AA", 1), one("CC", 2)];
  const single = { doubleStranded: false };
  const after = mergeMeasurements([before, [one("AA", 3), one("GG", 5), one("TT", 1)]], single);
  expect(after[0]).toEqual({
    sequence: "AA",
    score: 2,
    count: 2,
    spread: expect.closeTo(Math.SQRT2, 12) as unknown,
  });
  const design = (order: string, middle: number): Proposal["designs"][number] => {
    const interval = { low: middle - 1, middle, high: middle + 1 };
    return {
      order,
      predicted: interval,
      afterErrors: interval,
      worth: 1,
      nearest: { sequence: "AA", score: 1, distance: 2 },
    };
  };
  const designs = [design("GG", 4.5), design("TT", 4), design("AC", 1)];
  const now = [...after, one("GT", 9)];
  const outcome = roundOutcome(designs, { before, after, now }, { ...single, minimize: false });
  expect(outcome).toEqual({
    ordered: 3,
    measured: 2,
    meanPredicted: 4.25,
    meanMeasured: 3,
    covered: 0.5,
    records: 1,
    // What came since belongs to later rounds.
    best: 5,
  });
  // As one molecule, TT is AA, which was known, and GT is the AC that was ordered.
  const both = { doubleStranded: true };
  expect(mergeMeasurements([after], both).map(({ sequence }) => sequence)).toEqual(["AA", "CC"]);
  expect(whatCame(designs, before, now, both).map(({ design: { order }, score }) => [order, score])).toEqual([
    ["AC", 9],
  ]);
});

test("insertions and deletions need an assay of several lengths", async () => {
  const lengths = [{ lost: Float64Array.of(0.1, 0.1, 0.1, 0.1), added: new Float64Array(4) }];
  const errors = { ...uniformErrors(0, 4), lengths };
  const rows = (length: (i: number) => number): Measurement[] =>
    Array.from({ length: 60 }, (_, i) => ({
      sequence: i
        .toString(4)
        .padStart(length(i), "0")
        .replace(/\d/g, (digit) => "ACGT"[Number(digit)]!),
      score: i % 7,
      count: 1,
      spread: 0,
    }));
  const fixed = propose(
    rows(() => 4),
    "ACGT",
    { errors },
  );
  await expect(fixed).rejects.toMatchObject({ code: "design/fixed-length" });
  const { designs, clean, limit } = await propose(
    rows((i) => 4 + (i % 3)),
    "ACGT",
    { errors, search: "evolution", steps: 3, batch: 3 },
  );
  expect(designs).toHaveLength(3);
  expect(clean).toBeCloseTo(0.9 ** 6, 12);
  expect(limit).toContain("of one length");
});

test("scores nothing can be learned from are refused before any fit", async () => {
  const rows = (score: (i: number) => number): Measurement[] =>
    Array.from({ length: 30 }, (_, i) => ({
      sequence: i
        .toString(4)
        .padStart(4, "0")
        .replace(/\d/g, (digit) => "ACGT"[Number(digit)]!),
      score: score(i),
      count: 1,
      spread: 0,
    }));
  const equal = rows(() => 5);
  await expect(propose(equal, "ACGT")).rejects.toThrowError(/got the score 5 for all 30 sequences/);
  const huge = rows((i) => (i === 7 ? 1e300 : i));
  await expect(propose(huge, "ACGT")).rejects.toThrowError(/got the score 1e\+300 for AACT.*--log/);
  const protein = propose(rows(Number), "ACGTE", { doubleStranded: true });
  await expect(protein).rejects.toThrowError(/got the alphabet ACGTE, expected ACGT/);
});

test("what takes long is heard of: every fit, and all that follows the last step of the search", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({
    sequence: i
      .toString(4)
      .padStart(4 + (i % 3), "0")
      .replace(/\d/g, (digit) => "ACGT"[Number(digit)]!),
    score: i % 7,
    count: 1,
    spread: 0,
  }));
  const heard = new Map<string, number[]>();
  await propose(rows, "ACGT", {
    errors: uniformErrors(0.05, 4),
    steps: 2,
    batch: 3,
    onStep: ({ step }) => heard.set("Searching", [...(heard.get("Searching") ?? []), step]),
    onProgress: (doing, share) => heard.set(doing, [...(heard.get(doing) ?? []), share]),
  });
  const names = [...heard.keys()];
  expect(names.filter((name) => name.startsWith("Fitting ")).length).toBeGreaterThan(3);
  expect(names.slice(names.indexOf("Searching"))).toEqual([
    "Searching",
    "Drawing from what was learned",
    "Looking at what was drawn",
    "Looking at what errors make of the best",
    "Choosing the batch",
    "Predicting the batch",
    "Working out what errors leave possible",
  ]);
  for (const name of ["Drawing from what was learned", "Looking at what was drawn", "Fitting networks"]) {
    const shares = heard.get(names.find((heardOf) => heardOf.startsWith(name))!)!;
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  }
});
