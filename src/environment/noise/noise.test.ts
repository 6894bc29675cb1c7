import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stickyKernel } from "../../evaluation/law/kernel.ts";
import { checkEnvironment } from "../check-environment.ts";
import type { Environment } from "../environment.ts";
import {
  arbitraryMatrix,
  arbitraryNoisySequences,
  arbitrarySequences,
  gridEnvironment,
  type GridState,
  letters,
} from "../environments.fixture.ts";
import { withNoise } from "./noise.ts";
import { placedNoise } from "./placed-noise.ts";
import { sequenceEnvironment } from "../sequence/sequence.ts";
import { stickyNoise } from "./sticky-noise.ts";
import { substitutionNoise } from "./substitution-noise.ts";
import { tokenKernel } from "./token-kernel.ts";

function probabilities<State>(environment: Environment<State>, state: State, action: number): number[] {
  const out = new Float64Array(environment.outcomeCount).fill(7);
  environment.outcomeProbabilities(state, action, out);
  return Array.from(out);
}

const dna = sequenceEnvironment({ alphabet: "ACGT", length: 3 });

describe("stickyNoise", () => {
  test("P(c|s,a) = (1−α)[c=a] + α/V (docs/methods.md section 1)", () => {
    const noisy = withNoise(dna, stickyNoise(0.25));
    expect(probabilities(noisy, noisy.initial, 2)).toEqual([0.0625, 0.0625, 0.8125, 0.0625]);
    const coin = withNoise(sequenceEnvironment({ alphabet: "01", length: 1 }), stickyNoise(0.5));
    expect(probabilities(coin, coin.initial, 1)).toEqual([0.25, 0.75]);
  });

  test("leaves stopping alone and never stops by itself", () => {
    const environment = sequenceEnvironment({ alphabet: "ACGT", minLength: 0, maxLength: 2 });
    const noisy = withNoise(environment, stickyNoise(0.5));
    expect(probabilities(noisy, noisy.initial, 0)).toEqual([0.625, 0.125, 0.125, 0.125, 0]);
    expect(probabilities(noisy, noisy.initial, 4)).toEqual([0, 0, 0, 0, 1]);
  });

  test("slips only to tokens that the mask allows", () => {
    const environment = sequenceEnvironment({ alphabet: "ACGT", length: 2, isLegal: (_, a) => a !== 1 });
    const noisy = withNoise(environment, stickyNoise(0.3));
    const row = probabilities(noisy, noisy.initial, 0);
    [0.8, 0, 0.1, 0.1].forEach((expected, c) => expect(row[c]).toBeCloseTo(expected, 15));
  });

  test("on a grid follows docs/methods.md section 8: moves slip to moves, not at the far borders", () => {
    const noisy = withNoise(gridEnvironment(3), stickyNoise(0.5));
    expect(probabilities(noisy, noisy.initial, 0)).toEqual([0.75, 0.25, 0]);
    expect(probabilities(noisy, noisy.initial, 2)).toEqual([0, 0, 1]);
    expect(probabilities(noisy, { x: 2, y: 0, done: false }, 1)).toEqual([0, 1, 0]);
    expect(checkEnvironment(noisy)).toMatchObject({ ok: true, exhaustive: true });
  });

  test("where an environment does not say what slips, everything that can happen does", () => {
    const entries = Object.entries(gridEnvironment(3)).filter(([name]) => name !== "slips");
    const silent = Object.fromEntries(entries) as unknown as Environment<GridState>;
    const noisy = withNoise(silent, stickyNoise(0.3));
    const row = probabilities(noisy, { x: 2, y: 0, done: false }, 1);
    [0, 0.85, 0.15].forEach((expected, c) => expect(row[c]).toBeCloseTo(expected, 15));
  });

  test("refuses what is no probability", () => {
    for (const alpha of [-0.1, 1.1, Number.NaN]) expect(() => stickyNoise(alpha)).toThrow("got alpha");
  });
});

