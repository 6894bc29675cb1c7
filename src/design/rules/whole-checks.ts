/**
 * What is looked at in a whole sequence, because no automaton of a bearable size knows it: melting temperatures, repeats,
 * and stems that a strand can form with itself.
 */

/** Enthalpy in kcal/mol and entropy in cal/(mol K) of neighbouring pairs (SantaLucia 1998, table 2). */
const neighbours: Readonly<Record<string, readonly [number, number]>> = {
  AA: [-7.9, -22.2],
  AT: [-7.2, -20.4],
  TA: [-7.2, -21.3],
  CA: [-8.5, -22.7],
  GT: [-8.4, -22.4],
  CT: [-7.8, -21.0],
  GA: [-8.2, -22.2],
  CG: [-10.6, -27.2],
  GC: [-9.8, -24.4],
  GG: [-8.0, -19.9],
};
const endGC: readonly [number, number] = [0.1, -2.8];
const endAT: readonly [number, number] = [2.3, 4.1];
const gasConstant = 1.987;
/** Mol of salt (Na⁺) and of strands in a litre: usual conditions of a polymerase chain reaction. */
const salt = 0.05;
const usualStrands = 0.25e-6;

const pairOf: Readonly<Record<string, string>> = { A: "T", C: "G", G: "C", T: "A", U: "A" };
const complement = (text: string): string =>
  Array.from(text, (letter) => pairOf[letter] ?? letter)
    .toReversed()
    .join("");

/** The melting temperature of DNA and its complement in degrees Celsius, by nearest neighbours with a salt correction. */
export function meltingTemperature(sequence: string, strands = usualStrands): number {
  const dna = sequence.replaceAll("U", "T");
  let [enthalpy, entropy] = [0, 0];
  for (let i = 0; i + 1 < dna.length; i++) {
    const pair = dna.slice(i, i + 2);
    const [h, s] = neighbours[pair] ?? neighbours[complement(pair)]!;
    enthalpy += h;
    entropy += s;
  }
  for (const end of [dna[0], dna.at(-1)]) {
    const [h, s] = end === "A" || end === "T" ? endAT : endGC;
    enthalpy += h;
    entropy += s;
  }
  const isOwn = complement(dna) === dna;
  if (isOwn) entropy -= 1.4;
  entropy += 0.368 * (dna.length - 1) * Math.log(salt);
  const effective = isOwn ? strands : strands / 4;
  return (1000 * enthalpy) / (entropy + gasConstant * Math.log(effective)) - 273.15;
}

/** Whether some word of more than `most` letters stands at two places, overlapping or not. */
export function hasRepeat(sequence: string, most: number): boolean {
  const seen = new Set<string>();
  for (let i = 0; i + most < sequence.length; i++) {
    const word = sequence.slice(i, i + most + 1);
    if (seen.has(word)) return true;
    seen.add(word);
  }
  return false;
}

/** Unpaired letters that a strand needs at least to turn round. */
const loop = 3;

/** Whether more than `most` letters in a row pair with others of the strand, at least three letters on. */
export function hasHairpin(sequence: string, most: number): boolean {
  const stem = most + 1;
  const first = new Map<string, number>();
  for (let i = 0; i + stem <= sequence.length; i++) {
    const begin = first.get(complement(sequence.slice(i, i + stem)));
    if (begin !== undefined && begin + stem + loop <= i) return true;
    const word = sequence.slice(i, i + stem);
    if (!first.has(word)) first.set(word, i);
  }
  return false;
}
