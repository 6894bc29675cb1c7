/**
 * What amino acids are like, so that what is measured of one says something of those like it: hydropathy (Kyte and
 * Doolittle 1982), volume in Å³ (Zamyatnin 1972), charge at pH 7, and what a residue costs a helix in kcal/mol (Pace and
 * Scholtz 1998). Each is taken from its mean in units of its standard deviation.
 */

const table: Readonly<Record<string, readonly [number, number, number, number]>> = {
  A: [1.8, 88.6, 0, 0],
  C: [2.5, 108.5, 0, 0.68],
  D: [-3.5, 111.1, -1, 0.69],
  E: [-3.5, 138.4, -1, 0.4],
  F: [2.8, 189.9, 0, 0.54],
  G: [-0.4, 60.1, 0, 1],
  H: [-3.2, 153.2, 0.1, 0.61],
  I: [4.5, 166.7, 0, 0.41],
  K: [-3.9, 168.6, 1, 0.26],
  L: [3.8, 166.7, 0, 0.21],
  M: [1.9, 162.9, 0, 0.24],
  N: [-3.5, 114.1, 0, 0.65],
  P: [-1.6, 112.7, 0, 3.16],
  Q: [-3.5, 143.8, 0, 0.39],
  R: [-4.5, 173.4, 1, 0.21],
  S: [-0.8, 89, 0, 0.5],
  T: [-0.7, 116.1, 0, 0.66],
  V: [4.2, 140, 0, 0.61],
  W: [-0.9, 227.8, 0, 0.49],
  Y: [-1.3, 193.6, 0, 0.53],
};

/** How many properties there are. */
export const propertyCount = 4;

/** The properties of every letter, letters × properties; null where a letter is no amino acid. */
export function aminoAcidProperties(alphabet: string): Float64Array | null {
  const rows = Array.from(alphabet, (letter) => table[letter]);
  if (alphabet.length < 10 || rows.includes(undefined)) return null;
  const all = Object.values(table);
  const out = new Float64Array(rows.length * propertyCount);
  for (let k = 0; k < propertyCount; k++) {
    const column = all.map((row) => row[k]!);
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const unit = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length);
    for (const [letter, row] of rows.entries()) out[letter * propertyCount + k] = (row![k]! - mean) / unit;
  }
  return out;
}

/** How unlike letters are, letters × letters: 0 for the same, 1 on average for two that differ. */
export function unlikeness(properties: Float64Array): Float64Array {
  const letters = properties.length / propertyCount;
  const apart = new Float64Array(letters * letters);
  let sum = 0;
  for (let a = 0; a < letters; a++) {
    for (let b = 0; b < letters; b++) {
      let square = 0;
      for (let k = 0; k < propertyCount; k++)
        square += (properties[a * propertyCount + k]! - properties[b * propertyCount + k]!) ** 2;
      apart[a * letters + b] = Math.sqrt(square);
      sum += apart[a * letters + b]!;
    }
  }
  const mean = sum / (letters * (letters - 1));
  return apart.map((value) => value / mean);
}
