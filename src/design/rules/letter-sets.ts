/**
 * Sets of letters as people write them: a list (`AVLI`), all but some (`!CP`), a code for several letters of a nucleic acid
 * or protein (`N`, `R`, `X`), the amino acids of a degenerate codon (`codon:NNK`).
 */
import { translate } from "../coding/genetic-code.ts";

/** Codes of the Nomenclature Committee of the International Union of Biochemistry (1985). */
const nucleicCodes: Readonly<Record<string, string>> = {
  R: "AG",
  Y: "CT",
  S: "CG",
  W: "AT",
  K: "GT",
  M: "AC",
  B: "CGT",
  D: "AGT",
  H: "ACT",
  V: "ACG",
  N: "ACGT",
};

const proteinCodes: Readonly<Record<string, string>> = { B: "DN", Z: "EQ", J: "IL" };

/** Whether an alphabet is that of DNA or RNA. */
export function isNucleic(alphabet: string): boolean {
  return /^[ACGTU]{4}$/.test(alphabet) && alphabet.includes("G") && alphabet.includes("C");
}

/** The letters that one letter of a word or a set stands for; undefined where it stands for none. */
export function lettersOfCode(code: string, alphabet: string): string | undefined {
  if (alphabet.includes(code)) return code;
  const upper = code.toUpperCase();
  if (alphabet.includes(upper)) return upper;
  if (isNucleic(alphabet)) {
    const letters = upper === "T" || upper === "U" ? "TU" : (nucleicCodes[upper] ?? "");
    const own = Array.from(letters.replaceAll("T", "TU")).filter((letter) => alphabet.includes(letter));
    return own.length === 0 ? undefined : [...new Set(own)].join("");
  }
  if (upper === "X") return alphabet;
  const letters = proteinCodes[upper];
  return letters !== undefined && Array.from(letters).every((letter) => alphabet.includes(letter))
    ? letters
    : undefined;
}

/** The numbers of the letters of a set; undefined where it cannot be read. */
export function readLetterSet(text: string, alphabet: string): ReadonlySet<number> | undefined {
  const numbers = (letters: string): Set<number> =>
    new Set(Array.from(letters, (letter) => alphabet.indexOf(letter)));
  const codon = /^codon:([A-Za-z]{3})$/.exec(text)?.[1];
  if (codon !== undefined) {
    const made = aminoAcidsOf(codon);
    return made === undefined
      ? undefined
      : numbers(
          Array.from(made)
            .filter((one) => alphabet.includes(one))
            .join(""),
        );
  }
  const isNot = text.startsWith("!");
  const listed = new Set<number>();
  for (const code of isNot ? text.slice(1) : text) {
    const letters = lettersOfCode(code, alphabet);
    if (letters === undefined) return undefined;
    for (const number of numbers(letters)) listed.add(number);
  }
  if (listed.size === 0) return undefined;
  return isNot
    ? new Set(Array.from(alphabet, (_, number) => number).filter((number) => !listed.has(number)))
    : listed;
}

/** The amino acids that a degenerate codon makes, without stops. */
function aminoAcidsOf(codon: string): string | undefined {
  const sets = Array.from(codon, (code) => lettersOfCode(code, "ACGT"));
  if (sets.includes(undefined)) return undefined;
  const [first, second, third] = sets as readonly string[] as readonly [string, string, string];
  const made = new Set<string>();
  for (const a of first) for (const b of second) for (const c of third) made.add(translate(a + b + c));
  made.delete("*");
  return [...made].join("");
}
