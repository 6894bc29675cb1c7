/** Room for labels: how wide a text will be, where to cut it, and how to keep neighbours apart. */

/** The width in pixels of a text in a sans-serif face, estimated on the generous side. */
export function textWidth(text: string, size: number): number {
  let units = 0;
  for (const letter of text) {
    if (/[ijlI.,:;'|!()[\] ]/.test(letter)) units += 0.36;
    else if (/[mwMW@%—]/.test(letter)) units += 0.95;
    else if (/[A-Z]/.test(letter)) units += 0.72;
    else units += letter.codePointAt(0)! > 0x2e80 ? 1.1 : 0.6;
  }
  return units * size;
}

/** A label on one line of at most so many letters. */
export function shortLabel(text: string, letters = 22): string {
  const all = Array.from(text.replaceAll(/\s+/g, " "));
  return all.length <= letters ? all.join("") : `${all.slice(0, letters - 1).join("")}…`;
}

/**
 * Moves positions as little as needed so that neighbours are at least `gap` apart and all lie in [low, high]; their
 * order stays. Neighbours that touch move together, around the mean of where they wanted to be.
 */
export function spread(
  wanted: readonly number[],
  gap: number,
  [low, high]: readonly [number, number],
): readonly number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  // Taking i·gap off turns "gap apart" into "not decreasing", which pooling neighbours solves exactly.
  const pools: { sum: number; count: number }[] = [];
  for (const [rank, i] of order.entries()) {
    pools.push({ sum: wanted[i]! - rank * gap, count: 1 });
    for (;;) {
      const last = pools.at(-1)!;
      const before = pools.at(-2);
      if (before === undefined || before.sum / before.count <= last.sum / last.count) break;
      pools.pop();
      before.sum += last.sum;
      before.count += last.count;
    }
  }
  const bases = pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
  const ceiling = high - (wanted.length - 1) * gap;
  const placed: number[] = [];
  for (const [rank, i] of order.entries()) {
    placed[i] = Math.max(low, Math.min(ceiling, bases[rank]!)) + rank * gap;
  }
  return placed;
}
