/** DNA for designs of proteins: every answer is compared with all DNA there is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { readCodonErrors } from "../synthesis/codon-errors.ts";
import { codonHosts, mostUsual, readCodonUsage, usageOfHost } from "./codon-usage.ts";
import { codons, translate } from "./genetic-code.ts";
import { ReverseTranslation } from "./reverse-translation.ts";

const usage = usageOfHost("E. coli")!;
const acids = "ACDEFGHIKLMNPQRSTVWY";

/** All DNA of a protein, with the product of the shares of its codons. */
function every(protein: string): readonly (readonly [dna: string, share: number])[] {
  let all: (readonly [string, number])[] = [["", 1]];
  for (const acid of protein) {
    const own = codons.filter((codon) => translate(codon) === acid);
    all = all.flatMap(([dna, share]) =>
      own.map((codon) => [dna + codon, share * usage.get(codon)!] as const),
    );
  }
  return all;
}

const read = (dna: string): string => dna.replaceAll(/.../g, translate);

test("shares of the codons of an amino acid sum to one, in every table", () => {
  for (const host of codonHosts) {
    const table = usageOfHost(host)!;
    for (const acid of `${acids}*`) {
      const sum = codons
        .filter((codon) => translate(codon) === acid)
        .reduce((all, codon) => all + table.get(codon)!, 0);
      expect([host, acid, sum]).toEqual([host, acid, expect.closeTo(1, 12)]);
    }
  }
  expect([usage.get("CTG"), usageOfHost("yeast")!.get("TTG"), usageOfHost("human")!.get("CTG")]).toEqual([
    expect.closeTo(0.5, 2),
    expect.closeTo(0.29, 2),
    expect.closeTo(0.4, 2),
  ]);
  const nnk = usageOfHost("NNK")!;
  expect([nnk.get("CTG"), nnk.get("CTA"), nnk.get("TTG")]).toEqual([1 / 3, 0, 1 / 3]);
  expect([usageOfHost("mars"), usageOfHost("__proto__")]).toEqual([undefined, undefined]);
  expect(mostUsual(usage).get("CTG")).toBe(1);
});

test("the most usual DNA that obeys is the best of all there is, and a drawn one follows the shares", () => {
  const protein = fc.string({ unit: fc.constantFrom("L", "S", "A", "R", "M"), minLength: 1, maxLength: 4 });
  const rules = fc.record({
    avoid: fc.constantFrom(undefined, "CTG", "GCGA,CGC", "EcoRI,TCT"),
    maxRun: fc.constantFrom(undefined, 2),
    gc: fc.constantFrom(undefined, "40-70"),
    flanks: fc.constantFrom(undefined, "GG...CC"),
  });
  fc.assert(
    fc.property(protein, rules, (sequence, told) => {
      const coder = new ReverseTranslation({ usage, choice: "usual", rules: told }, sequence.length);
      const alone = new ReverseTranslation({ usage, choice: "usual" }, sequence.length);
      const obeying = every(sequence).filter(([dna]) => {
        const [before, after] = told.flanks === undefined ? ["", ""] : ["GG", "CC"];
        const whole = before + dna + after;
        const other = Array.from(whole, (letter) => "TGCA"["ACGT".indexOf(letter)]!)
          .toReversed()
          .join("");
        const words = (told.avoid ?? "").replace("EcoRI", "GAATTC").split(",").filter(Boolean);
        const share = (100 * whole.replaceAll(/[AT]/g, "").length) / whole.length;
        return (
          words.every((word) => !whole.includes(word) && !other.includes(word)) &&
          (told.maxRun === undefined || !/(.)\1\1/.test(whole)) &&
          (told.gc === undefined || (share >= 40 && share <= 70))
        );
      });
      const best = coder.of(sequence);
      if (obeying.length === 0) {
        expect(best).toBeUndefined();
        return;
      }
      const shares = new Map(obeying);
      expect(read(best!)).toBe(sequence);
      expect(shares.get(best!)).toBeCloseTo(Math.max(...shares.values()), 12);
      expect(shares.has(coder.of(sequence, Generator.fromSeed(1))!)).toBe(true);
      expect(alone.of(sequence)).toBe(
        sequence.replaceAll(/./g, (acid) => ({ L: "CTG", S: "AGC", A: "GCG", R: "CGC", M: "ATG" })[acid]!),
      );
    }),
    { numRuns: 60 },
  );
});

