/**
 * Reads a number the way tables write them; every number that a user wrote, in a file or behind a flag, is read here.
 * Stricter than `Number`, which takes "" for 0, reads hexadecimal and lets words like Infinity through.
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

/** Whether a text was meant as a number, also in a notation that is refused; then it is no name and no word. */
export function looksNumeric(text: string): boolean {
  return text.trim() !== "" && Number.isFinite(Number(text));
}

/** What should have stood where a text is no number; in a table without thousands marks and with decimal points. */
export function expectedDecimal(text: string): string {
  const trimmed = text.trim();
  if (/^[+-]?0[xbo]/i.test(trimmed)) {
    const value = Number(trimmed);
    return `a number in decimal notation${Number.isFinite(value) ? `; write ${value}` : ""}`;
  }
  if (!DECIMAL.test(trimmed)) return "a number such as 1234.5 (a decimal point, no thousands marks)";
  return hasVanished(trimmed)
    ? "a number that is not nearer to 0 than 5e-324; write 0 if nothing is meant"
    : "a number of at most 1.8e308";
}

/** Something that is written as more than nothing, but too small for a number, is no zero. */
function hasVanished(text: string): boolean {
  return Number(text) === 0 && /^[^eE]*[1-9]/.test(text);
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
