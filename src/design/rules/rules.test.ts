/** Rules: the automaton against every sequence of small spaces looked at one by one, known answers, and hostile texts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { frameOf } from "../request/frame.ts";
import { enzymes, onOtherStrand } from "./enzymes.ts";
import { readRules } from "./read-rules.ts";
import type { Ruled, RuleValues } from "./rule.ts";
import { countInWords, ruleSpace } from "./ruled-space.ts";
import { hasHairpin, hasRepeat, meltingTemperature } from "./whole-checks.ts";

const dna = (minLength: number, maxLength = minLength): Ruled => ({ alphabet: "ACGT", minLength, maxLength });
const open = frameOf([]);

/** Every sequence over letters of the lengths. */
function every({ alphabet, minLength, maxLength }: Ruled): readonly string[] {
  let layer = [""];
  const all: string[] = [];
  for (let t = 0; t <= maxLength; t++) {
    if (t >= minLength) all.push(...layer);
    if (t < maxLength) layer = layer.flatMap((start) => Array.from(alphabet, (letter) => start + letter));
  }
  return all;
}

const tokensOf = (sequence: string, alphabet: string): Uint8Array =>
  Uint8Array.from(sequence, (letter) => alphabet.indexOf(letter));

const percent = fc.integer({ min: 0, max: 100 });
const range = fc.tuple(percent, percent).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const word = fc.string({
  unit: fc.constantFrom("A", "C", "G", "T", "N", "R", "Y"),
  minLength: 1,
  maxLength: 4,
});
const someRules: fc.Arbitrary<RuleValues> = fc.record({
  avoid: maybe(fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(","))),
  strands: fc.constantFrom("both", "one"),
  keep: maybe(word),
  maxRun: maybe(fc.integer({ min: 1, max: 3 })),
  gc: maybe(range),
  gcWindow: maybe(fc.tuple(fc.integer({ min: 2, max: 4 }), range).map(([width, of]) => `${width}:${of}`)),
  flanks: maybe(fc.constantFrom("GA...", "...TC", "GG...CC")),
  letters: maybe(fc.constantFrom("1=AC", "all=!T", "2-3=S,4=pattern:K")),
  maxChanges: maybe(fc.integer({ min: 0, max: 3 })),
  maxRepeat: fc.constant(undefined),
});

test("automata hold the very sequences that obey every rule, and count them", () => {
  const parent = { sequence: "GATTA", numbers: [1, 2, 3, 4, 5] };
  const ruled = { ...dna(5), parent };
  fc.assert(
    fc.property(someRules, (values) => {
      let space: ReturnType<typeof ruleSpace>;
      const { rules, flanks } = readRules(values, ruled);
      const obeying = every(ruled).filter((one) => rules.every(({ check }) => check(one, flanks)));
      try {
        space = ruleSpace(values, ruled, open);
      } catch (error) {
        expect(error).toMatchObject({ code: "design/impossible-rules" });
        expect(obeying).toEqual([]);
        return;
      }
      if (space === undefined) return;
      const found = every(ruled).filter((one) => space.machine.has(tokensOf(one, "ACGT")));
      expect(found).toEqual(obeying);
      expect(space.machine.count).toBe(BigInt(obeying.length));
      const generator = Generator.fromSeed(1);
      for (let i = 0; i < 5; i++) {
        const drawn = space.machine.draw(generator);
        expect(space.machine.has(drawn)).toBe(true);
        const random = Uint8Array.from({ length: 5 }, () => generator.integer(4));
        expect(space.machine.has(space.machine.repaired(random, generator))).toBe(true);
        expect(space.machine.repaired(drawn, generator)).toEqual(drawn);
      }
    }),
    { numRuns: 60 },
  );
});

