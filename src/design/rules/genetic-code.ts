/** The standard genetic code (table 1 of the National Center for Biotechnology Information). */

/** Amino acids of the codons TTT, TTC, TTA, TTG, TCT, … in the order T, C, A, G of each place. */
const acids = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG";
const order = "TCAG";

/** The amino acid of a codon, * for a stop. */
export function translate(codon: string): string {
  const [a, b, c] = Array.from(codon, (letter) => order.indexOf(letter === "U" ? "T" : letter));
  return acids[16 * a! + 4 * b! + c!]!;
}
