/**
 * Turns the words after `windage <command>` into values by the command's table. It knows flags (`--name value`,
 * `--name=value`, `--no-name`), positional arguments and `--`; it reads no files and fills in no defaults.
 */

import { WindageError } from "../error.ts";
import {
  commonOptions,
  expectationOf,
  flagOf,
  shortFlags,
  usageOf,
  type Command,
  type OptionValue,
  type SpecTable,
  type ValueSpec,
} from "./option-table.ts";
import { suggestion } from "../suggest.ts";
import { validateText } from "../settings/validate-value.ts";

/** What was typed, by option or argument name. */
export type TypedValues = Map<string, OptionValue>;

interface Flag {
  readonly name: string;
  readonly spec: ValueSpec;
  readonly negated: boolean;
}

function flagsOf(command: Command): Map<string, Flag> {
  const flags = new Map<string, Flag>();
  const specs: SpecTable = { ...command.options, ...commonOptions };
  for (const [name, spec] of Object.entries(specs)) {
    if (spec.kind === "record") continue;
    flags.set(flagOf(name), { name, spec, negated: false });
    if (spec.kind === "boolean" && Object.hasOwn(command.options, name)) {
      flags.set(`--no-${flagOf(name).slice(2)}`, { name, spec, negated: true });
    }
  }
  return flags;
}

function looksLikeFlag(word: string): boolean {
  return word.startsWith("-") && word !== "-" && !/^-\.?\d/.test(word);
}

function unknownFlag(text: string, command: Command, flags: ReadonlyMap<string, Flag>): WindageError {
  const inFile = Object.entries(command.options).find(
    ([name, spec]) => spec.kind === "record" && flagOf(name) === text,
  );
  if (inFile !== undefined) {
    return new WindageError(
      "cli/unknown-option",
      `windage ${command.name}: got ${text}, expected "${inFile[0]}" in a config file, because no flag can hold it; see --config.`,
    );
  }
  for (const [holder, spec] of Object.entries(command.options)) {
    const key = spec.kind === "record" ? spec.keys?.find((name) => flagOf(name) === text) : undefined;
    if (key === undefined) continue;
    return new WindageError(
      "cli/unknown-option",
      `windage ${command.name}: got ${text}, expected "${key}" in a config file, under "${holder}" for all or in one entry of a list for that alone; see --config.`,
    );
  }
  const known = [...flags].filter(([, flag]) => !flag.negated).map(([name]) => name);
  const page = Object.values(command.options).some(({ common }) => common === true) ? "--help-all" : "--help";
  return new WindageError(
    "cli/unknown-option",
    `windage ${command.name}: got the unknown option ${text}; ${suggestion(text, known)} Run "windage ${command.name} ${page}" for the list.`,
  );
}

function takeArgument(word: string, command: Command, typed: TypedValues): void {
  const next = Object.entries(command.arguments).find(
    ([name, spec]) => spec.kind === "texts" || !typed.has(name),
  );
  if (next === undefined) {
    throw new WindageError(
      "cli/unexpected-argument",
      `windage ${command.name}: got the extra argument "${word}", expected ${usageOf(command)}; leave it out, or put it in quotes with the word before it.`,
    );
  }
  const [name, spec] = next;
  keep(typed, name, validateText(spec, word, `windage ${command.name} <${name}>`));
}

/** What is typed later wins, except that lists grow. */
function keep(typed: TypedValues, name: string, value: OptionValue): void {
  const earlier = typed.get(name);
  typed.set(name, isList(earlier) && isList(value) ? [...earlier, ...value] : value);
}

function isList(value: OptionValue | undefined): value is Extract<OptionValue, readonly unknown[]> {
  return Array.isArray(value);
}

/** Reads the value of a flag and says whether it took the word after it. */
function takeFlag(
  flag: Flag,
  text: string,
  inline: string | undefined,
  next: string | undefined,
): [OptionValue, boolean] {
  if (flag.spec.kind === "boolean") {
    const value = inline === undefined || validateText(flag.spec, inline, text) === true;
    return [value !== flag.negated, false];
  }
  if (inline !== undefined) return [validateText(flag.spec, inline, text), false];
  if (next === undefined || looksLikeFlag(next)) {
    throw new WindageError(
      "cli/missing-value",
      `${text}: got ${next === undefined ? "nothing" : next} after it, expected ${expectationOf(flag.spec)}; write ${text}=value if the value starts with a dash.`,
    );
  }
  return [validateText(flag.spec, next, text), true];
}

/** Parses the words that follow the command's name. */
export function parseArguments(command: Command, words: readonly string[]): TypedValues {
  const flags = flagsOf(command);
  const typed: TypedValues = new Map();
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--") {
      for (const rest of words.slice(i + 1)) takeArgument(rest, command, typed);
      break;
    }
    if (!looksLikeFlag(word)) {
      takeArgument(word, command, typed);
      continue;
    }
    const equals = word.indexOf("=");
    const spelled = equals === -1 ? word : word.slice(0, equals);
    const inline = equals === -1 ? undefined : word.slice(equals + 1);
    const text = shortFlags[spelled] ?? spelled;
    const flag = flags.get(text);
    if (flag === undefined) throw unknownFlag(spelled, command, flags);
    const [value, tookNext] = takeFlag(flag, text, inline, words[i + 1]);
    keep(typed, flag.name, value);
    if (tookNext) i++;
  }
  return typed;
}
