/** Turns nested JSON into lines: dotted names and plain values, for tables and for comparing two documents. */

import type { JsonObject, JsonValue } from "../../file/json-document.ts";
import { short } from "../../number-words.ts";
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
  if (Array.isArray(value) && value.length > 0 && value.every(isRow)) return value.map(rowText).join("; ");
  return printableLine(spaced(value));
}

/**
 * The final evaluation by names a reader cannot mistake: only divergences are bounded, and the total variation that
 * stands beside their limit is that of the policy which reaches it; another may have a smaller one.
 */
export function flattenEvaluation(summary: JsonObject): Map<string, LeafValue> {
  const ofLimit = new Map([["limit.tv", "tv at limit.klReverse"]]);
  return new Map(Array.from(flatten(summary), ([name, value]) => [ofLimit.get(name) ?? name, value]));
}

function isRow(value: JsonValue): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((field) => typeof field !== "object")
  );
}

/** The fields of a row without their names, which are the same in all. */
function rowText(row: JsonObject): string {
  return Object.values(row).map(leafText).join(" ");
}

/** JSON with spaces after commas and colons, so that a long list can be broken into lines. */
function spaced(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${spaced(field)}`);
  return `{${fields.join(", ")}}`;
}
