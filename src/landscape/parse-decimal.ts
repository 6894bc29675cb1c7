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
  // Something that is written as more than nothing, but too small for a number, is no zero.
  const vanished = value === 0 && /^[^eE]*[1-9]/.test(trimmed);
  return Number.isFinite(value) && !vanished ? value : undefined;
}