describe("substitutionNoise", () => {
  test("gives the rows of its matrix", () => {
    const matrix = [
      [0.9, 0.1],
      [0.3, 0.7],
    ];
    const environment = sequenceEnvironment({ alphabet: "01", minLength: 1, maxLength: 3 });
    const noisy = withNoise(environment, substitutionNoise(matrix));
    expect(probabilities(noisy, noisy.initial, 1)).toEqual([0.3, 0.7, 0]);
    expect(probabilities(noisy, { tokens: [0], done: false }, 2)).toEqual([0, 0, 1]);
    expect(noisy.noise).toEqual({ kind: "substitution", dependsOnState: false, matrix });
  });

  test("draws again where the mask forbids", () => {
    const matrix = [
      [0.5, 0.25, 0.25],
      [0, 1, 0],
      [0, 0.5, 0.5],
    ];
    const environment = sequenceEnvironment({ alphabet: "ABC", length: 2, isLegal: (_, a) => a !== 1 });
    const noisy = withNoise(environment, substitutionNoise(matrix));
    const row = probabilities(noisy, noisy.initial, 0);
    [2 / 3, 0, 1 / 3].forEach((expected, c) => expect(row[c]).toBeCloseTo(expected, 15));
    const never = matrix.map(() => [0, 1, 0]);
    const stuck = withNoise(environment, substitutionNoise(never));
    expect(() => probabilities(stuck, stuck.initial, 0)).toThrow("forbidden by the mask");
  });

  test("refuses what is no matrix of probabilities, or does not fit", () => {
    expect(() => substitutionNoise([[0.5, 0.4], [1]])).toThrow("row 0 sums to 0.9");
    expect(() => substitutionNoise([[1, 0], [1]])).toThrow("row 1 has 1 entries, expected 2");
    expect(() =>
      substitutionNoise([
        [2, -1],
        [0, 1],
      ]),
    ).toThrow("row 0 holds -1");
    expect(() => withNoise(dna, substitutionNoise([[1]]))).toThrow("expected 4, one per letter");
    expect(() => withNoise(gridEnvironment(2), substitutionNoise([[1]]))).not.toThrow();
  });
});

