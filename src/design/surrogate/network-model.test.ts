/** The networks against slow obvious versions, and what they learn of functions that are known. */
import { describe, expect, test } from "vitest";
import { takeSteps } from "../../assessment/take-steps.ts";
import { Generator } from "../../random/generator.ts";
import { key } from "../../random/key.ts";
import { dealFolds } from "./folds.ts";
import { rootMeanSquare } from "./model.ts";
import { featureCount, hiddenCount, type NetworkWeights, SmallNetwork } from "./network-forward.ts";
import { fitNetworks, networkPlan } from "./network-model.ts";
import { NetworkTraining } from "./network-training.ts";
import { type WindowChoice, Windows } from "./network-windows.ts";
import { otherStrand } from "./sparse-features.ts";

const drawn = (count: number, letters: number, lengths: readonly number[], seed: number): Uint8Array[] => {
  const generator = Generator.fromSeed(seed);
  return Array.from({ length: count }, () =>
    Uint8Array.from({ length: lengths[generator.integer(lengths.length)]! }, () =>
      generator.integer(letters),
    ),
  );
};

const random = (size: number, generator: Generator): Float32Array =>
  Float32Array.from({ length: size }, () => 0.5 * generator.normal());

const silu = (x: number): number => x / (1 + Math.exp(-x));

/** The formulas of `network-forward.ts`, letter by letter: no windows are numbered and nothing is kept. */
function valueSlowly(weights: NetworkWeights, choice: WindowChoice, tokens: ArrayLike<number>): number {
  const { letters, length } = choice;
  const width = Math.min(length, letters <= 4 ? 6 : letters <= 8 ? 4 : 3);
  const margin = Math.floor(width / 3);
  const places = length + 2 * margin - width + 1;
  const strands = choice.bothStrands ? [tokens, otherStrand(tokens, letters)] : [tokens];
  const pooled = Array.from({ length: featureCount }, () => 0);
  for (const strand of strands) {
    for (let place = 0; place < places; place++) {
      for (let f = 0; f < featureCount; f++) {
        let sum = weights.letterBias[f]!;
        for (let k = 0; k < width; k++) {
          const token = strand[place + k - margin];
          if (token !== undefined) sum += weights.letter[(k * letters + token) * featureCount + f]!;
        }
        pooled[f]! += (1 + weights.place[place * featureCount + f]!) * silu(sum);
      }
    }
  }
  const scale = 1 / Math.sqrt(14 * strands.length * places);
  let value = weights.outBias[0]!;
  for (let h = 0; h < hiddenCount; h++) {
    let sum = weights.hiddenBias[h]!;
    for (let f = 0; f < featureCount; f++) sum += scale * pooled[f]! * weights.hidden[f * hiddenCount + h]!;
    value += weights.out[h]! * silu(sum);
  }
  return value;
}

const choices: readonly { readonly choice: WindowChoice; readonly lengths: readonly number[] }[] = [
  { choice: { letters: 4, length: 8, bothStrands: true }, lengths: [8] },
  { choice: { letters: 4, length: 9, bothStrands: false }, lengths: [5, 7, 9] },
  { choice: { letters: 20, length: 7, bothStrands: false }, lengths: [2, 6, 7] },
  { choice: { letters: 6, length: 3, bothStrands: false }, lengths: [1, 3] },
];

describe("windows", () => {
  test("known windows of a short word", () => {
    const windows = new Windows({ letters: 20, length: 3, bothStrands: false });
    expect([windows.width, windows.places, windows.kinds]).toEqual([3, 3, 21 ** 3]);
    // No letter is 20: none-2-5, 2-5-none and 5-none-none of a word of two letters.
    const number = (a: number, b: number, c: number): number => (a * 21 + b) * 21 + c;
    expect([...windows.readAll([[2, 5]])]).toEqual([number(20, 2, 5), number(2, 5, 20), number(5, 20, 20)]);
    const spelt = new Float32Array(60);
    windows.spell(number(2, 5, 20), spelt, 0);
    expect([...spelt.entries()].filter(([, value]) => value !== 0)).toEqual([
      [2, 1],
      [25, 1],
    ]);
  });
});

test("a network with tables agrees with its formulas letter by letter", () => {
  const generator = Generator.fromSeed(1);
  for (const { choice, lengths } of choices) {
    const windows = new Windows(choice);
    const weights: NetworkWeights = {
      letter: random(windows.width * choice.letters * featureCount, generator),
      letterBias: random(featureCount, generator),
      place: random(windows.places * featureCount, generator),
      hidden: random(featureCount * hiddenCount, generator),
      hiddenBias: random(hiddenCount, generator),
      out: random(hiddenCount, generator),
      outBias: random(1, generator),
    };
    const network = new SmallNetwork(windows, weights);
    const sequences = drawn(40, choice.letters, lengths, 2);
    const read = windows.readAll(sequences);
    for (const [row, tokens] of sequences.entries())
      expect(network.value(read, row * windows.count)).toBeCloseTo(valueSlowly(weights, choice, tokens), 4);
  }
});

