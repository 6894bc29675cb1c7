/** Room for words: how wide a text will be, where it is cut or broken, and how neighbours are kept apart. */

/** The width in pixels of a text in a sans-serif face, estimated on the generous side. */
export function textWidth(text: string, size: number): number {
  let units = 0;
  for (const letter of text) {
    if (/[ijlI.,:;'|!()[\] ]/.test(letter)) units += 0.36;
    else if (/[mwMW@%—]/.test(letter)) units += 0.95;
    else if (/[A-Z]/.test(letter)) units += 0.72;
    else if (/[−+=<>×]/.test(letter)) units += 0.84;
    else if (/\d/.test(letter)) units += 0.64;
    else units += letter.codePointAt(0)! > 0x2e80 ? 1.1 : 0.6;
  }
  return units * size;
}

/** Marks that turn the direction of text around, beyond the name that they stand in. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/gu;

/** The first letters of a text, without those that would be cut off anyway. */
function beginning(text: string, letters: number): string[] {
  const plain = text
    .slice(0, 4 * letters + 64)
    .replaceAll(turning, "")
    .replaceAll(controls, "\uFFFD")
    .replaceAll(/\s+/g, " ");
  return Array.from(plain.trim());
}

/** Names that read from right to left stay in their place among other words. */
function isolated(name: string): string {
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name;
}

/** A name on one line of at most so many letters. */
export function shortLabel(text: string, letters = 22): string {
  const all = beginning(text, letters);
  return isolated(all.length <= letters ? all.join("") : `${all.slice(0, letters - 1).join("")}…`);
}

/** A name that takes no more room than so many pixels; nothing where not even a letter would fit. */
export function fittingLabel(text: string, width: number, size: number): string {
  const all = beginning(text, Math.max(1, Math.ceil(width / (0.3 * size))));
  if (textWidth(all.join(""), size) <= width) return isolated(all.join(""));
  let end = all.length;
  while (end > 0 && textWidth(`${all.slice(0, end).join("")}…`, size) > width) end--;
  return end === 0 ? "" : isolated(`${all.slice(0, end).join("")}…`);
}

/** A sentence in lines no wider than so many pixels, at most `most` of them; what is left over is cut. */
export function wrapped(text: string, width: number, size: number, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(joined, size) <= width) lines[lines.length - 1] = joined;
    else lines.push(textWidth(word, size) <= width ? word : fittingLabel(word, width, size));
  }
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  kept[most - 1] = fittingLabel(`${kept[most - 1]}…………`, width, size).replace(/…+$/, "…");
  return kept;
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
