/** Synthesis errors: matrices from files and from reads, and what an order is worth after them, against brute force. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { Generator } from "../../random/generator.ts";
import { possibleResults, tableAfterErrors, valuesAfterErrors } from "./after-errors.ts";
import { cleanShare, type ErrorModel, isFaultless, readErrorModel, uniformErrors } from "./error-model.ts";
import { fitErrors, wilson } from "./fit-errors.ts";
import { orderLimit } from "./order-limit.ts";
import { readReads } from "./read-reads.ts";

const header = "intended,A,C,G,T\n";
const clean = "A,1,0,0,0\nC,0,1,0,0\nG,0,0,1,0\nT,0,0,0,1\n";

/** Σ_x K(x|a)·u(x), every x written out. */
function slowly(
  order: ArrayLike<number>,
  model: ErrorModel,
  table: Float64Array,
  space: SequenceSpace,
): number {
  let sum = 0;
  for (let index = 0; index < space.size; index++) {
    const made = Array.from(space.sequenceAt(index), (letter) => space.alphabet.indexOf(letter));
    let probability = 1;
    for (const [t, c] of made.entries()) {
      const matrix = model.matrices[Math.min(t, model.matrices.length - 1)]!;
      probability *= matrix[order[t]! * model.letters + c]!;
    }
    sum += probability * table[index]!;
  }
  return sum;
}

