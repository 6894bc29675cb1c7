/**
 * Reads a number the way tables write them. Stricter than `Number`, which takes "" for 0, reads hexadecimal
 * and lets words like Infinity through.
 */

// The point stands between the two runs of digits, so that a long one is not tried in every way there is to split it.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The finite number a text stands for, or nothing. */
export function parseDecimal(text: string): number | undefined {
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) && !hasVanished(trimmed) ? value : undefined;
}

/** Something that is written as more than nothing, but too small for a number, is no zero. */
function hasVanished(text: string): boolean {
  return /^[^eE]*[1-9]/.test(text) && Number(text) === 0;
}

// Texts are passed over as a whole: what stands in them is no number.
const jsonPart = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The first number in JSON that would be read as 0 although it is written as more; its beginning, if it is long. */
export function vanishedNumber(json: string): string | undefined {
  // Without an exponent it takes hundreds of digits.
  if (!/\d[eE]-\d|\d{300}/.test(json)) return undefined;
  for (const [part] of json.matchAll(jsonPart)) {
    if (!part.startsWith('"') && hasVanished(part)) return part.length > 40 ? `${part.slice(0, 40)}…` : part;
  }
  return undefined;
}

/** Why such a number is refused, for whoever returned it. */
export function vanishedText(number: string): string {
  return `${number} is nearer to 0 than any number can be (5e-324); return 0 if nothing is meant, or logarithms`;
}