test("the program that trains computes what the networks it leaves behind compute", async () => {
  for (const { choice, lengths } of choices.slice(0, 3)) {
    const sequences = drawn(24, choice.letters, lengths, 3);
    const values = sequences.map((tokens) => 5 * tokens[0]! + tokens.length);
    const folds = dealFolds(
      values,
      values.map(() => 1),
      3,
      Generator.fromSeed(4),
    );
    const windows = new Windows(choice);
    const read = windows.readAll(sequences);
    const plan = { members: 2, batch: 8, steps: 20 };
    const training = await NetworkTraining.compile(windows, plan, folds, read, key(5));
    for (let step = 0; step < 12; step++) await training.step();
    const rows = [3, 1, 4, 15, 9, 2, 6, 5];
    const computed = await training.evaluate(rows);
    const networks = training.networks();
    expect(networks.length).toBe(8);
    for (const [n, network] of networks.entries()) {
      for (const [b, row] of rows.entries())
        expect(network.value(read, row * windows.count) / training.unit).toBeCloseTo(computed[n * 8 + b]!, 3);
    }
    await training.dispose();
  }
});

describe("fitted", () => {
  const choice: WindowChoice = { letters: 4, length: 6, bothStrands: false };
  const sequences = drawn(400, 4, [6], 7);
  /** Which letter comes first, and more where a pair stands anywhere. */
  const truth = (tokens: ArrayLike<number>): number => {
    const word = Array.from(tokens).join("");
    return tokens[0]! + (word.includes("13") ? 3 : 0) + (word.endsWith("0") ? 1 : 0);
  };
  const values = sequences.map(truth);
  const folds = dealFolds(
    values,
    values.map(() => 1),
    3,
    Generator.fromSeed(8),
  );
  const plan = { members: 2, batch: 32, steps: 800 };
  const fit = (seed: number) => takeSteps(fitNetworks("n", sequences, folds, choice, plan, key(seed)), "");

  test("a known function is learned: held-out rows and new ones are missed by less than a fifth of the spread", async () => {
    const model = await fit(1);
    const spread = rootMeanSquare(
      values,
      values.map(() => folds.centres.at(-1)!),
    );
    expect(rootMeanSquare(model.heldOut, values) / spread).toBeLessThan(0.2);
    const others = drawn(200, 4, [6], 9);
    const all = model.predictAll(others);
    expect(rootMeanSquare(model.predict(others), others.map(truth)) / spread).toBeLessThan(0.2);
    // The last column is what is predicted alone; a column has its fold's held-out predictions.
    expect([...model.predict(others)]).toEqual(others.map((_, i) => all[i * 4 + 3]!));
    const seen = model.predictAll(sequences);
    for (const [i, fold] of folds.fold.entries()) expect(model.heldOut[i]).toBe(seen[i * 4 + fold]);
  });

  test("the same seed gives the same bits, another one another model", async () => {
    const [one, same, other] = [await fit(1), await fit(1), await fit(2)];
    expect(same.heldOut).toEqual(one.heldOut);
    expect(other.heldOut).not.toEqual(one.heldOut);
  });

  test("rows of a fold do not reach the networks that leave it out", async () => {
    const windows = new Windows(choice);
    const read = windows.readAll(sequences);
    const firstFold = Array.from(folds.fold.keys()).filter((row) => folds.fold[row] === 0);
    // Values of the first fold change places among its rows, so that means and units stay the same.
    const moved = folds.values.slice();
    for (const [at, row] of firstFold.entries()) moved[row] = values[firstFold.at(at - 1)!]!;
    const trained = async (of: typeof folds): Promise<readonly SmallNetwork[]> => {
      const training = await NetworkTraining.compile(windows, plan, of, read, key(3));
      for (let step = 0; step < 30; step++) await training.step();
      const networks = training.networks();
      await training.dispose();
      return networks;
    };
    const [before, after] = [await trained(folds), await trained({ ...folds, values: moved })];
    for (const [n, network] of before.entries()) {
      const change = Math.abs(network.value(read, 0) - after[n]!.value(read, 0));
      // The networks of the first column come first.
      if (n < plan.members) expect(change).toBeLessThan(1e-3);
      else expect(change).toBeGreaterThan(1e-2);
    }
  });

  test("stopping gives the program back", async () => {
    const stop = new AbortController();
    stop.abort();
    const steps = fitNetworks("n", sequences, folds, choice, plan, key(1));
    await steps.next();
    await expect(takeSteps(steps, "Fitting", { signal: stop.signal })).rejects.toThrow(
      "Stopped while fitting",
    );
    expect(await steps.next()).toEqual({ done: true, value: undefined });
  });
});

describe("how long they are trained", () => {
  test("fewer members and rows where sequences are long, and none where that is not enough", () => {
    const dna = (length: number) => networkPlan({ letters: 4, length, bothStrands: true }, 3000, 7);
    expect(dna(8)).toEqual({ members: 3, batch: 64, steps: 1800 });
    expect(dna(10)!.members).toBe(3);
    expect(dna(100)!.members).toBe(2);
    expect(dna(400)).toBeNull();
    expect(networkPlan({ letters: 20, length: 30, bothStrands: false }, 3000, 7)).not.toBeNull();
    expect(networkPlan({ letters: 4, length: 8, bothStrands: false }, 30, 7)!.batch).toBe(30);
  });
});
