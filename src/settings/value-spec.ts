/**
 * What one option or argument accepts: its kind, bounds, default and words. Flags, config files, the records of runs,
 * help and docs/cli.md all read these specs, so none of them can disagree with another. Nothing here parses or checks;
 * that is `validate-value.ts`. It loads nothing, because the command line reads it before anything else.
 */
import { inLibrary, inWords, type Said, type Spelling } from "../wording.ts";

/** All values by name; what a condition looks at. */
export type Settings = Readonly<Record<string, unknown>>;

/** What has to hold of the other settings for one to have an effect. */
export interface Condition {
  /** Completes "It has an effect only …"; names settings as its reader writes them. */
  readonly words: Said;
  readonly holds: (settings: Settings) => boolean;
}

/** A default that takes the place of the usual one where something holds of the other options. */
export interface DefaultWhere<V> {
  readonly where: Condition;
  readonly default: V;
}

/** What is outside of this library: files that are read (`NAME=file` where there are several) and what is run or asked. */
export type Opening = "file" | "named files" | "program" | "service" | "module";

/** What every spec may say beside what it accepts. */
interface SpecFacts {
  readonly description: Said;
  /** The path of its setting in the library, such as `batch.onPolicy`; its own name unless told. */
  readonly path?: string;
  /** What it is called as a flag, in config files and in records, where that is something else than its path. */
  readonly name?: string;
  /** What it makes Windage open, start or ask: whoever is asked for trust is told of it. */
  readonly opens?: Opening;
  /** Whether it says how scores are asked for, which is nothing about what they are. */
  readonly waysOfAsking?: true;
  /** The value with which it is left out in the library. */
  readonly unset?: OptionValue;
  /** What a program may give that nobody can type, or may give more freely. */
  readonly inPrograms?: InPrograms;
  /** The heading it stands under where there are many options. */
  readonly group?: string;
  /** Whether it is among the few that most people need; help shows these, and `--help-all` the others. */
  readonly common?: true;
  /** Without conditions it always has an effect. */
  readonly needs?: readonly Condition[];
  /** What it needs beside these in a program. */
  readonly needsInPrograms?: readonly Condition[];
}

/** What a program may give in place of what can be typed, or within which other bounds. */
type InPrograms = ProgramSpec | { readonly kind?: never; readonly choices: readonly string[] } | NumberRange;

/** From where to where a number goes, both included. */
interface NumberRange {
  readonly kind?: never;
  readonly min?: number;
  readonly max?: number;
}

/** What only code can give. */
export type ProgramSpec =
  /** An object that can do something; `such` is how one comes by it. */
  | { readonly kind: "part"; readonly does: string; readonly such: string }
  | { readonly kind: "function" }
  /** A number above 0, infinite where there is no limit. */
  | { readonly kind: "limit" }
  /** A list whose entries are checked by whoever reads them. */
  | { readonly kind: "entries"; readonly such: string };

/** A number within bounds. */
export interface NumberSpec {
  readonly kind: "integer" | "number";
  readonly default?: number;
  /** The first that holds counts, before `default`. */
  readonly defaults?: readonly DefaultWhere<number>[];
  readonly min?: number;
  readonly max?: number;
}

/** What is accepted. A missing `default` makes an argument required, an option unset. */
export type ValueSpec = SpecFacts &
  (
    | { readonly kind: "boolean" }
    | NumberSpec
    | {
        readonly kind: "choice";
        readonly choices: readonly string[];
        /** Whether any number will do as well. */
        readonly orNumber?: true;
        readonly default?: string;
      }
    | {
        readonly kind: "text";
        /** The word that stands for the value in usage lines, such as `file`. */
        readonly valueName: string;
        readonly default?: string;
        /** Whether it names several things with commas in between, and may be a list in a config file. */
        readonly joins?: true;
      }
    | {
        /** One or more texts; as an argument it takes all words that are left, so it must be the last one. */
        readonly kind: "texts";
        readonly valueName: string;
      }
    | {
        /** The words of a program and its arguments: a JSON list as a flag, a list in a config file. */
        readonly kind: "words";
        readonly valueName: string;
      }
    | {
        /** Several values: with commas in between as a flag, a list in a config file. */
        readonly kind: "list";
        /** An entry is a text, or in a config file also a record. */
        readonly of: "number" | "integer" | "entry";
        readonly valueName: string;
        readonly min?: number;
        readonly max?: number;
      }
    | {
        /** Names with values, which only a config file can hold; whoever reads it checks them. */
        readonly kind: "record";
        /** Names it may hold that people look for among the flags. */
        readonly keys?: readonly string[];
      }
  );

