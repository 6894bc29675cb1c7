/**
 * Names of fields in what a program hands over. Types tell TypeScript which there are; this tells it to everyone, since
 * a misspelt field would otherwise be passed over and something else be done in silence.
 */
import { WindageError, type ErrorCode } from "./error.ts";
import { isRecord } from "./is-record.ts";
import { suggestion } from "./suggest.ts";

type KeysOf<T> = T extends unknown ? keyof T : never;

/** Every field of a type by name; the compiler sees to it that none is missing and none too many. */
export type Fields<T> = Readonly<Record<KeysOf<Required<T>> & string, true>>;

/** Refuses what is no object, and fields that are not among the known ones; `where` names what was called. */
export function requireKnownFields(
  code: ErrorCode,
  where: string,
  value: unknown,
  fields: Readonly<Record<string, true>>,
): void {
  const names = Object.keys(fields);
  if (!isRecord(value)) {
    throw new WindageError(
      code,
      `${where}: got ${describeValue(value)}, expected an object with fields such as ${names.slice(0, 3).join(", ")}.`,
    );
  }
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (unknown === undefined) return;
  throw new WindageError(code, `${where}: got the unknown field "${unknown}"; ${suggestion(unknown, names)}`);
}

/** What was handed over, in few words. */
export function describeValue(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (Array.isArray(value)) return "a list";
  if (isRecord(value)) return "an object";
  return typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : String(value);
}
