import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAlphabet } from "./alphabet.ts";
import { createBatch } from "../batch/batch.ts";
import { checkEnvironment } from "../check-environment.ts";
import { arbitrarySequences, letters } from "../environments.fixture.ts";
import { withNoise } from "../noise/noise.ts";
import { MAX_STATES } from "./sequence-numbering.ts";
import { sequenceEnvironment, type SequenceEnvironment, type SequenceState } from "./sequence.ts";
import { stickyNoise } from "../noise/sticky-noise.ts";

/** Every state of the full tree, masks aside, shortest first and in lexicographic order. */
function allStates(environment: SequenceEnvironment): SequenceState[] {
  const { alphabet, minLength, maxLength } = environment;
  const byLength: number[][][] = [[[]]];
  for (let length = 1; length <= maxLength; length++) {
    byLength.push(
      byLength.at(-1)!.flatMap((tokens) => Array.from(alphabet.symbols, (_, token) => [...tokens, token])),
    );
  }
  const open = byLength.slice(0, maxLength).flat();
  const done = byLength.slice(minLength).flat();
  return [
    ...open.map((tokens) => ({ tokens, done: false })),
    ...done.map((tokens) => ({ tokens, done: true })),
  ];
}

function features(environment: SequenceEnvironment, state: SequenceState): number[] {
  const out = new Float32Array(environment.featureCount);
  environment.encode(state, out, 0);
  return Array.from(out);
}

function run(environment: SequenceEnvironment, outcomes: readonly number[]): SequenceState {
  return outcomes.reduce((state, outcome) => environment.next(state, outcome), environment.initial);
}