/** What has all fields of several types. */
export type UnionToIntersection<U> = (U extends unknown ? (u: U) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Named specs; names are camelCase, as in config files, and become kebab-case flags on the command line. */
export type SpecTable = Readonly<Record<string, ValueSpec>>;

/** Names with values from a config file, not checked yet. */
export type ConfigRecord = Readonly<Record<string, unknown>>;

/** A text, or what a config file has in its place. */
export type ListEntry = string | ConfigRecord;

/** A validated value of any spec. */
export type OptionValue = boolean | number | string | readonly (number | ListEntry)[] | ConfigRecord;

/** Validated values by name. */
export type OptionValues = Readonly<Record<string, OptionValue | undefined>>;

/** The type of a value that was given. */
export type PlainValue<S extends ValueSpec> = S extends { kind: "boolean" }
  ? boolean
  : S extends { kind: "integer" | "number" }
    ? number
    : S extends { kind: "choice"; choices: readonly (infer C)[] }
      ? C | (S extends { orNumber: true } ? number : never)
      : S extends { kind: "texts" | "words" }
        ? readonly string[]
        : S extends { kind: "list"; of: infer Of }
          ? Of extends "number" | "integer"
            ? readonly number[]
            : readonly ListEntry[]
          : S extends { kind: "record" }
            ? ConfigRecord
            : string;

/** Whether something holds when nobody gives a value. */
type HasDefault = { kind: "boolean" } | { default: OptionValue };

/** The type of an option's value: undefined where nothing was given and there is no default. */
export type ValueOfOption<S extends ValueSpec> = S extends HasDefault
  ? PlainValue<S>
  : PlainValue<S> | undefined;

/** The same in a record of a run, where every name has a value and null stands for none. */
export type RecordedValue<S extends ValueSpec> = S extends HasDefault ? PlainValue<S> : PlainValue<S> | null;

/** A whole table in a record of a run. */
export type Recorded<Table extends SpecTable> = { readonly [K in keyof Table]: RecordedValue<Table[K]> };

/** The values a command's `run` receives, derived from its table. */
export type ValuesOf<A extends SpecTable, O extends SpecTable> = {
  readonly [K in keyof A]: PlainValue<A[K]>;
} & { readonly [K in keyof O]: ValueOfOption<O[K]> };

/** A table by the names that its settings have as flags and in records. */
export type Named<Table extends SpecTable> = {
  readonly [
    Path in keyof Table as Table[Path] extends { readonly name: infer Name extends string } ? Name : Path
  ]: Table[Path];
};

/** A table that is keyed by paths of the library, by names, each with its path. */
export function named<const Table extends SpecTable>(table: Table): Named<Table> {
  const entries = Object.entries(table).map(
    ([path, spec]) => [spec.name ?? path, { ...spec, path }] as const,
  );
  return Object.fromEntries(entries) as unknown as Named<Table>;
}

/** The flags of a table as a spelling: `--on-policy` for `batch.onPolicy`; what is no flag here keeps its path. */
export function flagsOf(table: SpecTable): Spelling {
  return (path, value) => {
    const name = nameOf(table, path);
    const flag = name === undefined ? path : flagOf(name);
    if (value === undefined || (value === true && name !== undefined)) return flag;
    return value === false && name !== undefined ? `--no-${flag.slice(2)}` : `${flag} ${value}`;
  };
}

/** The names of tables as a spelling: `onPolicy` for `batch.onPolicy`, as in config files and in the settings of jobs. */
export function namesOf(...tables: readonly SpecTable[]): Spelling {
  return (path, value) => {
    const [name = path] = tables.flatMap((table) => nameOf(table, path) ?? []);
    return inLibrary(name, value);
  };
}

/** What a setting is called in a table; undefined where it stands in none of its entries. */
export function nameOf(table: SpecTable, path: string): string | undefined {
  return Object.keys(table).find((name) => (table[name]!.path ?? name) === path);
}

/** Settings in a list, as far as there are such where it is read: in a program all of them. */
export function anyOf(say: Spelling, paths: readonly string[]): string {
  const told = paths.map((path) => say(path));
  const known = told.filter((text, i) => text !== paths[i]);
  const names = known.length === 0 ? told : known;
  return [...names.slice(0, -2), names.slice(-2).join(" or ")].join(", ");
}

/** `learningRate` is `--learning-rate` on the command line. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** How a value is written in usage lines: `<file>`, `<n>`, `engine|all`. */
export function valueNameOf(spec: ValueSpec): string {
  switch (spec.kind) {
    case "boolean":
    case "record":
      return "";
    case "integer":
    case "number":
      return "<n>";
    case "choice":
      return `<${[...spec.choices, ...(spec.orNumber === true ? ["n"] : [])].join("|")}>`;
    case "text":
    case "words":
      return `<${spec.valueName}>`;
    case "texts":
      return `<${spec.valueName}…>`;
    case "list":
      return `<${spec.valueName},…>`;
  }
}

/** The accepted values in words: "an integer from 1 to 10", "one of engine, all". */
export function expectationOf(spec: ValueSpec): string {
  switch (spec.kind) {
    case "boolean":
      return "true or false";
    case "integer":
      return bounded("an integer", spec);
    case "number":
      return bounded("a number", spec);
    case "choice":
      return `one of ${spec.choices.join(", ")}${spec.orNumber === true ? ", or a number" : ""}`;
    case "text":
      return withArticle(spec.valueName);
    case "texts":
      return `one or more times ${withArticle(spec.valueName)}`;
    case "words":
      return `the words of a command: '["python3","score.py"]' as a flag, a list in a config file`;
    case "list":
      return spec.of !== "entry"
        ? `numbers with commas in between, each ${bounded(spec.of === "integer" ? "an integer" : "a number", spec)}`
        : `${withArticle(spec.valueName)} or several with commas in between; in a config file a list`;
    case "record":
      return "names and values, in a config file";
  }
}

function withArticle(noun: string): string {
  // Of letters there are several.
  if (/[^s]s$/.test(noun)) return noun;
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

function bounded(noun: string, { min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min !== undefined && max !== undefined && max !== Infinity) return `${noun} from ${min} to ${max}`;
  if (min !== undefined) return `${noun} of at least ${min}`;
  return max === undefined || max === Infinity ? noun : `${noun} of at most ${max}`;
}

/** The value a spec has when nobody sets it and no other option asks for another; `defaultAmong` asks them. */
export function defaultOf(spec: ValueSpec): boolean | number | string | undefined {
  if (spec.kind === "boolean") return false;
  return "default" in spec ? spec.default : undefined;
}

/** The value a number has when nobody sets it, given the other options. */
export function defaultAmong<Usual extends number | undefined>(
  { default: usual, defaults = [] }: { readonly default?: Usual } & Pick<NumberSpec, "defaults">,
  settings: Settings,
): number | Usual {
  return defaults.find(({ where }) => where.holds(settings))?.default ?? (usual as Usual);
}

/** The defaults of a spec in words, the usual one first: `0.01`, `0.004 with --model transformer`. */
export function defaultsOf(
  spec: ValueSpec,
  say: Spelling,
): readonly { readonly value: string; readonly where?: string }[] {
  const usual = defaultOf(spec);
  if (usual === undefined) return [];
  const others = "defaults" in spec && spec.defaults ? spec.defaults : [];
  return [
    { value: String(usual) },
    ...others.map(({ where, default: value }) => ({
      value: String(value),
      where: inWords(where.words, say),
    })),
  ];
}
