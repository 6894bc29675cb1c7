import { describe, expect, test } from "vitest";
import { gridEnvironment } from "./grid.ts";
import { withNoise } from "./noise/noise.ts";
import { sequenceEnvironment } from "./sequence/sequence.ts";
import { stickyNoise } from "./noise/sticky-noise.ts";
import { hasAtMost, openStates, walkStates } from "./walk-states.ts";

const words = sequenceEnvironment({ alphabet: "AB", minLength: 1, maxLength: 3 });

describe("walkStates", () => {
  test("meets every state once, parents before children, and tells where each outcome leads", () => {
    const keys: string[] = [];
    const children: number[][] = [];
    for (const visited of walkStates(words)) {
      expect(visited.number).toBe(keys.length);
      keys.push(words.key(visited.state));
      children.push([...visited.children]);
    }
    // Prefixes of 0, 1 and 2 letters, and finished words of 1, 2 and 3.
    expect(keys).toHaveLength(7 + 14);
    expect(new Set(keys).size).toBe(keys.length);
    for (const [number, ways] of children.entries()) {
      for (const child of ways) if (child !== -1) expect(child).toBeGreaterThan(number);
    }
    // The empty word cannot stop; A, AA and BA come from where they should.
    expect(children[0]).toEqual([1, -1, -1, -1, 2, -1, -1, -1, -1]);
    const place = (word: string): number => keys.indexOf(words.key(stateOf(word)));
    expect(children[place("B")]!.filter((child) => child !== -1)).toEqual([
      place("BA"),
      place("BB"),
      expect.any(Number),
    ]);
  });

  test("probabilities are the environment's own, noise included, and rows of illegal intentions are zero", () => {
    const noisy = withNoise(gridEnvironment({ side: 3 }), stickyNoise(0.5));
    const truth = new Float64Array(noisy.outcomeCount);
    for (const { state, isTerminal, probabilities } of walkStates(noisy)) {
      for (let action = 0; action < noisy.actionCount; action++) {
        const row = probabilities.subarray(action * noisy.outcomeCount, (action + 1) * noisy.outcomeCount);
        truth.fill(0);
        if (!isTerminal && noisy.isLegal(state, action)) noisy.outcomeProbabilities(state, action, truth);
        expect([...row]).toEqual([...truth]);
      }
    }
  });

  test("states that are not numbered are told apart by their keys", () => {
    const { enumeration: _, ...rest } = words;
    const plain = { ...rest, key: (state: never) => words.key(state) };
    expect([...walkStates(plain as never)]).toHaveLength(21);
  });

  test("can be left early, and asked for part", () => {
    // Far too many to walk.
    const huge = sequenceEnvironment({ alphabet: "ACGT", length: 60 });
    expect(hasAtMost(huge, 1000)).toBe(false);
    expect(openStates(huge, 1000)).toBeNull();
    expect(hasAtMost(words, 21)).toBe(true);
    expect(hasAtMost(words, 20)).toBe(false);
    expect(openStates(words)).toHaveLength(7);
  });
});

function stateOf(word: string): ReturnType<typeof words.next> {
  let state = words.initial;
  for (const letter of word) state = words.next(state, "AB".indexOf(letter));
  return state;
}
