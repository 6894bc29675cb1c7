/**
 * JSON from files that anyone may have edited or made up: parsed with bounds on depth and without keys that could reach
 * a prototype, and compared with their check (`seal.ts`). Which fields there have to be is said with the schemas of
 * `document.ts`.
 */

import { WindageError } from "../error.ts";
import { isRecord } from "../is-record.ts";
import { unseal } from "./seal.ts";

/** Anything JSON can hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

const MAX_DEPTH = 64;

/** The error for something in a folder of ours that cannot be used. */
export function broken(where: string, reason: string, cause?: unknown): WindageError {
  return new WindageError("run/broken", `${where}: ${reason}; the folder is damaged or not one of ours`, {
    cause,
  });
}

/** Whether a parsed value is an object and no list. */
export function isObject(value: unknown): value is JsonObject {
  return isRecord(value);
}

/**
 * What is wrong with a parsed value, if anything: nested too deeply, inside itself (which JSON cannot say, but YAML can),
 * or with a key that is not data.
 */
export function problemIn(value: unknown, around: readonly unknown[] = []): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (around.includes(value)) return "it contains itself";
  if (around.length >= MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`;
  // Such a key is harmless until some later code copies it onto another object.
  if (Object.hasOwn(value, "__proto__")) return 'it has the key "__proto__"';
  const inside = [...around, value];
  for (const child of Object.values(value)) {
    const problem = problemIn(child, inside);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Parses text to an object, or says why it is none. */
export function tryParseObject(text: string): { readonly object: JsonObject } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "it is not valid JSON" };
  }
  if (!isObject(value)) return { problem: "it is not a JSON object" };
  const problem = problemIn(value);
  if (problem !== undefined) return { problem };
  const object = unseal(value);
  if (object !== undefined) return { object };
  return { problem: 'it has changed since it was written (its "check" does not fit)' };
}

/** Parses text to an object or throws `run/broken`. */
export function parseObject(text: string, where: string): JsonObject {
  const parsed = tryParseObject(text);
  if ("problem" in parsed) throw broken(where, parsed.problem);
  return parsed.object;
}
