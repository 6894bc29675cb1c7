/** Which alphabet measured sequences are written in: the smallest usual one that nearly all of them keep to. */

const usual = [
  { name: "DNA", letters: "ACGT" },
  { name: "RNA", letters: "ACGU" },
  { name: "protein", letters: "ACDEFGHIKLMNPQRSTVWY" },
] as const;

/** Below this share of sequences an alphabet does not fit; a few odd ones are mistakes, and are named as such. */
const nearlyAll = 0.9;

/** What is no letter of any alphabet: rows with it are refused one by one, with their lines. */
const neverLetters = /[\s\p{Cc}",]/gu;

/** The letters of the alphabet, and its name where it has one. */
export function guessAlphabet(sequences: readonly string[]): {
  readonly letters: string;
  readonly name: string;
} {
  for (const { name, letters } of usual) {
    const known = new Set(letters);
    const fitting = sequences.filter((sequence) => Array.from(sequence).every((letter) => known.has(letter)));
    if (sequences.length > 0 && fitting.length >= nearlyAll * sequences.length) return { letters, name };
  }
  return {
    letters: Array.from(new Set(sequences.join("").replace(neverLetters, "")))
      .sort()
      .join(""),
    name: "own letters",
  };
}