test("masks have no dead ends: what they allow from left to right is what obeys, at every length", () => {
  const values = { avoid: "AC,GG", gc: "25-60", maxRun: 2, keep: "TA" } as const;
  const ruled = dna(3, 5);
  const space = ruleSpace(values, ruled, open)!;
  const built: string[] = [];
  const grow = (prefix: readonly number[]): void => {
    const before = built.length;
    if (space.machine.isLegal(prefix, 4) && prefix.length < 5) built.push(spell(prefix));
    if (prefix.length === 5) built.push(spell(prefix));
    else for (let c = 0; c < 4; c++) if (space.machine.isLegal(prefix, c)) grow([...prefix, c]);
    expect(built.length).toBeGreaterThan(before);
  };
  const spell = (tokens: readonly number[]): string => tokens.map((token) => "ACGT"[token]).join("");
  grow([]);
  expect(built.toSorted()).toEqual(every(ruled).filter(space.obeys).toSorted());
  expect(BigInt(built.length)).toBe(space.machine.count);
});

test("what is held is read too, with the words that reach into it", () => {
  const sequences = ["GAACGC", "GATCGC", "GAACTC"];
  const frame = frameOf(sequences);
  expect(frame.places).toEqual([2, 4]);
  const space = ruleSpace({ avoid: "AAC,CTC", strands: "one", flanks: "...GAGG" }, dna(6), frame)!;
  const whole = every(dna(2)).map(frame.whole);
  const left = whole.filter(space.obeys);
  expect(left.map(frame.vary).filter((one) => !space.machine.has(tokensOf(one, "ACGT")))).toEqual([]);
  expect(space.machine.count).toBe(BigInt(left.length));
  // A, and T at the second: 16 − 4 − 4 + 1.
  expect(left).toHaveLength(9);
});

test("counts are exact where they are huge", () => {
  const rules = ruleSpace({ maxRun: 1 }, dna(200), open)!;
  expect(rules.machine.count).toBe(4n * 3n ** 199n);
  expect(countInWords(4n * 3n ** 199n)).toBe("3.54e95");
  expect(countInWords(123456n)).toBe("123,456");
  const protein = { alphabet: "ACDEFGHIKLMNPQRSTVWY", minLength: 100, maxLength: 100 };
  const parent = { sequence: "M".repeat(100), numbers: Array.from({ length: 100 }, (_, i) => i + 1) };
  // 1 + 100·19 + C(100, 2)·19².
  const near = ruleSpace({ maxChanges: 2 }, { ...protein, parent }, open)!;
  expect(near.machine.count).toBe(1n + 1900n + 4950n * 361n);
});

test("letters by place: lists, codes, all but some, and degenerate codons", () => {
  const protein = { alphabet: "ACDEFGHIKLMNPQRSTVWY", minLength: 2, maxLength: 2 };
  const count = (letters: string): bigint => ruleSpace({ letters }, protein, open)!.machine.count;
  expect(count("1=AVLI")).toBe(80n);
  expect(count("all=!C")).toBe(361n);
  expect(count("1,2=AV")).toBe(4n);
  expect(count("1=codon:NNK")).toBe(400n);
  // NDT makes twelve amino acids: R N D C G H I L F S Y V.
  expect(count("1=codon:NDT,2=codon:NDT")).toBe(144n);
  expect(count("1=NDT")).toBe(60n);
  expect(count("1=B")).toBe(40n);
  expect(ruleSpace({ letters: "1-3=pattern:NNK" }, dna(3), open)!.machine.count).toBe(32n);
  for (const letters of ["1", "1=", "3=A", "1=!ACDEFGHIKLMNPQRSTVWYO", "1=A=C", "=A", "1=codon:XYZ"])
    expect(() => ruleSpace({ letters }, protein, open)).toThrow(/--letters|no sequence/);
});

