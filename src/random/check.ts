/** What every file here needs to refuse bad arguments clearly: one test and one way to print a value. */

/** Whether `value` is an integer from 0 to 2⁵³ − 1. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A short rendering of any value for an error message; never throws. */
export function show(value: unknown): string {
  let text: string | undefined;
  try {
    text = typeof value === "bigint" ? `${value}n` : (JSON.stringify(value) ?? String(value));
  } catch {
    text = typeof value;
  }
  if (typeof value === "number") text = String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