describe("what an order is worth after errors", () => {
  const space = new SequenceSpace("ABC", 3);
  const generator = Generator.fromSeed(1);
  const table = Float64Array.from({ length: space.size }, () => generator.float64());
  const row = (): number[] => {
    const values = [generator.float64(), generator.float64(), generator.float64()];
    const sum = values.reduce((total, value) => total + value, 0);
    return values.map((value) => value / sum);
  };
  const anywhere = {
    letters: 3,
    matrices: Array.from({ length: 3 }, () => Float64Array.from([row(), row(), row()].flat())),
  };
  const tokens = (index: number): number[] =>
    Array.from(space.sequenceAt(index), (letter) => "ABC".indexOf(letter));

  test.each([
    ["one matrix for all places", uniformErrors(0.3, 3)],
    ["one matrix for each place", anywhere],
  ])("the table agrees with summing over everything that may come out: %s", (_, model) => {
    const after = tableAfterErrors(table, 3, model);
    for (let index = 0; index < space.size; index++) {
      expect(after[index]).toBeCloseTo(slowly(tokens(index), model, table, space), 12);
    }
  });

  test("two errors at most, or draws, come near where errors are rare", () => {
    const model = uniformErrors(0.05, 3);
    const values = valuesAfterErrors(
      (sequences) => Float64Array.from(sequences, (s) => table[(s[0]! * 3 + s[1]!) * 3 + s[2]!]!),
      model,
    );
    for (const index of [0, 7, 26]) {
      expect(values([tokens(index)])[0]).toBeCloseTo(slowly(tokens(index), model, table, space), 3);
    }
    const long = possibleResults(new Uint8Array(200), uniformErrors(0.01, 4));
    expect(long.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    const wrong = long.results.map((result) => result.filter((token) => token !== 0).length);
    const mean = wrong.reduce((sum, count, i) => sum + long.weights[i]! * count, 0);
    expect(mean).toBeCloseTo(200 * 0.0075, 0);
    // What is drawn more than once is looked at once.
    expect(new Set(long.results.map((result) => result.join())).size).toBe(long.results.length);
  });

  test("without errors an order is worth what it is", () => {
    expect(isFaultless(uniformErrors(0, 4))).toBe(true);
    expect(isFaultless(uniformErrors(0.1, 4))).toBe(false);
    expect(tableAfterErrors(table, 3, uniformErrors(0, 3))).toEqual(table);
    expect(cleanShare(uniformErrors(0.1, 4), [new Uint8Array(8)])).toBeCloseTo((1 - 0.075) ** 8, 12);
    // What is ordered decides, letter by letter: two orders of one letter that errs and one that does not.
    const uneven: ErrorModel = { letters: 2, matrices: [Float64Array.of(0.4, 0.6, 0, 1)] };
    const orders = [Uint8Array.of(0, 0), Uint8Array.of(1, 1)];
    expect(cleanShare(uneven, orders)).toBeCloseTo((0.4 ** 2 + 1) / 2, 12);
  });
});

describe("matrices from files", () => {
  test("a letter given twice is refused by its line", () => {
    const twice = "intended,A,B\nA,0.9,0.1\nB,0,1\nA,0.5,0.5\n";
    expect(() => readErrorModel(twice, "AB", "m.csv")).toThrow(
      /^m\.csv:4: got a second row for A,.*"position"/,
    );
    const placed = "position,intended,A,B\n1,A,0.9,0.1\n1,B,0,1\n1,B,0,1\n";
    expect(() => readErrorModel(placed, "AB", "m.csv")).toThrow(
      "m.csv:4: got a second row for B at position 1",
    );
  });

  test("one for all places, or one for each", () => {
    expect(readErrorModel(`\uFEFF${header}${clean}`, "ACGT")).toEqual(uniformErrors(0, 4));
    const european = "intended;A;B\r\nA;0,9;0,1\r\nB;0;1,000\r\n;;\r\n";
    expect(readErrorModel(european, "AB").matrices).toEqual([Float64Array.of(0.9, 0.1, 0, 1)]);
    const rows = [1, 2].flatMap((place) => ["A,0.9,0.1", "B,0,1"].map((line) => `${place},${line}`));
    const model = readErrorModel(`position,intended,A,B\n${rows.join("\n")}\n`, "AB");
    expect(model.matrices).toEqual([Float64Array.of(0.9, 0.1, 0, 1), Float64Array.of(0.9, 0.1, 0, 1)]);
  });

  test.each([
    ["", /noise matrix:1: got the header "", expected "intended,A,C,G,T"/],
    [`${header}A,1,0,0,0\n`, /got no row for C, expected one for every letter/],
    [`${header}X,1,0,0,0\n`, /:2: column "intended": got "X"/],
    [`${header}A,0.5,0,0,0\n`, /:2: got a row that sums to 0.5, expected probabilities.*windage noise fit/],
    [`${header}A,1.5,-0.5,0,0\n`, /:2: got "-0.5" in column "C"/],
    [`${header}A,1,0,0\n`, /:2: got nothing in column "T"/],
    [`${header}A,97,1,1,1\n`, /:2: got a row that sums to 100, as percentages do, expected probabilities/],
    ["A".repeat(100_000), /^noise matrix:1: got the header "A{60}"… \(100000 letters\), expected/],
    [",A,C,G,T\nA,1,0,0,0\n", /:1: got the header ",A,C,G,T", expected "intended,A,C,G,T"/],
    [`position,${header}x,A,1,0,0,0\n`, /:2: column "position": got "x"/],
    [`position,${header}0x1,A,1,0,0,0\n`, /:2: column "position": got "0x1"/],
  ])("%j is refused", (text, message) => {
    expect(() => readErrorModel(text, "ACGT")).toThrow(message);
  });
});

describe("errors from reads", () => {
  test("shares with intervals that hold the truth, in spite of a read of another length", () => {
    const generator = Generator.fromSeed(3);
    const truth = uniformErrors(0.2, 4).matrices[0]!;
    const lines = Array.from({ length: 3000 }, () => {
      const intended = Array.from({ length: 6 }, () => generator.integer(4));
      const observed = intended.map((a) =>
        generator.categorical(Array.from(truth.subarray(a * 4, a * 4 + 4), Math.log)),
      );
      const word = (tokens: number[]): string => tokens.map((token) => "ACGT"[token]).join("");
      return `${word(intended)},${word(observed).toLowerCase()}`;
    });
    const reads = readReads(["intended,observed", ...lines, "ACGTAC,ACGTA"].join("\r\n"), "ACGT");
    const fit = fitErrors(reads, "ACGT", false);
    expect(fit).toMatchObject({ reads: 3001, changedLength: 1, every: 1 });
    expect(Math.abs(fit.compared - 18_000)).toBeLessThan(100);
    const [matrix, low, high] = [fit.model.matrices[0]!, fit.low[0]!, fit.high[0]!];
    let held = 0;
    for (let at = 0; at < 16; at++) {
      expect(Math.abs(matrix[at]! - truth[at]!)).toBeLessThan(0.03);
      if (low[at]! <= truth[at]! && truth[at]! <= high[at]!) held++;
    }
    expect(held).toBeGreaterThanOrEqual(13);
    expect(fit.wrong.share).toBeCloseTo(0.15, 1);
    expect(fitErrors(reads, "ACGT", true).model.matrices).toHaveLength(6);
  });

  test("a count column, and what is refused", () => {
    const counted = readReads("observed;count;intended\nAC;3;AA\nAA;7;AA\n", "ACGT");
    expect(fitErrors(counted, "ACGT", true).model.matrices[1]!.subarray(0, 4)).toEqual(
      Float64Array.of(0.7, 0.3, 0, 0),
    );
    expect(() => readReads(" \n", "ACGT")).toThrow("got an empty file, expected a table");
    expect(() => readReads("a,b\nA,C\n", "ACGT")).toThrow('expected "intended" and "observed"');
    expect(() => readReads("intended,observed\nAC,AN\n", "ACGT")).toThrow(
      'reads:2: column "observed": got "N" at position 2',
    );
    expect(() => readReads("intended,observed,count\nAC,AC,many\n", "ACGT")).toThrow(
      'reads:2: column "count": got "many"',
    );
    expect(() => readReads("intended,observed\n", "ACGT")).toThrow("got no reads");
  });

  test("Wilson's interval: a known one, and always around the share", () => {
    // 10 of 100: (0.0552, 0.1744), as in Wilson's formula.
    expect(wilson(10, 100, -1)).toBeCloseTo(0.0552, 4);
    expect(wilson(10, 100, 1)).toBeCloseTo(0.1744, 4);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, share) => {
          const hits = Math.round(share * tries);
          expect(wilson(hits, tries, -1)).toBeLessThanOrEqual(hits / tries + 1e-12);
          expect(wilson(hits, tries, 1)).toBeGreaterThanOrEqual(hits / tries - 1e-12);
        },
      ),
      { seed: 6, numRuns: 100 },
    );
  });
});

