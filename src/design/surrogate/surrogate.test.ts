/** The surrogate's parts against slow obvious versions, and what it reaches on the simulated landscape. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSim8 } from "../../landscape/exact/sim8.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import { finish } from "../../evaluation/long-computation.ts";
import { solveBlock } from "./block-solve.ts";
import { dealFolds, partOf, solveFolds } from "./folds.ts";
import { poolWeights } from "./pool-model.ts";
import { letterKernel } from "./process-model.ts";
import { gramProduct } from "./ridge-model.ts";
import { type FeatureChoice, otherStrand, SparseFeatures } from "./sparse-features.ts";
import { rowsToLearn, withOthers } from "./rows-to-learn.ts";
import { fitSurrogate } from "./surrogate.ts";

const words = (count: number, length: number, seed: number): Uint8Array[] => {
  const generator = Generator.fromSeed(seed);
  return Array.from({ length: count }, () => Uint8Array.from({ length }, () => generator.integer(4)));
};

/** Gaussian elimination, row by row. */
function solveSlowly(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < rows.length; k++) {
      if (k === i) continue;
      const factor = rows[k]![i]! / rows[i]![i]!;
      rows[k] = rows[k]!.map((value, j) => value - factor * rows[i]![j]!);
    }
  }
  return rows.map((row, i) => row.at(-1)! / row[i]!);
}

/** A sequence's features written out. */
function dense(features: SparseFeatures, sequence: ArrayLike<number>): number[] {
  const { ids, values } = features.rows([sequence]);
  const out = Array.from({ length: features.count }, () => 0);
  for (const [k, id] of ids.entries()) out[id]! += values[k]!;
  return out;
}

const dot = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, value, i) => sum + value * right[i]!, 0);

const choice: FeatureChoice = {
  letters: true,
  pairs: true,
  words: [2, 3],
  bothStrands: false,
  oneLength: true,
};

describe("features", () => {
  test("known features of a short word", () => {
    const only = (part: Partial<FeatureChoice>): number[] => [
      ...new SparseFeatures({ ...choice, letters: false, pairs: false, words: [], ...part }, 4, 3).rows([
        [0, 1, 3],
      ]).ids,
    ];
    expect(only({ letters: true })).toEqual([0, 5, 11]);
    // Pairs of places (0,1), (0,2), (1,2), sixteen of letters each.
    expect(only({ pairs: true })).toEqual([1, 16 + 3, 32 + 7]);
    expect(only({ words: [2] })).toEqual([1, 7]);
    // AC is GT on the other strand, CT is AG.
    expect(only({ words: [2], bothStrands: true })).toEqual([1, 2]);
  });

  test("both strands: a sequence and its reverse complement are the same, of one length or of several", () => {
    for (const oneLength of [true, false]) {
      const features = new SparseFeatures({ ...choice, bothStrands: true, oneLength }, 4, 6);
      for (const tokens of words(20, oneLength ? 6 : 5, 3)) {
        const there = dense(features, tokens);
        const back = dense(features, otherStrand(tokens, 4));
        for (const [i, value] of there.entries()) expect(back[i]).toBeCloseTo(value, 12);
      }
    }
  });
});

describe("ridge", () => {
  test("the block of masked problems agrees with solving each by elimination", () => {
    const sequences = words(25, 5, 1);
    const features = new SparseFeatures({ ...choice, bothStrands: true }, 4, 5);
    const rows = sequences.map((tokens) => dense(features, tokens));
    const values = sequences.map((tokens) => tokens[0]! - 0.5 * tokens[3]! + 0.2 * tokens[1]! * tokens[2]!);
    const repeats = values.map((_, i) => 1 + (i % 2));
    const folds = dealFolds(values, repeats, 4, Generator.fromSeed(2));
    const { heldOut } = finish(solveFolds(gramProduct(features.rows(sequences), features.count), folds, 0.3));
    for (const [i, tokens] of sequences.entries()) {
      const seen = sequences.map((_, k) => k).filter((k) => folds.fold[k] !== folds.fold[i]);
      const centre = seen.reduce((sum, k) => sum + values[k]!, 0) / seen.length;
      const gram = seen.map((k) =>
        seen.map((l) => dot(rows[k]!, rows[l]!) + (k === l ? 0.3 / repeats[k]! : 0)),
      );
      const alpha = solveSlowly(
        gram,
        seen.map((k) => values[k]! - centre),
      );
      const here = dense(features, tokens);
      const prediction = centre + seen.reduce((sum, k, at) => sum + alpha[at]! * dot(rows[k]!, here), 0);
      expect(heldOut[i]).toBeCloseTo(prediction, 2);
    }
  });

  test("conjugate gradients reach the solution from anywhere", () => {
    const gram = [
      [2, 0.5, 0],
      [0.5, 1, 0.2],
      [0, 0.2, 1.5],
    ];
    const product = (block: Float64Array, out: Float64Array): void => {
      for (const [i, row] of gram.entries()) out[i] = dot(row, [...block]);
    };
    const ridge = Float64Array.of(0.1, 0.2, 0.3);
    const exact = solveSlowly(
      gram.map((row, i) => row.map((v, j) => (i === j ? v + ridge[i]! : v))),
      [1, -2, 3],
    );
    const entry = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(entry, entry, entry), (start) => {
        const problem = {
          rows: 3,
          columns: 1,
          mask: Uint8Array.of(1, 1, 1),
          target: Float64Array.of(1, -2, 3),
          ridge,
        };
        const solution = finish(solveBlock(product, problem, Float64Array.from(start)));
        for (const [i, value] of exact.entries()) expect(solution[i]).toBeCloseTo(value, 2);
      }),
      { seed: 4, numRuns: 30 },
    );
  });
});

