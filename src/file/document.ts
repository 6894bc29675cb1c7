/**
 * What documents are made of, as schemas: every JSON file that anyone may have edited is read through one of these, so
 * that a complaint names the file, the field, what it is and what was expected. A schema stands beside the code that owns
 * its file. Files with schemas are imported when a document is read and not before, because the
 * validator takes long to load and whoever reads no document needs none.
 */
import { z } from "zod";
import type { WindageError } from "../error.ts";
import { broken, isObject, type JsonObject, type JsonValue } from "./json-document.ts";

export { z };

/** A text of at most `most` characters. */
export const text = (most = 200) => {
  const error = `a text of at most ${most} characters`;
  return z.string({ error }).max(most, { error });
};

/** A text, or null where the field is null or absent. */
export const textOrNull = (most = 200) =>
  text(most)
    .nullish()
    .transform((value) => value ?? null);

/** One of several texts. */
export const choice = <const T extends readonly [string, ...string[]]>(choices: T) =>
  z.enum(choices, { error: `one of ${choices.join(", ")}` });

const wholeNumber = "a whole number of at least 0";

/** A whole number of at least zero. */
export const count = z.int({ error: wholeNumber }).min(0, { error: wholeNumber });

const moment = "a time such as 2026-01-31T12:00:00.000Z";

/** A moment as `Date.toISOString` writes it. */
export const time = z
  .string({ error: moment })
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, { error: moment })
  .refine((value) => Number.isFinite(Date.parse(value)), { error: moment });

/** An object of any content. */
export const anyObject = z.custom<JsonObject>(isObject, { error: "an object" });

/** A list with something in it. */
export const listOf = <S extends z.ZodType>(item: S) =>
  z.array(item, { error: "a list" }).min(1, { error: "a list with something in it" });

/** The fields that a schema knows of an object, or an error (`run/broken` unless told) with the first that is wrong. */
export function readDocument<S extends z.ZodType>(
  schema: S,
  object: JsonObject,
  where: string,
  problem: (where: string, reason: string) => WindageError = broken,
): z.infer<S> {
  const result = schema.safeParse(object);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  const got = path.reduce<JsonValue | undefined>(
    (value, key) =>
      isObject(value) || Array.isArray(value) ? (value as JsonObject)[String(key)] : undefined,
    object,
  );
  const shown = got === undefined ? "nothing" : typeof got === "number" ? `${got}` : JSON.stringify(got);
  throw problem(where, `"${path.join(".")}" is ${shown.slice(0, 60)}, expected ${message}`);
}
