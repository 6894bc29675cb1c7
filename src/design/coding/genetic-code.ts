/** The standard genetic code (table 1 of the National Center for Biotechnology Information). */

/** Amino acids of the codons TTT, TTC, TTA, TTG, TCT, … in the order T, C, A, G of each place. */
const acids = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG";
const order = "TCAG";

/** All codons, in the order of the table. */
export const codons: readonly string[] = Array.from(order).flatMap((a) =>
  Array.from(order).flatMap((b) => Array.from(order, (c) => a + b + c)),
);

/** The amino acid of a codon, * for a stop. */
export function translate(codon: string): string {
  const [a, b, c] = Array.from(codon, (letter) => order.indexOf(letter === "U" ? "T" : letter));
  return acids[16 * a! + 4 * b! + c!]!;
}
