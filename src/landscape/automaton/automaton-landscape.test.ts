import { expect, test } from "vitest";
import {
  automatonLogZ,
  drawSequence,
  klOfOutcomes,
  policyOutcomes,
  targetOutcomes,
} from "../../evaluation/automaton/outcome-law.ts";
import { automatonReverseLimit } from "../../evaluation/automaton/automaton-limit.ts";
import { bestSequence } from "../../evaluation/automaton/best-sequence.ts";
import { stickyKernel } from "../../evaluation/law/kernel.ts";
import { Generator } from "../../random/generator.ts";
import { reverseComplement } from "../exact/reverse-complement.ts";
import { tabulate } from "../exact/tabulate.ts";
import { SequenceSpace } from "../exact/sequence-space.ts";
import { Reward } from "../reward.ts";
import type { AutomatonLandscape } from "./automaton-landscape.ts";
import { chainLandscape } from "./chain-landscape.ts";
import { motifLandscape } from "./motif-landscape.ts";
import { parseProfiles } from "./parse-profiles.ts";
import { profileLandscape } from "./profile-landscape.ts";
import { wordAutomaton } from "./word-automaton.ts";

/** Every sequence with its score, asked for one by one. */
async function all({ alphabet, automaton, ...landscape }: AutomatonLandscape): Promise<Float64Array> {
  const table = await tabulate(landscape, new SequenceSpace(alphabet, automaton.maxLength));
  return table.table;
}

test("a chain of 50 is as hard as published: the uniform policy is far from its target, the limit near", () => {
  const figures = [1, 2, 3, 4].map((seed) => {
    const { automaton } = chainLandscape({ seed });
    const kernel = stickyKernel(4, 0.1);
    const policy = automaton.logWeight.map(() => new Float64Array(4 * 5).fill(0.25));
    const uniform = policyOutcomes(automaton, policy, kernel);
    return {
      uniform: klOfOutcomes(automaton, uniform, targetOutcomes(automaton)),
      limit: automatonReverseLimit(automaton, kernel).kl,
    };
  });
  // On one such world 17.56 and .017 were measured; worlds of one seed each differ.
  for (const { uniform, limit } of figures) {
    expect(uniform).toBeGreaterThan(14);
    expect(uniform).toBeLessThan(23);
    expect(limit).toBeGreaterThan(0.005);
    expect(limit).toBeLessThan(0.15);
  }
});

test("scores of a chain are relative to the best, and the same seed gives the same ones", async () => {
  const scores = await all(chainLandscape({ length: 5, alphabet: "ABC", seed: 3 }));
  expect(Math.max(...scores)).toBeCloseTo(0, 12);
  expect(await all(chainLandscape({ length: 5, alphabet: "ABC", seed: 3 }))).toEqual(scores);
  expect(await all(chainLandscape({ length: 5, alphabet: "ABC", seed: 4 }))).not.toEqual(scores);
});

test("motifs are counted, on both strands, up to the cap", async () => {
  const landscape = motifLandscape({ length: 7, words: ["AC", "CCA"], cap: 2, weight: 1.5, seed: 1 });
  const alone = motifLandscape({ length: 7, words: ["AC", "CCA"], weight: 0, seed: 1 });
  const [scores, background] = [await all(landscape), await all(alone)];
  const space = new SequenceSpace("ACGT", 7);
  const words = new Set(["AC", "CCA"].flatMap((word) => [word, reverseComplement(word)]));
  for (let i = 0; i < space.size; i++) {
    const text = space.sequenceAt(i);
    let count = 0;
    for (const word of words) {
      for (let at = 0; at + word.length <= text.length; at++) if (text.startsWith(word, at)) count++;
    }
    expect(scores[i]! - background[i]!).toBeCloseTo(1.5 * Math.min(2, count), 9);
  }
  const { automaton } = landscape;
  const logZ = Math.log(scores.reduce((sum, score) => sum + Math.exp(score), 0));
  expect(automatonLogZ(automaton)).toBeCloseTo(logZ, 9);
  expect(bestSequence(automaton).logReward).toBeCloseTo(Math.max(...scores), 12);
});

