/** The share of each letter at each place, `[place][letter]`; of sequences that end before a place nothing is counted there. */
export function lettersAt(
  objects: readonly string[],
  letters: readonly string[],
  length: number,
  weights?: ArrayLike<number>,
): number[][] {
  const size = letters.length;
  const sums = new Float64Array(length * size);
  const byCode = new Map(letters.map((letter, i) => [letter.charCodeAt(0), i] as const));
  for (let i = 0; i < objects.length; i++) {
    const object = objects[i]!;
    const weight = weights === undefined ? 1 / objects.length : weights[i]!;
    for (let t = 0; t < object.length && t < length; t++) {
      const letter = byCode.get(object.charCodeAt(t));
      if (letter !== undefined) sums[t * size + letter]! += weight;
    }
  }
  return Array.from({ length }, (_, t) => Array.from(sums.subarray(t * size, (t + 1) * size)));
}