test("the process's covariance is a product over positions, and the mean of both strands", () => {
  const options = { letters: 4, bothStrands: false };
  const kernel = letterKernel(2, 6, options);
  expect(kernel([0, 1, 2, 3], [0, 1, 2, 3])).toBe(1);
  expect(kernel([0, 1, 2, 3], [0, 2, 2, 0])).toBeCloseTo(Math.exp(-2 / 2), 12);
  expect(kernel([0, 1, 2, 3], [0, 1])).toBeCloseTo(Math.exp(-2 / 2), 12);
  const both = letterKernel(2, 6, { ...options, bothStrands: true });
  for (const [left, right] of [words(10, 6, 1), words(10, 6, 2)].map(
    (list) => [list[0]!, list[5]!] as const,
  )) {
    expect(both(left, right)).toBeCloseTo(
      (kernel(left, right) + kernel(left, otherStrand(right, 4))) / 2,
      12,
    );
    expect(both(left, right)).toBeCloseTo(both(otherStrand(left, 4), right), 12);
  }
});

test("of very many rows the best and some others are learned from, and all are predicted", () => {
  const generator = Generator.fromSeed(6);
  const values = Float64Array.from({ length: 5000 }, () => generator.float64());
  const rows = rowsToLearn(values, generator);
  expect([rows.kept.length, rows.others.length]).toEqual([3000, 2000]);
  expect([...rows.kept, ...rows.others].toSorted((a, b) => a - b)).toEqual([...values.keys()]);
  const least = values.toSorted().at(-1500)!;
  expect(rows.others.every((row) => values[row]! < least)).toBe(true);
  const few = rowsToLearn(values.subarray(0, 3000), generator);
  expect([few.kept.length, few.others.length]).toEqual([3000, 0]);
  const sequences = [...values.keys()].map((row) => [row]);
  const model = {
    name: "",
    settings: "",
    quick: true,
    folds: 7,
    heldOut: Float64Array.from(rows.kept, (row) => row),
    predictAll: () => new Float64Array(0),
    predict: (asked: readonly ArrayLike<number>[]) => Float64Array.from(asked, (tokens) => tokens[0]! + 0.5),
  };
  const { heldOut } = finish(withOthers(model, sequences, rows, () => undefined));
  expect([heldOut[rows.kept[7]!], heldOut[rows.others[7]!]]).toEqual([rows.kept[7], rows.others[7]! + 0.5]);
});

test("pool weights find a mixture that is exact, and leave out what adds nothing", () => {
  const values = Array.from({ length: 50 }, (_, i) => Math.sin(i));
  const high = values.map((value, i) => value + (i % 2 === 0 ? 0.3 : -0.3));
  const low = values.map((value, i) => value - (i % 2 === 0 ? 0.1 : -0.1));
  const useless = values.map((_, i) => Math.cos(7 * i));
  const weights = poolWeights([high, low, useless], values);
  expect(weights[0]).toBeCloseTo(0.25, 1);
  expect(weights[1]).toBeCloseTo(0.75, 1);
  expect(weights[2]).toBeLessThan(0.02);
});

