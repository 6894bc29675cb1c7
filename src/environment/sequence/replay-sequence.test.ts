import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryNoisySequences } from "../environments.fixture.ts";
import { intentionPosterior } from "../noise/intention-posterior.ts";
import { withNoise } from "../noise/noise.ts";
import { replaySequence } from "./replay-sequence.ts";
import { sequenceEnvironment, type SequenceState } from "./sequence.ts";
import { stickyNoise } from "../noise/sticky-noise.ts";
import { substitutionNoise } from "../noise/substitution-noise.ts";

describe("intentionPosterior", () => {
  test("under sticky noise is the kernel's own row, since its columns sum to one", () => {
    const noisy = withNoise(sequenceEnvironment({ alphabet: "ACGT", length: 2 }), stickyNoise(0.25));
    expect(Array.from(intentionPosterior(noisy, noisy.initial, 3))).toEqual([0.0625, 0.0625, 0.0625, 0.8125]);
  });

  test("divides a column of the matrix by its sum", () => {
    const matrix = [
      [0.9, 0.1],
      [0.3, 0.7],
    ];
    const noisy = withNoise(sequenceEnvironment({ alphabet: "01", length: 2 }), substitutionNoise(matrix));
    const [zero, one] = intentionPosterior(noisy, noisy.initial, 0);
    expect(zero).toBeCloseTo(0.75, 15);
    expect(one).toBeCloseTo(0.25, 15);
  });

  test("knows only legal intentions", () => {
    const masked = sequenceEnvironment({ alphabet: "ABC", length: 2, isLegal: (_, a) => a !== 1 });
    const noisy = withNoise(masked, stickyNoise(0.5));
    expect(Array.from(intentionPosterior(noisy, noisy.initial, 0))).toEqual([0.75, 0, 0.25]);
    expect(() => intentionPosterior(noisy, noisy.initial, 1)).toThrow("outcome 1 cannot happen at state -");
  });
});

describe("replaySequence", () => {
  test("ends with the stop action where the sequence is not the longest", () => {
    const environment = sequenceEnvironment({ alphabet: "ACGT", minLength: 1, maxLength: 3 });
    expect(replaySequence(environment, "TG")).toEqual({
      outcomes: Int32Array.of(3, 2, 4),
      posteriors: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1),
    });
    expect(replaySequence(environment, "TGA").outcomes).toEqual(Int32Array.of(3, 2, 0));
  });

  test("gives back every sequence that can be built, with posteriors that sum to one", () => {
    fc.assert(
      fc.property(
        arbitraryNoisySequences,
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (environment, luck) => {
          const pick = <Item>(items: readonly Item[]): Item =>
            items[Math.floor(luck.next().value! * items.length)]!;
          let state: SequenceState = environment.initial;
          const outcomes: number[] = [];
          const out = new Float64Array(environment.outcomeCount);
          while (!state.done) {
            const actions = Array.from(out.keys()).filter((a) => environment.isLegal(state, a));
            environment.outcomeProbabilities(state, pick(actions), out);
            outcomes.push(pick(Array.from(out.keys()).filter((c) => out[c]! > 0)));
            state = environment.next(state, outcomes.at(-1)!);
          }
          const replay = replaySequence(environment, environment.objectOf(state));
          expect(Array.from(replay.outcomes)).toEqual(outcomes);
          outcomes.forEach((_, step) => {
            const row = replay.posteriors.subarray(step * out.length, (step + 1) * out.length);
            expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
          });
        },
      ),
    );
  });

  test("says why a sequence cannot be built", () => {
    const environment = sequenceEnvironment({
      alphabet: "ACGT",
      minLength: 1,
      maxLength: 3,
      isLegal: (prefix, action) => action !== prefix.at(-1) && !(action === 4 && prefix.at(-1) === 0),
    });
    expect(() => replaySequence(environment, "ACGT")).toThrow("got 4 letters, expected 1 to 3");
    expect(() => replaySequence(environment, "acg")).toThrow("lower case");
    expect(() => replaySequence(environment, "CGG")).toThrow('"G" at position 3 cannot happen');
    expect(() => replaySequence(environment, "CA")).toThrow("stopping at its end cannot happen");
    const fixed = sequenceEnvironment({ alphabet: "AC", length: 2 });
    expect(() => replaySequence(fixed, "A")).toThrow("got 1 letters, expected 2.");
    const broken = withNoise(fixed, () => {
      throw new RangeError("user's own");
    });
    expect(() => replaySequence(broken, "AC")).toThrow("user's own");
  });
});
