/** The task "bits" as a user types it: known modes, far past enumeration. */
import { describe, expect, test } from "vitest";
import { sequenceEnvironment } from "../src/environment/sequence/sequence.ts";
import { wordAlphabet } from "../src/environment/sequence/word-alphabet.ts";
import { referenceSet } from "../src/assessment/modes/mode-set.ts";
import { bitLandscape } from "../src/landscape/bits/bit-landscape.ts";
import { Reward } from "../src/landscape/reward.ts";
import { windage } from "./windage.fixture.ts";

const world = windage();

describe("bit sequences", () => {
  test("references are made of the five blocks, differ, and score 1; the reward is exp(−d)", async () => {
    const landscape = bitLandscape();
    const { references } = landscape;
    expect(new Set(references).size).toBe(60);
    for (const reference of references) {
      expect(reference).toMatch(/^(?:0{8}|1{8}|1{4}0{4}|0{4}1{4}|0011{3}00){15}$/);
    }
    expect(bitLandscape({ seed: 1 }).references).not.toEqual(references);
    const changed = `${references[3]!.slice(0, 118)}${references[3]!.endsWith("00") ? "11" : references[3]!.endsWith("11") ? "00" : "01"}`;
    const scores = await landscape.score([references[0]!, changed]);
    expect(scores[0]).toBe(1);
    const distance = Math.min(...landscape.distances(changed));
    expect(distance).toBeLessThanOrEqual(2);
    expect(new Reward({ exponent: 8, floor: 1e-100 }).logReward(scores[1]!)).toBeCloseTo(-distance, 9);
  });

  test("a reference is found within 28 edits, and not further off", () => {
    const { references, ...landscape } = bitLandscape({ references: 2 });
    const modes = referenceSet({ ...landscape, references });
    expect(modes).toMatchObject({ total: 2, radius: 28 });
    const flip = (count: number): string =>
      Array.from(references[0]!, (bit, i) =>
        i % 4 === 1 && i / 4 < count ? String(1 - Number(bit)) : bit,
      ).join("");
    const near = Array.from({ length: 31 }, (_, count) => landscape.distances(flip(count))[0]!);
    near.forEach((distance, count) => {
      expect(distance).toBeLessThanOrEqual(count);
      expect(modes.modesOf(flip(count)).includes("0")).toBe(distance <= 28);
    });
  });

  test.each([1, 4, 8])("words of %i bits are read back", (bits) => {
    const alphabet = wordAlphabet(bits);
    const environment = sequenceEnvironment({ alphabet, length: 24 / bits });
    const [text] = bitLandscape({ bits: 24 }).references;
    expect(alphabet.decode(alphabet.encode(text!))).toBe(text);
    expect(new Set(alphabet.symbols).size).toBe(2 ** bits);
    expect(environment.actionCount).toBe(2 ** bits);
    expect(() => alphabet.encode("012")).toThrow(/zeros and ones in words/);
  });

  test(
    "train finds references of short sequences, and evaluate says the same",
    { timeout: 300_000 },
    async () => {
      const words =
        "bits --bits 40 --alpha 0.1 --on-policy 16 --hidden 16 --layers 1 --iterations 60 --samples 32 --json";
      const { code, out } = await world.run("train", ...words.split(" "));
      expect(code).toBe(0);
      interface Document {
        readonly run: string;
        readonly modes: { readonly kind: string; readonly total: number; readonly inTraining: number };
        readonly exact: { readonly tv: number | null };
      }
      const report = JSON.parse(out) as Document;
      expect(report.modes).toMatchObject({ kind: "references", total: 60, radius: 9 });
      expect(report.modes.inTraining).toBeGreaterThan(0);
      expect(report.exact.tv).toBe(null);
      const again = await world.run("evaluate", report.run, "--json");
      expect((JSON.parse(again.out) as Document).modes).toEqual(report.modes);
      const sampled = await world.run("sample", report.run, "--complete", "0000", "--count", "3");
      for (const row of sampled.out.trim().split("\n").slice(1))
        expect(row).toMatch(/^0000[01]{36},\.[0-9A-F]{9},/);
      const wrong = await world.run("train", "bits", "--bits", "40", "--word-bits", "3");
      expect(wrong).toMatchObject({ code: 2 });
      expect(wrong.err).toContain("expected whole words");
    },
  );
});
