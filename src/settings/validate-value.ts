/**
 * Checks one value against its spec and gives it its type. Flags bring strings, config files bring whatever
 * YAML or JSON made of them; both end here, so both get the same errors.
 */

import { WindageError, type ErrorCode } from "../error.ts";
import { isRecord } from "../is-record.ts";
import { describeValue } from "../known-fields.ts";
import { parseDecimal } from "../landscape/text/parse-decimal.ts";
import { didYouMean } from "../suggest.ts";
import { expectationOf, type ConfigRecord, type OptionValue, type ValueSpec } from "./value-spec.ts";

/** Longer lists and objects are told by what they are. */
const longestShown = 200;

function describe(value: unknown): string {
  if (typeof value === "string") return `"${value}"`;
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? describeValue(value));
  return text.length > longestShown ? describeValue(value) : text;
}

function invalid(
  source: string,
  spec: ValueSpec,
  value: unknown,
  advice: string,
  code: ErrorCode,
): WindageError {
  return new WindageError(
    code,
    `${source}: got ${describe(value)}, expected ${expectationOf(spec)}; ${advice}`,
  );
}

type Bounded = ValueSpec & { kind: "integer" | "number" | "list" };

function inRange(spec: Bounded, value: number): boolean {
  const integers = spec.kind === "integer" || (spec.kind === "list" && spec.of === "integer");
  const whole = !integers || Number.isSafeInteger(value);
  return whole && value >= (spec.min ?? -Infinity) && value <= (spec.max ?? Infinity);
}

/** The text of a flag as the type its spec wants, or unchanged when it cannot be that type. */
function fromText(spec: ValueSpec, text: string): unknown {
  if (spec.kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (spec.kind !== "integer" && spec.kind !== "number") return text;
  return parseDecimal(text) ?? text;
}

/** The words of a command, from a list or from JSON; null where it is neither. */
function wordsOf(value: unknown): readonly string[] | null {
  const words: unknown[] = Array.isArray(value) ? value : listFrom(value);
  const usable = words.every((word): word is string => typeof word === "string" && word !== "");
  return usable && words.length > 0 ? words : null;
}

function listFrom(text: unknown): unknown[] {
  try {
    const list: unknown = JSON.parse(String(text));
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** The items of a list, of which a text may hold several; null where one of them cannot be. */
function itemsOf(
  spec: ValueSpec & { kind: "list" },
  value: unknown,
): (number | string | ConfigRecord)[] | null {
  const parts = (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item) =>
    typeof item === "string" ? item.split(",").map((part) => part.trim()) : [item],
  );
  const items = parts.map((item) => {
    if (spec.of === "entry") return (typeof item === "string" && item !== "") || isRecord(item) ? item : null;
    const number = typeof item === "string" ? parseDecimal(item) : item;
    return typeof number === "number" && Number.isFinite(number) && inRange(spec, number) ? number : null;
  });
  return items.includes(null) || items.length === 0 ? null : (items as (number | string | ConfigRecord)[]);
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === "string" && text !== "")
  );
}

function choiceAdvice(choices: readonly string[], value: unknown): string {
  const meant = typeof value === "string" ? didYouMean(value, choices) : undefined;
  return meant ?? "choose one of them.";
}

/** Returns the checked value; `source` names the flag or the file and key in errors. */
export function validateValue(
  spec: ValueSpec,
  value: unknown,
  source: string,
  code: ErrorCode = "cli/invalid-value",
): OptionValue {
  switch (spec.kind) {
    case "boolean":
      if (typeof value === "boolean") return value;
      throw invalid(source, spec, value, "write true or false, without quotes in a file.", code);
    case "integer":
    case "number":
      if (typeof value === "number" && Number.isFinite(value) && inRange(spec, value)) return value;
      throw invalid(source, spec, value, "give a number in that range.", code);
    case "choice": {
      if (typeof value === "string" && spec.choices.includes(value)) return value;
      const number = typeof value === "string" ? parseDecimal(value) : value;
      if (spec.orNumber === true && typeof number === "number" && Number.isFinite(number)) return number;
      throw invalid(source, spec, value, choiceAdvice(spec.choices, value), code);
    }
    case "text":
      if (typeof value === "string" && value !== "") return value;
      if (spec.joins === true && isListOfTexts(value)) return value.join(",");
      throw invalid(source, spec, value, "give a text that is not empty.", code);
    case "texts": {
      const texts: unknown[] = Array.isArray(value) ? value : [value];
      const usable = texts.every((text): text is string => typeof text === "string" && text !== "");
      if (usable && texts.length > 0) return texts;
      throw invalid(source, spec, value, "give texts that are not empty.", code);
    }
    case "words": {
      const words = wordsOf(value);
      if (words !== null) return words;
      const advice =
        "there is no shell, so each word stands alone; on the command line the list goes into single quotes.";
      throw invalid(source, spec, value, advice, code);
    }
    case "list": {
      const items = itemsOf(spec, value);
      if (items !== null) return items;
      throw invalid(source, spec, value, "give at least one, and nothing else between the commas.", code);
    }
    case "record":
      if (isRecord(value)) return value;
      throw invalid(source, spec, value, 'write "name: value" lines below it.', code);
  }
}

/** `validateValue` for text typed on the command line. */
export function validateText(spec: ValueSpec, text: string, source: string): OptionValue {
  return validateValue(spec, fromText(spec, text), source);
}