test("drawn DNA comes as often as the product of its shares says, among what obeys", () => {
  const coder = new ReverseTranslation(
    { usage, choice: "drawn", rules: { avoid: "CTG", strands: "one" } },
    2,
  );
  const all = every("LS").filter(([dna]) => !dna.includes("CTG"));
  const total = all.reduce((sum, [, share]) => sum + share, 0);
  const generator = Generator.fromSeed(4);
  const counts = new Map<string, number>();
  const draws = 20_000;
  for (let i = 0; i < draws; i++) {
    const dna = coder.of("LS", generator)!;
    counts.set(dna, (counts.get(dna) ?? 0) + 1);
  }
  const distance =
    all.reduce((sum, [dna, share]) => sum + Math.abs((counts.get(dna) ?? 0) / draws - share / total), 0) / 2;
  expect(distance).toBeLessThan(0.025);
});

test("codons of the parent's gene stay where its amino acids do", () => {
  const coder = new ReverseTranslation({ usage, choice: "usual", gene: "TTATCTGCA" }, 3);
  expect([coder.of("LSA"), coder.of("LAA")]).toEqual(["TTATCTGCA", "TTAGCGGCA"]);
});

test("tables of codons from a file, in counts or shares, and what is wrong with one", () => {
  const rows = codons.map((codon, i) => `${translate(codon)};${codon.replaceAll("T", "U")};${i},5`);
  const own = readCodonUsage(["amino acid;codon;per thousand", ...rows].join("\n"), "own.csv");
  // TTT and TTC are the first two of the table.
  expect(own.get("TTC")).toBeCloseTo(1.5 / 2, 12);
  expect(() => readCodonUsage("codon,share\nAAA,1\n", "own.csv")).toThrow("no codon for");
  expect(() => readCodonUsage("codon,share\nAAA,x\n", "own.csv")).toThrow("own.csv:2");
  expect(() => readCodonUsage("a,b\n1,2\n", "own.csv")).toThrow("got no codon");
});

test("errors of bases become those of amino acids, as they do codon by codon", () => {
  const slip = 0.03;
  const bases = ["A", "C", "G", "T"];
  const text = [
    "intended,A,C,G,T",
    ...bases.map((a) => [a, ...bases.map((b) => (a === b ? 1 - slip : slip / 3))].join(",")),
  ].join("\n");
  const errors = readCodonErrors(text, acids, usageOfHost("NNK"))!;
  const at = (a: string, b: string): number => errors.matrices[0]![acids.indexOf(a) * 20 + acids.indexOf(b)]!;
  // Tryptophan is TGG, and cysteine TGT in NNK (TGC is not among them).
  const chance = (wanted: string, came: string): number =>
    Array.from(wanted).reduce((all, letter, i) => all * (letter === came[i] ? 1 - slip : slip / 3), 1);
  const full = codons
    .filter((codon) => translate(codon) !== "*")
    .reduce((sum, codon) => sum + chance("TGG", codon), 0);
  expect(at("W", "C")).toBeCloseTo((chance("TGG", "TGT") + chance("TGG", "TGC")) / full, 12);
  for (const a of acids)
    expect(Array.from(acids, (b) => at(a, b)).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  const some = "intended,ATG,ATA,TAA\nATG,0.9,0.06,0.04\n";
  const told = readCodonErrors(some, acids, undefined)!.matrices[0]!;
  const [m, i] = [acids.indexOf("M"), acids.indexOf("I")];
  expect([told[m * 20 + m], told[m * 20 + i], told[0]]).toEqual([
    expect.closeTo(0.9375, 12),
    expect.closeTo(0.0625, 12),
    1,
  ]);
  expect(readCodonErrors(text, "ACGT", undefined)).toBeUndefined();
  expect(() => readCodonErrors("intended,ATG,ATA\nATG,0.5,0.2\n", acids, undefined)).toThrow("sums to 0.7");
});