describe("strands of DNA", () => {
  const sequences = words(160, 8, 21);
  /** How often AAC is read, on one strand or on both. */
  const count = (tokens: Uint8Array): number => (Array.from(tokens).join("").match(/001/g) ?? []).length;
  const names = async (values: readonly number[], doubleStranded: boolean): Promise<readonly string[]> => {
    const { reports } = await fitSurrogate(
      { sequences, values, letters: 4, length: 8, oneLength: true, dna: true, doubleStranded },
      key(2),
    );
    return reports.map(({ name }) => name);
  };

  /** Fits are many updates of many networks, which a busy machine takes its time for. */
  const patience = 180_000;

  test.each([
    [false, ""],
    [true, ", both strands"],
  ])(
    "what misses less decides how words with gaps and networks read; on both: %s",
    async (both, strands) => {
      const values = sequences.map((tokens) => count(tokens) + (both ? count(otherStrand(tokens, 4)) : 0));
      const fitted = await names(values, false);
      expect(fitted).toContain(`words with gaps${strands}`);
      expect(fitted).toContain(`networks${strands}`);
    },
    patience,
  );

  test(
    "where both are known to be one, words are read on both only",
    async () => {
      const fitted = await names(sequences.map(count), true);
      expect(fitted).toContain("words with gaps, both strands");
      expect(fitted).not.toContain("pairs and 4- to 6-mers");
    },
    patience,
  );
});

describe("on 1,000 sequences of sim8", async () => {
  const table = createSim8();
  const space = new SequenceSpace("ACGT", 8);
  const tokens = (index: number): Uint8Array =>
    Uint8Array.from(space.sequenceAt(index), (letter) => "ACGT".indexOf(letter));
  const picked = Generator.fromSeed(3).sampleWithoutReplacement(space.size, 1500);
  const known = Array.from(picked.subarray(0, 1000));
  const others = Array.from(picked.subarray(1000));
  const surrogate = await fitSurrogate(
    {
      sequences: known.map(tokens),
      values: known.map((index) => table.table[index]!),
      letters: 4,
      length: 8,
      oneLength: true,
      dna: true,
    },
    key(1),
  );

  test("the best model is chosen and predicts sequences it has not seen", () => {
    const best = surrogate.reports[surrogate.chosen]!;
    expect(best.betterEnd).toBe(Math.min(...surrogate.reports.map(({ betterEnd }) => betterEnd)));
    expect(best.spearman).toBeGreaterThan(0.88);
    const mean = surrogate.means(others.map(tokens));
    const error = Math.sqrt(
      others.reduce((sum, index, i) => sum + (mean[i]! - table.table[index]!) ** 2, 0) / others.length,
    );
    expect(error).toBeLessThan(1.15 * best.rmse);
  });

  test("its 80 % intervals hold about 80 % of what it has not seen", () => {
    const inside = surrogate.predict(others.map(tokens)).filter(({ low, high }, i) => {
      const value = table.table[others[i]!]!;
      return value >= low && value <= high;
    });
    expect(inside.length / others.length).toBeGreaterThan(0.73);
    expect(inside.length / others.length).toBeLessThan(0.88);
  });

  test("functions drawn from it scatter around its mean by its spread", () => {
    const asked = others.slice(0, 50).map(tokens);
    const { mean, spread } = surrogate.meansAndSpreads(asked);
    const generator = Generator.fromSeed(8);
    const draw = surrogate.drawMany(asked, 200, generator);
    const draws = Array.from({ length: 200 }, (_, i) => draw(i));
    for (let i = 0; i < asked.length; i++) {
      const deviation = Math.sqrt(
        draws.reduce((sum, values) => sum + (values[i]! - mean[i]!) ** 2, 0) / draws.length,
      );
      // Turned back from stretched scores, what is drawn is no longer symmetric.
      expect(deviation / spread[i]!).toBeGreaterThan(0.7);
      expect(deviation / spread[i]!).toBeLessThan(1.4);
    }
  });
});

test("rows of one name stay in one fold", () => {
  const values = Array.from({ length: 60 }, (_, i) => i);
  const names = values.map((i) => String(i % 30));
  const folds = dealFolds(
    values,
    values.map(() => 1),
    7,
    Generator.fromSeed(4),
    names,
  );
  for (let i = 0; i < 30; i++) expect(folds.fold[i]).toBe(folds.fold[i + 30]);
  expect(new Set(folds.fold).size).toBe(7);
  const part = partOf(folds, [0, 30, 5]);
  expect([...part.fold]).toEqual([folds.fold[0], folds.fold[30], folds.fold[5]]);
  expect([...part.values]).toEqual([0, 30, 5]);
});