test("words within words and words that overlap themselves", () => {
  const { next, found } = wordAutomaton([[0, 0], [0, 0, 1], [1]], 2);
  const count = (letters: readonly number[]): number => {
    let [state, sum] = [0, 0];
    for (const letter of letters) {
      state = next[state]![letter]!;
      sum += found[state]!;
    }
    return sum;
  };
  expect(count([0, 0, 0])).toBe(2);
  expect(count([0, 0, 1])).toBe(3);
  expect(count([1, 0, 1])).toBe(2);
});

test("a drawn sequence of the target scores as its automaton says", async () => {
  const landscape = motifLandscape({ length: 40, seed: 5 });
  const target = targetOutcomes(landscape.automaton);
  const generator = Generator.fromSeed(1);
  const text = drawSequence(landscape.automaton, target, () => generator.float64())
    .map((c) => landscape.alphabet[c])
    .join("");
  const [score] = await landscape.score([text]);
  expect(score).toBeLessThanOrEqual(bestSequence(landscape.automaton).logReward);
});

test.each([chainLandscape, motifLandscape])("sequences that may stop early: %o", async (landscapeOf) => {
  const landscape = landscapeOf({ length: 4, minLength: 0, alphabet: "ACGT", seed: 3 });
  expect(landscape.name).toContain("0 to 4");
  const texts = [""];
  for (const text of texts) if (text.length < 4) texts.push(...Array.from("ACGT", (c) => text + c));
  const scores = await landscape.score(texts);
  const total = Math.log(scores.reduce((sum, score) => sum + Math.exp(score), 0));
  expect(automatonLogZ(landscape.automaton)).toBeCloseTo(total, 10);
  expect(bestSequence(landscape.automaton).logReward).toBeCloseTo(Math.max(...scores), 10);
});

test("rewards of logarithms have no floor and no range", () => {
  const reward = new Reward({ logarithmic: true });
  expect(reward.exponent).toBe(1);
  expect(reward.logReward(-2000)).toBe(-2000);
  expect(new Reward({ logarithmic: true, exponent: 2 }).logRewards([-3, 4])).toEqual(Float64Array.of(-6, 8));
  expect(new Reward({ logarithmic: true, exponent: 3, ramp: 10 }).logReward(-1, 10)).toBeCloseTo(-2, 12);
  expect(new Reward({ logarithmic: true, exponentFromContext: 0 }).at([2]).logReward(-1)).toBe(-2);
  expect(() => new Reward({ logarithmic: true, floor: 0.1 })).toThrow(
    /reward floor: got 0.1 beside logarithmic/,
  );
});

test("what is no sequence of the world is named", async () => {
  const landscape = chainLandscape({ length: 4 });
  await expect(landscape.score(["ACGT", "ACGX"])).rejects.toThrow(/got "ACGX", expected 4 letters of "ACGT"/);
  expect(() => chainLandscape({ alphabet: "AAC" })).toThrow(/got "AAC" as alphabet/);
  expect(() => chainLandscape({ length: 0 })).toThrow(/got 0 as length/);
  expect(() => chainLandscape({ length: 4, minLength: 5 })).toThrow(/got 5 as minLength/);
  expect(() => motifLandscape({ words: ["AX"] })).toThrow(/got "AX" as a word/);
  expect(() => motifLandscape({ alphabet: "AB", bothStrands: true })).toThrow(/both strands/);
});

const meme = `MEME version 4

ALPHABET= ACGT

strands: + -

Background letter frequencies
A 0.3 C 0.2 G 0.2 T 0.3

MOTIF MA0000.1 FIRST
letter-probability matrix: alength= 4 w= 2 nsites= 9 E= 0
 0.500000  0.500000  0.000000  0.000000
 1.000000  0.000000  0.000000  0.000000
URL http://example.org

MOTIF second
letter-probability matrix: alength= 4 w= 1
0.25 0.25 0.25 0.25
`;