describe("withNoise", () => {
  test("every row sums to one, and the whole passes its check", () => {
    fc.assert(
      fc.property(arbitraryNoisySequences, (environment) => {
        expect(checkEnvironment(environment).problems).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("takes a function, whose array comes zeroed", () => {
    const noisy = withNoise(dna, (state, action, out) => {
      out[state.tokens.length === 0 ? action : 0] = 1;
    });
    expect(probabilities(noisy, noisy.initial, 3)).toEqual([0, 0, 0, 1]);
    expect(probabilities(noisy, { tokens: [3], done: false }, 3)).toEqual([1, 0, 0, 0]);
    expect(noisy.noise).toEqual({ kind: "custom", dependsOnState: true });
  });

  test("keeps everything else, also of environments written as classes", () => {
    const grid = gridEnvironment(3);
    const instance = Object.create(grid) as typeof grid;
    const noisy = withNoise(instance, stickyNoise(0.5));
    expect(checkEnvironment(noisy)).toEqual(checkEnvironment(withNoise(grid, stickyNoise(0.5))));
    const sequences = withNoise(dna, stickyNoise(0.1));
    expect(sequences.alphabet).toBe(dna.alphabet);
    expect(sequences.noise).toEqual({ kind: "sticky", dependsOnState: false, alpha: 0.1 });
    expect(() => withNoise(sequences, stickyNoise(0.1))).toThrow("already has sticky noise");
  });

  test("keeps the backward mask true to the noise", () => {
    const legal = (environment: typeof dna): boolean[] =>
      [0, 1, 2, 3].map((a) => environment.backward.isLegal({ tokens: [0, 2], done: false }, a));
    const onlyG = [false, false, true, false];
    expect(legal(dna)).toEqual(onlyG);
    expect(legal(withNoise(dna, stickyNoise(0)))).toEqual(onlyG);
    expect(legal(withNoise(dna, stickyNoise(0.1)))).toEqual([true, true, true, true]);
    const transitions = substitutionNoise([
      [0.9, 0, 0.1, 0],
      [0, 0.9, 0, 0.1],
      [0.1, 0, 0.9, 0],
      [0, 0.1, 0, 0.9],
    ]);
    expect(legal(withNoise(dna, transitions))).toEqual([true, false, true, false]);
  });
});

describe("tokenKernel", () => {
  test("is the identity without noise and evaluation's sticky kernel with it", () => {
    expect(Array.from(tokenKernel(sequenceEnvironment({ alphabet: "01", length: 2 }))!)).toEqual([
      1, 0, 0, 1,
    ]);
    for (const alpha of [0, 0.1, 0.25, 0.9, 1]) {
      const kernel = tokenKernel(withNoise(dna, stickyNoise(alpha)))!;
      const { matrix } = stickyKernel(4, alpha);
      kernel.forEach((value, at) => expect(value).toBeCloseTo(matrix[at]!, 15));
    }
  });

  test("is the matrix of substitutions", () => {
    const cases = fc.integer({ min: 1, max: 5 }).chain(arbitraryMatrix);
    fc.assert(
      fc.property(cases, (matrix) => {
        const alphabet = letters.slice(0, matrix.length);
        const environment = sequenceEnvironment({ alphabet, minLength: 1, maxLength: 4 });
        const kernel = tokenKernel(withNoise(environment, substitutionNoise(matrix)))!;
        matrix.flat().forEach((value, at) => expect(kernel[at]).toBeCloseTo(value, 14));
      }),
    );
  });

  test("holds at every state that it is given for", () => {
    fc.assert(
      fc.property(arbitrarySequences, fc.double({ min: 0, max: 1, noNaN: true }), (environment, alpha) => {
        const noisy = withNoise(environment, stickyNoise(alpha));
        const kernel = tokenKernel(noisy);
        expect(kernel === null).toBe(environment.masked);
        if (kernel === null || environment.maxLength === 1) return;
        const { size } = environment.alphabet;
        const row = probabilities(noisy, { tokens: [size - 1], done: false }, 0);
        expect(row.slice(0, size)).toEqual(Array.from(kernel.subarray(0, size)));
      }),
    );
  });

  test("noise by place is that of each place, on sequences only", () => {
    const places = placedNoise([
      [
        [1, 0],
        [0, 1],
      ],
      [
        [0.75, 0.25],
        [0.5, 0.5],
      ],
    ]);
    const noisy = withNoise(sequenceEnvironment({ alphabet: "AB", minLength: 1, maxLength: 4 }), places);
    expect(probabilities(noisy, { tokens: [], done: false }, 1)).toEqual([0, 1, 0]);
    expect(probabilities(noisy, { tokens: [0], done: false }, 0)).toEqual([0.75, 0.25, 0]);
    expect(probabilities(noisy, { tokens: [0, 1, 1], done: false }, 1)).toEqual([0.5, 0.5, 0]);
    // Stopping is never touched.
    expect(probabilities(noisy, { tokens: [0], done: false }, 2)).toEqual([0, 0, 1]);
    expect(tokenKernel(noisy)).toBeNull();
    expect(() => withNoise({ ...sequenceEnvironment({ alphabet: "AB", length: 2 }) }, places)).toThrow(
      "expected sequences",
    );
    expect(() => placedNoise([])).toThrow("got no matrix");
  });

  test("is null for everything else", () => {
    expect(tokenKernel(gridEnvironment(3))).toBeNull();
    expect(tokenKernel(withNoise(dna, (_state, action, out) => void (out[action] = 1)))).toBeNull();
    expect(tokenKernel({ ...dna })).toBeNull();
  });
});
