/** The one test for "an object with fields": what JSON, YAML, modules and programs hand over is looked at with it first. */

/** Whether a value is an object and no list; its fields are still unknown. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