test("profiles in MEME's minimal format", async () => {
  const [first, second, ...others] = parseProfiles(meme);
  expect(others).toEqual([]);
  expect([first!.name, second!.name]).toEqual(["MA0000.1 FIRST", "second"]);
  expect(first).toMatchObject({ alphabet: "ACGT", sites: 9, background: [0.3, 0.2, 0.2, 0.3] });
  const landscape = profileLandscape(first!);
  const [score] = await landscape.score(["CA"]);
  const [c, a] = [(4.5 + 0.2) / 10 / 0.2, (9 + 0.3) / 10 / 0.3];
  expect(score).toBeCloseTo(Math.log(c * a), 12);
});

test.each([
  [">MA0001.1 AGL3\nA  [ 0  3 ]\nC  [ 94 75 ]\nG  [ 1 0 ]\nT  [ 2 19 ]\n"],
  [">MA0001.1 AGL3\r\n0 3\r\n94 75\r\n1 0\r\n2 19\r\n"],
])("JASPAR's counts, with brackets and without", (text) => {
  expect(parseProfiles(text)).toEqual([
    {
      name: "MA0001.1 AGL3",
      alphabet: "ACGT",
      counts: [
        [0, 94, 1, 2],
        [3, 75, 0, 19],
      ],
    },
  ]);
});

test.each([
  [">r\nA [4 0]\nC [1 2]\nG [0 1]\nU [0 7]\n", "ACGU", [4, 1, 0, 0]],
  [">r\na | 4 0\nc | 1 2\ng | 0 1\nt | 0 7\n", "ACGT", [4, 1, 0, 0]],
  [">r\nA: 4.5 0\nC: 1e1 2\nG: 0 1\nT: 0 7\n", "ACGT", [4.5, 10, 0, 0]],
])("counts of RNA, in small letters, and behind signs: %j", (text, alphabet, first) => {
  const [profile] = parseProfiles(text);
  expect(profile!.alphabet).toBe(alphabet);
  expect(profile!.counts[0]).toEqual(first);
});

test("an alphabet that a file in MEME's format declares", () => {
  const text = `MEME version 5
ALPHABET "Odd" RNA-LIKE
U "Uracil" 008000 ~ A "Adenine" CC0000
C "Cyto = sine" 0000CC ~ G "Guanine" FFB300
m "5-Methylcytosine"
N = ACGUm
END ALPHABET
Background letter frequencies
A 0.3 C 0.2 G 0.2 U 0.2 m 0.1
MOTIF one
letter-probability matrix: alength= 5 w= 1 nsites= 4
0.1 0.2 0.3 0.3 0.1
`;
  expect(parseProfiles(text)).toEqual([
    {
      name: "one",
      alphabet: "ACGUm",
      counts: [[0.1, 0.2, 0.3, 0.3, 0.1]],
      sites: 4,
      background: [0.3, 0.2, 0.2, 0.2, 0.1],
    },
  ]);
});

test("names with tabs can be typed", () => {
  expect(parseProfiles(">MA0006.1\tAhr::Arnt\n1\n2\n3\n4\n")[0]!.name).toBe("MA0006.1 Ahr::Arnt");
});

test.each([
  ["hello", /no profile/],
  [">x\nA [1 2]\nC [1 2]\nG [1 2]\n", /3 rows of 2, 2, 2 counts for "x"/],
  [">x\nA [1 2]\nG [1 2]\n", /a line of G \(line 3\)/],
  [">x\nA [1 -2]\n", /line 2.*numbers of at least 0/],
  ["MEME version 4\nletter-probability matrix: alength= 4 w= 2\n0.1 0.2 0.3 0.4\n", /expected 2 rows/],
  ["MEME version 4\nletter-probability matrix: alength= 4 w= 1\n0.1 0.2 0.3\n", /4 numbers of at least 0/],
])("a file that is none: %j", (text, message) => {
  expect(() => parseProfiles(text)).toThrow(message);
});