test("reads that say nothing are no proof of a faultless synthesis", () => {
  const reads = [{ intended: "ACGT", observed: "ACGTA", count: 0 }];
  expect(() => fitErrors(reads, "ACGT", false)).toThrowError(/got 0 reads, none of which/);
  for (const count of ["1e308", "0x10", "1e-400", ""]) {
    const text = `intended,observed,count\nA,A,2\nA,A,${count}\n`;
    expect(() => readReads(text, "ACGT")).toThrowError(`reads:3: column "count": got "${count}"`);
  }
  expect(wilson(0, 153, -1)).toBe(0);
  expect(wilson(153, 153, 1)).toBe(1);
});

describe("what errors leave possible", () => {
  const worth = Float64Array.of(1, 0.2, 0.1, 0.7);
  const errors = uniformErrors(0.5, 2);
  const placed = { letters: 2, matrices: [errors.matrices[0]!, uniformErrors(0.1, 2).matrices[0]!] };
  const two = { minLength: 2, maxLength: 2 };

  test.each([
    ["the same at both places", errors],
    ["fewer at the second place", placed],
  ])("is what a search over all laws of orders finds: errors %s", (_, model) => {
    const limit = orderLimit(worth, two, model);
    if (typeof limit === "string") throw new Error(limit);
    const total = worth.reduce((sum, value) => sum + value, 0);
    const [first, last] = [model.matrices[0]!, model.matrices.at(-1)!];
    const divergence = (w: readonly number[]): { reverse: number; forward: number } => {
      let [reverse, forward] = [0, 0];
      for (let x = 0; x < 4; x++) {
        let mass = 0;
        for (let a = 0; a < 4; a++)
          mass += w[a]! * first[2 * (a >> 1) + (x >> 1)]! * last[2 * (a & 1) + (x & 1)]!;
        reverse += mass * Math.log((mass * total) / worth[x]!);
        forward += (worth[x]! / total) * Math.log(worth[x]! / total / mass);
      }
      return { reverse, forward };
    };
    let [reverse, forward] = [Infinity, Infinity];
    const fine = 100;
    for (let i = 0; i <= fine; i++) {
      for (let j = 0; i + j <= fine; j++) {
        for (let k = 0; i + j + k <= fine; k++) {
          const found = divergence([i / fine, j / fine, k / fine, 1 - (i + j + k) / fine]);
          reverse = Math.min(reverse, found.reverse);
          forward = Math.min(forward, found.forward);
        }
      }
    }
    expect(limit.klReverse).toBeCloseTo(reverse, 2);
    expect(limit.klForward).toBeCloseTo(forward, 2);
    expect(limit.ignoringErrors).toBeCloseTo(divergence([...worth].map((value) => value / total)).reverse, 6);
    expect(limit.klReverse).toBeLessThan(limit.ignoringErrors);
    expect(limit.gap).toBeLessThan(0.0011);
    if (model === placed) expect(limit.withFeedback).toBeNull();
    else expect(limit.withFeedback).toBeLessThan(limit.klReverse);
  });

  test("is not known where sequences cannot be listed, and says why", () => {
    const proteins = orderLimit(null, { minLength: 30, maxLength: 30 }, uniformErrors(0.1, 20));
    expect(proteins).toContain("here there are about 10^39");
    expect(orderLimit(null, { minLength: 3, maxLength: 5 }, errors)).toContain("lengths from 3 to 5");
  });
});
