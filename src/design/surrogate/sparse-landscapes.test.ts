/** Models for proteins and sparse landscapes against slow obvious versions, and what they learn of known truths. */
import { describe, expect, test } from "vitest";
import { finish } from "../../evaluation/long-computation.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import { aminoAcidProperties, unlikeness } from "./amino-acid-properties.ts";
import { dealFolds } from "./folds.ts";
import { createLevels } from "./levels.ts";
import { rootMeanSquare } from "./model.ts";
import { Perceptron } from "./perceptron.ts";
import { fitPerceptrons, perceptronPlan, PlaceInputs } from "./perceptron-model.ts";
import { PlaceFeatures } from "./place-features.ts";
import { letterKernel } from "./process-model.ts";
import { SparseFeatures } from "./sparse-features.ts";
import { liftOf } from "./surrogate.ts";
import { fitTwoParts } from "./two-part-model.ts";

const amino = "ACDEFGHIKLMNPQRSTVWY";
const drawn = (count: number, length: number, seed: number): Uint8Array[] => {
  const generator = Generator.fromSeed(seed);
  return Array.from({ length: count }, () => Uint8Array.from({ length }, () => generator.integer(20)));
};
const foldsOf = (values: ArrayLike<number>) =>
  dealFolds(values, new Float64Array(values.length).fill(1), 5, Generator.fromSeed(1));
const deviation = (values: Float64Array): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
};

describe("levels", () => {
  const generator = Generator.fromSeed(3);
  const skewed = Array.from({ length: 300 }, () => Math.exp(2 * generator.normal()));

  test("turn back what they bring together, in order, in either direction", () => {
    for (const direction of [1, -1] as const) {
      const scores = skewed.map((score) => direction * score);
      const { of, back } = createLevels(scores, direction)!;
      for (const score of [...scores, direction * -3, direction * 1e4])
        expect(back(of(score))).toBeCloseTo(score, 6);
      const sorted = scores.toSorted((a, b) => direction * (a - b)).map(of);
      expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
    }
  });

  test("stay after rounds of design, where most that was measured is good and the floor is still there", () => {
    const rounds = [
      ...skewed.map((score) => score / 50),
      ...Array.from({ length: 600 }, () => 4 + generator.normal()),
    ];
    expect(createLevels(rounds, 1)).not.toBeNull();
    expect(createLevels(rounds.slice(300), 1)).toBeNull();
  });

  test("are for what is skewed towards the better alone", () => {
    expect(createLevels(skewed, -1)).toBeNull();
    expect(createLevels(skewed.map(Math.log), 1)).toBeNull();
  });
});

describe("networks by place", () => {
  test("follow the slopes that finite differences have", () => {
    const sequences = drawn(3, 4, 5);
    const inputs = new PlaceInputs(sequences, 20);
    const network = new Perceptron(inputs.count, 4, 6, Generator.fromSeed(7));
    const rows = { places: 4, inputs: inputs.of(sequences), targets: [0.3, -1, 2], weights: [1, 2, 0.5] };
    const slopes = new Float64Array(network.numbers.length);
    const loss = (): number =>
      rows.targets.reduce(
        (sum, target, row) =>
          sum + (rows.weights[row]! * (network.value(rows.inputs, row * 4, 4) - target) ** 2) / 2,
        0,
      );
    for (let row = 0; row < 3; row++) network.addSlopes(rows, row, slopes);
    for (const [i, slope] of slopes.entries()) {
      const number = network.numbers[i]!;
      network.numbers[i] = number + 1e-5;
      const above = loss();
      network.numbers[i] = number - 1e-5;
      const below = loss();
      network.numbers[i] = number;
      expect((above - below) / 2e-5).toBeCloseTo(slope, 5);
    }
  });

  test("learn which letters go together, and a letter never measured changes nothing", () => {
    const sequences = drawn(400, 3, 9).map((tokens) => tokens.map((token) => token % 6));
    const values = Float64Array.from(sequences, ([a, b, c]) => (a! < 3 === b! < 3 ? 2 : 0) + c! / 3);
    const folds = foldsOf(values);
    const inputs = new PlaceInputs(sequences, 20);
    expect(inputs.count).toBe(18);
    expect(perceptronPlan(sequences.length, 3, inputs.count, folds.count)).toEqual({
      hidden: 64,
      batch: 64,
      steps: 1000,
    });
    const plan = { hidden: 32, batch: 32, steps: 300 };
    const fit = () => finish(fitPerceptrons("networks", sequences, inputs, folds, plan, key(2)));
    const model = fit();
    expect(rootMeanSquare(model.heldOut, values)).toBeLessThan(0.35 * deviation(values));
    const asked = drawn(50, 3, 11);
    const all = model.predictAll(asked);
    for (const [i, value] of model.predict(asked).entries()) expect(value).toBeCloseTo(all[i * 6 + 5]!, 10);
    expect(model.predict([[10, 10, 10]])).toEqual(model.predict([[11, 12, 13]]));
    expect(fit().heldOut).toEqual(model.heldOut);
  });

  test("are left out where it would take too long", () => {
    expect(perceptronPlan(2000, 2000, 40_000, 7)).toBeNull();
  });
});

