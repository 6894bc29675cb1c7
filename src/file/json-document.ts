/**
 * JSON from files that anyone may have edited or made up: parsed with bounds on depth, without keys that could
 * reach a prototype, and taken apart field by field. Every complaint names the file and the field. What the
 * fields of a particular file are is said beside that file, not here.
 */

import { WindageError } from "../error.ts";

/** Anything JSON can hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

const MAX_DEPTH = 64;

/** The error for something in a run folder that cannot be used. */
export function broken(where: string, reason: string, cause?: unknown): WindageError {
  return new WindageError("run/broken", `${where}: ${reason}; the run folder is damaged or not one of ours`, {
    cause,
  });
}

/** Whether a parsed value is an object and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is wrong with a parsed value, if anything: nested too deeply, or with a key that is not data. */
function problemIn(value: unknown, depth: number): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`;
  // Such a key is harmless until some later code copies it onto another object.
  if (Object.hasOwn(value, "__proto__")) return 'it has the key "__proto__"';
  for (const child of Object.values(value)) {
    const problem = problemIn(child, depth + 1);
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
  const problem = problemIn(value, 1);
  return problem === undefined ? { object: value } : { problem };
}

/** Parses text to an object or throws `run/broken`. */
export function parseObject(text: string, where: string): JsonObject {
  const parsed = tryParseObject(text);
  if ("problem" in parsed) throw broken(where, parsed.problem);
  return parsed.object;
}

/** Takes the fields of one object, complaining with the file's name. */
export class Fields {
  readonly #object: JsonObject;
  readonly #where: string;

  constructor(object: JsonObject, where: string) {
    this.#object = object;
    this.#where = where;
  }

  #wrong(name: string, expected: string): WindageError {
    const value = Object.hasOwn(this.#object, name) ? this.#object[name] : undefined;
    const got = value === undefined ? "nothing" : (JSON.stringify(value) ?? "").slice(0, 60);
    return broken(this.#where, `"${name}" is ${got}, expected ${expected}`);
  }

  #get(name: string): JsonValue | undefined {
    return Object.hasOwn(this.#object, name) ? this.#object[name] : undefined;
  }

  /** A text of at most `most` characters. */
  text(name: string, most = 200): string {
    const value = this.#get(name);
    if (typeof value === "string" && value.length <= most) return value;
    throw this.#wrong(name, `a text of at most ${most} characters`);
  }

  /** A text, or null where the field is null or absent. */
  textOrNull(name: string, most = 200): string | null {
    const value = this.#get(name);
    return value === undefined || value === null ? null : this.text(name, most);
  }

  /** One of several texts. */
  choice<const T extends string>(name: string, choices: readonly T[]): T {
    const value = this.#get(name);
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw this.#wrong(name, `one of ${choices.join(", ")}`);
  }

  /** A whole number of at least zero. */
  count(name: string): number {
    const value = this.#get(name);
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.#wrong(name, "a whole number of at least 0");
  }

  /** A moment as `Date.toISOString` writes it. */
  time(name: string): string {
    const value = this.#get(name);
    if (typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(value)) {
      if (Number.isFinite(Date.parse(value))) return value;
    }
    throw this.#wrong(name, "a time such as 2026-01-31T12:00:00.000Z");
  }

  /** An object of any content. */
  object(name: string): JsonObject {
    const value = this.#get(name);
    if (isObject(value)) return value;
    throw this.#wrong(name, "an object");
  }
}
