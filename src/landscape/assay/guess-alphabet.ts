/** Which alphabet measured sequences are written in: the smallest usual one that nearly all of them keep to. */

const usual = [
  { name: "DNA", letters: "ACGT" },
  { name: "RNA", letters: "ACGU" },
  { name: "protein", letters: "ACDEFGHIKLMNPQRSTVWY" },
] as const;

/** Below this share of sequences an alphabet does not fit; a few odd ones are mistakes, and are named as such. */
const nearlyAll = 0.9;

/**
 * Letters of nucleic acids, with N for one that could not be told. Sequences of these alone are DNA or RNA however many
 * of them have an N or mix T and U: all five but U are amino acids too, and nobody orders a sequence with both T and U.
 */
const nucleic = /^[ACGTUN]*$/;

/** What is no letter of any alphabet: rows with it are refused one by one, with their lines. */
const neverLetters = /[\s\p{Cc}",]/gu;

/** The letters of the alphabet, and its name where it has one. */
export function guessAlphabet(sequences: readonly string[]): {
  readonly letters: string;
  readonly name: string;
} {
  const counted = usual.map(({ name, letters }) => {
    const known = new Set(letters);
    const fitting = sequences.filter((sequence) => Array.from(sequence).every((letter) => known.has(letter)));
    return { name, letters, fitting: fitting.length };
  });
  const [dna, rna] = counted;
  if (sequences.every((sequence) => nucleic.test(sequence))) return rna!.fitting > dna!.fitting ? rna! : dna!;
  const fit = counted.find(({ fitting }) => fitting >= nearlyAll * sequences.length);
  if (fit !== undefined) return fit;
  return {
    letters: Array.from(new Set(sequences.join("").replace(neverLetters, "")))
      .sort()
      .join(""),
    name: "own letters",
  };
}