test("properties of amino acids: letters alike are near, and rows of features are as written out", () => {
  expect(aminoAcidProperties("ACGT")).toBeNull();
  const properties = aminoAcidProperties(amino)!;
  const apart = unlikeness(properties);
  const between = (a: string, b: string): number => apart[amino.indexOf(a) * 20 + amino.indexOf(b)]!;
  expect(between("I", "V")).toBeLessThan(0.5);
  expect(between("D", "W")).toBeGreaterThan(1.2);
  expect(between("K", "K")).toBe(0);
  expect(apart.reduce((sum, value) => sum + value, 0) / 380).toBeCloseTo(1, 12);
  const kernel = letterKernel(2, 3, { letters: 20, bothStrands: false, unlike: apart });
  const [i, v, d] = ["I", "V", "D"].map((letter) => amino.indexOf(letter)) as [number, number, number];
  expect(kernel([i, v, d], [v, v, i])).toBeCloseTo(
    Math.exp(-(between("I", "V") + between("D", "I")) / 2),
    12,
  );
  expect(kernel([i, v, d], [i, v])).toBeCloseTo(Math.exp(-1 / 2), 12);
  const { ids, values } = new PlaceFeatures(20, 2, properties).rows([[i, d]]);
  expect(Array.from(ids)).toEqual([i, 20, 21, 22, 23, 24 + d, 44, 45, 46, 47]);
  expect(values[0]).toBeCloseTo(0.5, 12);
  for (let k = 0; k < 4; k++) expect(values[1 + k]).toBeCloseTo(properties[i * 4 + k]! / 4, 12);
});

test("two parts: whether a sequence works times how well, where there are two", () => {
  const sequences = drawn(500, 3, 13);
  const works = (tokens: ArrayLike<number>): boolean => tokens[0]! < 10 && tokens[1]! < 12;
  const values = Float64Array.from(sequences, (tokens) => (works(tokens) ? 3 + tokens[2]! / 10 : 0));
  const map = new SparseFeatures(
    { letters: true, pairs: false, words: [], bothStrands: false, oneLength: true },
    20,
    3,
  );
  const model = finish(fitTwoParts("two parts", map, sequences, foldsOf(values)))!;
  expect(model.settings).toContain(`${values.filter((value) => value > 0).length} that work`);
  expect(rootMeanSquare(model.heldOut, values)).toBeLessThan(0.55 * deviation(values));
  const [good, poor] = model.predict([
    [3, 3, 19],
    [15, 15, 19],
  ]);
  expect(good! - poor!).toBeGreaterThan(2);
  // Nearly all work, so that there is nothing to part.
  const even = values.map((value, i) => (i % 20 === 0 ? 0 : 5 + value / 100));
  expect(finish(fitTwoParts("two parts", map, sequences, foldsOf(even)))).toBeNull();
});

test("lift is what chance would bring about for one model in many that know nothing", () => {
  // Ranks 1 to 100: their variance is 100 · 101 / 12, and the ten best have a mean of 95.5.
  const values = Float64Array.from({ length: 100 }, (_, i) => i);
  const error = Math.sqrt(((100 * 101) / 12) * (1 / 10 - 1 / 100));
  expect(liftOf(values, values)).toBeCloseTo((95.5 - 50.5) / error, 12);
  const generator = Generator.fromSeed(17);
  const lifts = Float64Array.from({ length: 400 }, () => {
    const guesses = Array.from(values);
    generator.shuffle(guesses);
    return liftOf(guesses, values);
  });
  expect(deviation(lifts)).toBeGreaterThan(0.9);
  expect(deviation(lifts)).toBeLessThan(1.1);
  expect(liftOf([1, 2, 3], [1, 2, 3])).toBe(0);
});
