/** Double strands: a sequence and its reverse complement are one molecule, so ways to build it meet at the very end. */
import { describe, expect, test } from "vitest";
import { repeatNoise } from "../../environment/memory/repeat-noise.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { withMemory } from "../../environment/memory/with-memory.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import type { Environment } from "../../environment/environment.ts";
import type { SequenceState } from "../../environment/sequence/sequence.ts";
import { functionOracle } from "../../landscape/oracle/function-oracle.ts";
import { createTrainer } from "../setup/create-trainer.ts";
import { hasOneParent, unverifiedWaysIn } from "./one-parent.ts";
import { waysIn } from "./ways-in.ts";

const letters = "ACGT";
const landscape = functionOracle({ mode: "single", score: () => 1 });

function canonical(object: string): string {
  const other = Array.from(object)
    .toReversed()
    .map((letter) => letters[3 - letters.indexOf(letter)]!)
    .join("");
  return object < other ? object : other;
}

/** Finished strands are one state with their reverse complement, but ways in are numbered as if they were not. */
function doubleStrands(length: number, merged: "states" | "objects"): Environment<SequenceState> {
  const {
    alphabet: _alphabet,
    enumeration: _numbers,
    ...plain
  } = sequenceEnvironment({ alphabet: letters, length });
  const objectOf = (state: SequenceState): string => canonical(plain.objectOf(state));
  const key = (state: SequenceState): string => (state.done ? `${objectOf(state)}.` : plain.key(state));
  return { ...plain, name: "double strands", objectOf, ...(merged === "states" ? { key } : {}) };
}

describe("ways that meet at the end", () => {
  test.each([4, 8, 40])(
    "are found at length %d, behind however many states that look like a tree",
    async (length) => {
      const environment = withNoise(doubleStrands(length, "states"), stickyNoise(0.2));
      await expect(createTrainer({ environment, landscape })).rejects.toThrow(
        /double strands: state [ACGT]+\. is entered from [ACGT]+- and from [ACGT]+- under one number/,
      );
    },
  );

  test("are found where two terminal states are one object", async () => {
    const environment = doubleStrands(6, "objects");
    await expect(createTrainer({ environment, landscape })).rejects.toThrow(
      /terminal states [ACGT]+\. and [ACGT]+\. are both the object/,
    );
  });

  test("make no difference where the numbers tell the parents apart", () => {
    const plain = doubleStrands(4, "states");
    // A last letter that finishes the strand the other way round is an outcome of its own.
    const environment: Environment<SequenceState> = {
      ...plain,
      outcomeCount: 8,
      outcomeProbabilities: (state, action, out) => {
        out.fill(0);
        const flips = state.tokens.length === 3 && isFlipped(state, action);
        out[action + (flips ? 4 : 0)] = 1;
      },
      next: (state, outcome) => plain.next(state, outcome % 4),
      backward: { count: 8, indexOf: (_action, outcome) => outcome, isLegal: () => true },
    };
    expect(waysIn(environment)).toMatchObject({ oneParent: false, verified: true });
    expect(hasOneParent(environment)).toBe(false);
  });
});

function isFlipped({ tokens }: SequenceState, action: number): boolean {
  const object = [...tokens, action].map((token) => letters[token]!).join("");
  return canonical(object) !== object;
}

/** Strands of twelve letters whose last two do not count, but only where the first ten have all four letters. */
function forgetfulStrands(forgets: (tokens: SequenceState["tokens"]) => boolean): Environment<SequenceState> {
  const {
    alphabet: _alphabet,
    enumeration: _numbers,
    ...plain
  } = sequenceEnvironment({ alphabet: letters, length: 12 });
  const objectOf = (state: SequenceState): string => {
    const first = state.tokens.slice(0, 10);
    const object = plain.objectOf(state);
    return new Set(first).size === 4 && forgets(state.tokens) ? object.slice(0, 10) : object;
  };
  const key = (state: SequenceState): string => (state.done ? `${objectOf(state)}.` : plain.key(state));
  return { ...plain, name: "forgetful strands", objectOf, key };
}

describe("ways that meet where nobody looked before", { timeout: 60_000 }, () => {
  const trained = async (environment: Environment<SequenceState>, iterations: number): Promise<void> => {
    const model = { hidden: 8, layers: 1 };
    const trainer = await createTrainer({ environment, landscape, model, batch: { onPolicy: 32 } });
    for (let i = 0; i < iterations; i++) await trainer.iterate();
  };

  test("are met in training, with both parents named", async () => {
    const noisy = withNoise(
      forgetfulStrands(() => true),
      stickyNoise(0.2),
    );
    expect(waysIn(noisy)).toMatchObject({ oneParent: true, verified: false });
    await expect(trained(noisy, 150)).rejects.toThrow(
      expect.objectContaining({
        code: "training/ways-shared",
        message: expect.stringMatching(
          /state [ACGT]{10}\. is entered from [ACGT]{11}- and from [ACGT]{11}- under one/,
        ),
      }),
    );
  });

  test("are met too where intentions tell them apart, which a computed backward policy does not ask", async () => {
    const doubled = forgetfulStrands((tokens) => tokens[10] === tokens[11]);
    expect(waysIn(doubled)).toMatchObject({ oneParent: true, verified: false });
    await expect(trained(doubled, 300)).rejects.toThrow(
      expect.objectContaining({
        code: "training/several-parents",
        message: expect.stringMatching(
          /state [ACGT]{10}\. was entered from [ACGT]{11}- and from [ACGT]{11}-, but/,
        ),
      }),
    );
  });
});

test("an environment too large to walk is believed, and that is said", () => {
  const { alphabet: _alphabet, ...plain } = sequenceEnvironment({ alphabet: letters, length: 30 });
  const environment = { ...plain, name: "long strands" };
  expect(waysIn(environment)).toMatchObject({ oneParent: true, verified: false });
  expect(unverifiedWaysIn(environment)).toMatch(/long strands: has more states than could be looked at/);
  const known = sequenceEnvironment({ alphabet: letters, length: 30 });
  expect(unverifiedWaysIn(known)).toBeUndefined();
  // What is remembered besides changes nothing about what is built.
  expect(unverifiedWaysIn(withMemory(known, repeatNoise(0.2)))).toBeUndefined();
});
