/**
 * Which alphabet measured sequences are written in: the smallest usual one that nearly all of them keep to. Signs that
 * are no letters are never part of a guess, but for digits where there is nothing else.
 */
import { lettersOf } from "./sequence-text.ts";

/** The twenty amino acids. */
export const protein = { name: "protein", letters: "ACDEFGHIKLMNPQRSTVWY" } as const;

const usual = [{ name: "DNA", letters: "ACGT" }, { name: "RNA", letters: "ACGU" }, protein] as const;

/** Below this share of sequences an alphabet does not fit; a few odd ones are mistakes, and are named as such. */
const nearlyAll = 0.9;

/**
 * Letters of nucleic acids, with N for one that could not be told. Sequences of these alone are DNA or RNA however many
 * of them have an N or mix T and U: all five but U are amino acids too, and nobody orders a sequence with both T and U.
 */
const nucleic = /^[ACGTUN]*$/;

/** The same with all codes for one of several letters, most of which are amino acids as well. */
const nucleicCodes = /^[ACGTURYSWKMBDHVN]*$/;

/** Each of the four letters is at least so frequent in nucleic acids; peptides of a few kinds of residues lack some. */
const leastShare = 0.05;

/** The letters of the alphabet, and its name where it has one; `peptides` where the column is called so. */
export function guessAlphabet(
  sequences: readonly string[],
  peptides = false,
): { readonly letters: string; readonly name: string } {
  if (sequences.every((sequence) => /^\d+$/.test(sequence))) {
    return { letters: different(sequences), name: "own digits" };
  }
  const spelled = sequences.map(lettersOf);
  const counted = usual.map(({ name, letters }) => {
    const known = new Set(letters);
    const fitting = spelled.filter((sequence) => Array.from(sequence).every((letter) => known.has(letter)));
    return { name, letters, fitting: fitting.length };
  });
  const [dna, rna] = counted;
  if (spelled.every((sequence) => nucleic.test(sequence)) || (!peptides && isNucleic(spelled))) {
    return different(spelled) === "" ? own(spelled) : rna!.fitting > dna!.fitting ? rna! : dna!;
  }
  return counted.find(({ fitting }) => fitting >= nearlyAll * spelled.length) ?? own(spelled);
}

function own(spelled: readonly string[]): { readonly letters: string; readonly name: string } {
  return { letters: different(spelled), name: "own letters" };
}

function different(sequences: readonly string[]): string {
  return Array.from(new Set(sequences.join("")))
    .sort()
    .join("");
}

/** Whether nearly all letters are those of DNA or RNA, and the others codes for several of them. */
function isNucleic(sequences: readonly string[]): boolean {
  if (!sequences.every((sequence) => nucleicCodes.test(sequence))) return false;
  const all = sequences.join("");
  const shares = [/A/g, /C/g, /G/g, /[TU]/g].map((kind) => (all.match(kind)?.length ?? 0) / all.length);
  return (
    shares.every((share) => share >= leastShare) && shares.reduce((sum, share) => sum + share) >= nearlyAll
  );
}