describe("sequenceEnvironment", () => {
  test("builds sequences of one length", () => {
    const environment = sequenceEnvironment({ alphabet: "ACGT", length: 3 });
    expect(environment).toMatchObject({ actionCount: 4, outcomeCount: 4, maxSteps: 3, featureCount: 16 });
    expect(environment.stopAction).toBeUndefined();
    const state = run(environment, [2, 0]);
    expect(environment.key(state)).toBe("GA-");
    expect(features(environment, state)).toEqual([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    const end = environment.next(state, 3);
    expect(environment.isTerminal(end)).toBe(true);
    expect(environment.objectOf(end)).toBe("GAT");
    expect(environment.key(end)).toBe("GAT.");
    expect([0, 1, 2, 3].map((a) => environment.backward.isLegal(end, a))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test("stops from the shortest length on, and at the longest without stopping", () => {
    const environment = sequenceEnvironment({ alphabet: createAlphabet("01"), minLength: 1, maxLength: 2 });
    const stop = environment.stopAction!;
    expect(stop).toBe(2);
    expect(environment).toMatchObject({ actionCount: 3, maxSteps: 2, featureCount: 4 + 3 + 1 });
    expect(environment.isLegal(environment.initial, stop)).toBe(false);
    const one = run(environment, [1]);
    expect(environment.isLegal(one, stop)).toBe(true);
    const short = environment.next(one, stop);
    expect([environment.objectOf(short), environment.key(short)]).toEqual(["1", "1."]);
    expect(features(environment, short)).toEqual([0, 1, 0, 0, 0, 1, 0, 1]);
    expect([0, 1, 2].map((index) => environment.backward.isLegal(short, index))).toEqual([
      false,
      false,
      true,
    ]);
    expect(environment.next(one, 0)).toEqual({ tokens: [1, 0], done: true });
  });

  test("masks tokens and the stop action", () => {
    const environment = sequenceEnvironment({
      alphabet: "AB",
      minLength: 0,
      maxLength: 3,
      // No two equal letters in a row, and never the empty sequence.
      isLegal: (prefix, action) => (action === 2 ? prefix.length > 0 : prefix.at(-1) !== action),
    });
    const legal = (state: SequenceState): boolean[] => [0, 1, 2].map((a) => environment.isLegal(state, a));
    expect(legal(environment.initial)).toEqual([true, true, false]);
    expect(legal(run(environment, [1]))).toEqual([true, false, true]);
    const report = checkEnvironment(environment);
    expect(report).toMatchObject({ ok: true, exhaustive: true, terminalStates: 6 });
  });

  test("every random one passes its check, and every object has one terminal state", () => {
    fc.assert(
      fc.property(arbitrarySequences, (environment) => {
        const report = checkEnvironment(environment);
        expect(report.problems).toEqual([]);
        if (environment.masked) return;
        expect(report.states).toBe(environment.enumeration!.stateCount);
      }),
      { numRuns: 40 },
    );
  });

  test("numbers all states: open ones first, by length and alphabet", () => {
    fc.assert(
      fc.property(arbitrarySequences, (environment) => {
        const { enumeration } = environment;
        const states = allStates(environment);
        expect(enumeration!.stateCount).toBe(states.length);
        expect(states.map((state) => enumeration!.indexOf(state))).toEqual(Array.from(states.keys()));
      }),
      { numRuns: 40 },
    );
  });

  test("numbers states up to 2^22 of them", () => {
    // (4^11 − 1)/3 = 1,398,101 open and finished prefixes up to length 10; length 11 has 5,592,405.
    expect(sequenceEnvironment({ alphabet: "ACGT", length: 10 }).enumeration!.stateCount).toBe(1_398_101);
    expect(sequenceEnvironment({ alphabet: "ACGT", length: 11 }).enumeration).toBeUndefined();
    expect(sequenceEnvironment({ alphabet: "A", length: MAX_STATES + 1 }).enumeration).toBeUndefined();
    expect(sequenceEnvironment({ alphabet: letters, length: 4000 }).enumeration).toBeUndefined();
  });

  test("another order of the alphabet changes nothing but names", () => {
    const path = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(fc.shuffledSubarray(Array.from("ACGT"), { minLength: 4 }), path, (order, outcomes) => {
        const [plain, renamed] = ["ACGT", order.join("")].map((alphabet) =>
          withNoise(sequenceEnvironment({ alphabet, minLength: 2, maxLength: 6 }), stickyNoise(0.25)),
        ) as [SequenceEnvironment, SequenceEnvironment];
        const batches = [plain, renamed].map((environment) => createBatch(environment, 1));
        for (const outcome of outcomes) {
          const seen = batches.map((batch) => {
            const features = new Float32Array(plain.featureCount);
            batch.writeFeatures(features, 0);
            const index = new Int32Array(1);
            batch.writeIndices(index, 0);
            const out = new Float64Array(plain.outcomeCount);
            batch.probabilities(0, outcome, out);
            return { features, index, out, done: batch.isDone(0) };
          });
          expect(seen[1]).toEqual(seen[0]);
          if (!batches[0]!.isDone(0)) for (const batch of batches) batch.advance(0, outcome);
        }
        if (!batches[0]!.isDone(0)) for (const batch of batches) batch.advance(0, 4);
        const names = Array.from(batches[0]!.objectOf(0), (letter) => order["ACGT".indexOf(letter)]);
        expect(batches[1]!.objectOf(0)).toBe(names.join(""));
      }),
    );
  });

  test("says what is wrong", () => {
    expect(() => sequenceEnvironment({ alphabet: "AA", length: 3 })).toThrow("occurs twice");
    expect(() => sequenceEnvironment({ alphabet: "AC", length: 0 })).toThrow("got length 0");
    expect(() => sequenceEnvironment({ alphabet: "AC", minLength: 3, maxLength: 2 })).toThrow(
      "got minLength 3, expected a whole number from 0 to maxLength 2",
    );
    const environment = sequenceEnvironment({ alphabet: "AC", length: 1 });
    expect(() => environment.next(environment.initial, 2)).toThrow("got outcome 2");
    expect(() => environment.next(run(environment, [1]), 0)).toThrow('the finished sequence "C"');
  });
});
