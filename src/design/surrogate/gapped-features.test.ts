/** Words with gaps against a slow obvious version, and stretched scores against their definition. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GappedFeatures, wordsRead } from "./gapped-features.ts";
import { otherStrand } from "./sparse-features.ts";
import { createStretch } from "./stretch.ts";

/** Every choice of so many places within a span, as a text such as "A..C"; on both strands the smaller text. */
function wordsSlowly(sequence: string, size: number, span: number, bothStrands: boolean): string[] {
  const found: string[] = [];
  const places = (from: number, chosen: readonly number[]): void => {
    if (chosen.length === size) {
      const word = write(sequence, chosen);
      const facing = Array.from(word)
        .toReversed()
        .map((sign) => ({ A: "T", C: "G", G: "C", T: "A" })[sign] ?? sign);
      found.push(bothStrands ? [word, facing.join("")].sort()[0]! : word);
      return;
    }
    for (let at = from; at < sequence.length; at++) {
      if (chosen.length > 0 && at - chosen[0]! >= span) return;
      places(at + 1, [...chosen, at]);
    }
  };
  places(0, []);
  return found;
}

function write(sequence: string, places: readonly number[]): string {
  const [first, last] = [places[0]!, places.at(-1)!];
  return Array.from({ length: last - first + 1 }, (_, t) =>
    places.includes(first + t) ? sequence[first + t]! : ".",
  ).join("");
}

/** The inner product of two sequences' words, each size scaled to length one by how many words are read. */
function kernelSlowly(a: string, b: string, sizes: readonly number[], span: number, both: boolean): number {
  let sum = 0;
  for (const size of sizes) {
    const [left, right] = [wordsSlowly(a, size, span, both), wordsSlowly(b, size, span, both)];
    if (left.length === 0 || right.length === 0) continue;
    let shared = 0;
    for (const one of left) for (const other of right) if (one === other) shared++;
    sum += shared / Math.sqrt(left.length * right.length) / sizes.length;
  }
  return sum;
}

const tokens = (sequence: string): Uint8Array =>
  Uint8Array.from(sequence, (letter) => "ACGT".indexOf(letter));

function kernel(features: GappedFeatures, a: string, b: string): number {
  const { starts, ids, values } = features.rows([tokens(a), tokens(b)]);
  let sum = 0;
  for (let i = starts[0]!; i < starts[1]!; i++) {
    for (let j = starts[1]!; j < starts[2]!; j++) if (ids[i] === ids[j]) sum += values[i]! * values[j]!;
  }
  return sum;
}

const sequence = fc
  .array(fc.constantFrom("A", "C", "G", "T"), { minLength: 1, maxLength: 7 })
  .map((letters) => letters.join(""));

describe("words with gaps", () => {
  test("share as many words as a slow count finds, on one strand and on both", () => {
    fc.assert(
      fc.property(sequence, sequence, fc.boolean(), fc.integer({ min: 3, max: 5 }), (a, b, both, span) => {
        const sizes = [2, 3];
        const features = new GappedFeatures({ sizes, span, bothStrands: both }, 4, 7);
        expect(kernel(features, a, b)).toBeCloseTo(kernelSlowly(a, b, sizes, span, both), 10);
        expect(wordsRead({ sizes, span }, a.length)).toBe(
          sizes.reduce((sum, size) => sum + wordsSlowly(a, size, span, both).length, 0),
        );
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  test("both strands: a sequence and its reverse complement are one", () => {
    const features = new GappedFeatures({ sizes: [3, 4], span: 6, bothStrands: true }, 4, 8);
    const there = features.rows([tokens("ACCGTATG")]);
    const back = features.rows([otherStrand(tokens("ACCGTATG"), 4)]);
    expect(back.ids.slice().sort()).toEqual(there.ids.slice().sort());
  });
});

describe("stretched scores", () => {
  test("are e to the number of standard deviations above the mean, straight below it, and turn back", () => {
    // Mean 2, standard deviation √(2/3).
    const { of, back } = createStretch([1, 2, 3], 1);
    expect(of(2)).toBe(1);
    expect(Math.log(of(3))).toBeCloseTo(Math.sqrt(1.5), 12);
    for (const score of [0.5, 1, 2.7]) expect(back(of(score))).toBeCloseTo(score, 12);
    expect(of(1)).toBeCloseTo(1 - Math.sqrt(1.5), 12);
    // Far out it ends.
    expect(Math.log(of(1e9))).toBeCloseTo(4, 12);
    expect(of(-1e9)).toBe(-3);
  });

  test("have larger units where the best are many and far out, and not for one outlier", () => {
    const low = Array.from({ length: 5000 }, (_, i) => (i % 10) / 10);
    const rounds = createStretch([...low, ...Array.from({ length: 20 }, (_, i) => 20 + i / 10)], 1);
    expect(rounds.of(21)).toBeGreaterThan(1.1 * rounds.of(20));
    expect(rounds.of(0.9)).toBeLessThan(1.5);
    const outlier = createStretch([...low, 1e6], 1);
    expect(Math.log(outlier.of(1e6))).toBeCloseTo(4, 12);
    const turned = createStretch([...low.map((y) => -y), ...Array.from({ length: 20 }, () => -20)], -1);
    expect(turned.of(-20)).toBeGreaterThan(20);
  });

  test("are turned where lower is better, and stay numbers where all are the same", () => {
    const { of, back } = createStretch([1, 2, 3], -1);
    expect(of(1)).toBeGreaterThan(of(3));
    expect(back(of(1.5))).toBeCloseTo(1.5, 12);
    expect(createStretch([5, 5], 1).of(5)).toBe(1);
  });
});