test("sites of enzymes are avoided on both strands, and left alone in the flanks", () => {
  const free = { ...dna(10), alphabet: "ACGT" };
  const obeys = ruleSpace({ avoid: "bsai" }, free, open)!.obeys;
  expect([obeys("AAGGTCTCAA"), obeys("AAGAGACCAA"), obeys("AAGGTCACAA")]).toEqual([false, false, true]);
  const flanked = ruleSpace({ avoid: "BsaI", flanks: "GGTCTCA...TGAGACC" }, free, open)!;
  expect(flanked.machine.count).toBe(ruleSpace({ avoid: "BsaI" }, free, open)!.machine.count);
  // Read across the border.
  const border = ruleSpace({ avoid: "BsaI", flanks: "GGTC..." }, free, open)!;
  expect([border.obeys("TCAAAAAAAA"), border.obeys("TAAAAAAAAA")]).toEqual([false, true]);
  for (const [name, site] of Object.entries(enzymes)) {
    expect([name, site]).toEqual([name, expect.stringMatching(/^[ACGTN]{4,13}$/)]);
    expect(onOtherStrand(onOtherStrand(site))).toBe(site);
  }
  expect(onOtherStrand(enzymes["EcoRI"]!)).toBe("GAATTC");
});

test("rules that contradict are named, as few as there are", () => {
  const thrown = (values: RuleValues, ruled = dna(12)): unknown => {
    try {
      return ruleSpace(values, ruled, open);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(thrown({ gc: "0-20", keep: "GGGG", maxRun: 8, avoid: "TTTTT" })).toContain(
    "--gc 0-20 and --keep GGGG, which contradict each other",
  );
  expect(thrown({ keep: "EcoRI", avoid: "AATT", gc: "10-90" })).toContain("--avoid AATT and --keep GAATTC");
  expect(thrown({ avoid: "A,C", gc: "0-100" })).toContain("--avoid A,C, by itself");
  expect(thrown({ letters: "all=AT", gc: "50-60", maxRun: 11 })).toContain("--letters all=AT and --gc 50-60");
  expect(thrown({ letters: "all=AG,1=G", maxRun: 1, avoid: "GA", strands: "one" })).toContain(
    "--letters all=AG,1=G, --avoid GA and --max-run 1",
  );
});

test("melting temperatures, repeats and stems are those of others", () => {
  // The example of Biopython's Tm_NN with the same table: 50 mM of salt and 25 nM of each strand give 60.32.
  expect(meltingTemperature("CGTTCCAAAGATGTGGGCATGAGCTTAC", 50e-9)).toBeCloseTo(60.32, 1);
  expect([hasRepeat("ACGTTACG", 2), hasRepeat("ACGTTACG", 3), hasRepeat("AAAA", 2)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([hasHairpin("GGGGAAACCCC", 3), hasHairpin("GGGGAACCCC", 3), hasHairpin("GGGGAAACCCC", 4)]).toEqual([
    true,
    false,
    false,
  ]);
  const rules = ruleSpace({ tm: "30-40", maxHairpin: 4, gc: "40-60" }, dna(16), open)!;
  expect(rules.looked).toEqual(["--tm 30-40", "--max-hairpin 4"]);
  expect(rules.share!.obeying).toBeGreaterThan(0);
  expect(() => ruleSpace({ tm: "90-95" }, dna(10), open)).toThrow("among 2000 drawn");
});

test("a window too wide for an automaton is held to by looking", () => {
  const rules = ruleSpace({ gcWindow: "30:30-70", maxRun: 3 }, dna(60), open)!;
  expect(rules.looked).toEqual(["--gc-window 30:30-70"]);
  expect(rules.obeys("A".repeat(60))).toBe(false);
}, 60_000);

test("hostile rules are refused in no time", () => {
  const long = "N".repeat(100_000);
  for (const values of [
    { avoid: long },
    { avoid: `${"A,".repeat(5000)}A` },
    { avoid: "," },
    { avoid: "__proto__" },
    { keep: "A,".repeat(20) },
    { letters: long },
    { letters: "1-999999999=A" },
    { gc: "60-40" },
    { gc: "-1e999-5" },
    { gcWindow: "99999:1-2" },
    { flanks: "ACGT" },
    { flanks: "AXG...T" },
    { lengths: "0-9999999999" },
    { lengths: "30" },
    { fix: "1" },
    { maxChanges: 2 },
    { tm: "a-b" },
  ] as const)
    expect(() => ruleSpace(values, dna(10), open)).toThrow(/^--/);
  expect(() => ruleSpace({ gc: "40-60" }, { alphabet: "ADE", minLength: 3, maxLength: 3 }, open)).toThrow(
    "--gc",
  );
});
