/**
 * The other strand of a DNA sequence, read in its own direction. Works on strings and on lexicographic
 * indices; the index form needs the base order A, C, G, T, in which the complement of a base is three minus it.
 */

/** The reverse complement of a string over A, C, G, T. */
export function reverseComplement(sequence: string): string {
  let result = "";
  for (let at = sequence.length - 1; at >= 0; at--) {
    const base = sequence[at];
    result += base === "A" ? "T" : base === "C" ? "G" : base === "G" ? "C" : base === "T" ? "A" : base;
  }
  return result;
}

/** The index of the reverse complement of the sequence with index `index` among all of one length. */
export function reverseComplementIndex(index: number, length: number): number {
  let rest = index;
  let result = 0;
  for (let at = 0; at < length; at++) {
    result = result * 4 + (3 - (rest % 4));
    rest = Math.floor(rest / 4);
  }
  return result;
}
