/** What every file here needs to refuse bad arguments clearly: one test and one way to print a value. */

/** Whether `value` is an integer from 0 to 2⁵³ − 1. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A short rendering of any value for an error message; never throws. */
export function show(value: unknown): string {
  const text = describe(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function describe(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value) ?? "an object";
  } catch {
    return "an object";
  }
}
