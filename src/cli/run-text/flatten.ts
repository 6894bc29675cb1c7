/** Turns nested JSON into lines: dotted names and plain values, for tables and for comparing two documents. */

import type { JsonObject, JsonValue } from "../../file/json-document.ts";
import { short } from "../terminal/number.ts";
import { printableLine } from "../terminal/printable.ts";

/** A value that is shown in one cell: anything but an object with fields. */
export type LeafValue = JsonValue;

/** The leaves of an object by their dotted names, in the object's order. */
export function flatten(object: JsonObject, prefix = ""): Map<string, LeafValue> {
  const leaves = new Map<string, LeafValue>();
  for (const [key, value] of Object.entries(object)) {
    const name = `${prefix}${key}`;
    if (
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0
    ) {
      for (const [inner, leaf] of flatten(value as JsonObject, `${name}.`)) leaves.set(inner, leaf);
    } else {
      leaves.set(name, value);
    }
  }
  return leaves;
}

/** A value in a cell; a dash for what is not there. */
export function leafText(value: LeafValue | undefined): string {
  if (value === undefined || value === null) return "–";
  if (typeof value === "number") return short(value);
  if (typeof value === "string") return printableLine(value);
  return printableLine(spaced(value));
}

/** JSON with spaces after commas and colons, so that a long list can be broken into lines. */
function spaced(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${spaced(field)}`);
  return `{${fields.join(", ")}}`;
}
