/**
 * What one option or argument accepts: its kind, bounds, default and words. Flags, config files, the records of runs,
 * help and docs/cli.md all read these specs, so none of them can disagree with another. Nothing here parses or checks;
 * that is `validate-value.ts`. It imports nothing, because the command line reads it before anything else.
 */

/** All values by name; what a condition looks at. */
export type Settings = Readonly<Record<string, unknown>>;

/** What has to hold of the other options for one to have an effect. */
export interface Condition {
  /** Completes "It has an effect only …". */
  readonly words: string;
  readonly holds: (settings: Settings) => boolean;
}

/** A default that takes the place of the usual one where something holds of the other options. */
export interface DefaultWhere<V> {
  readonly where: Condition;
  readonly default: V;
}

/** What every spec may say beside what it accepts. */
interface SpecFacts {
  readonly description: string;
  /** The path of its setting in the library, such as `batch.onPolicy`; its own name unless told. */
  readonly path?: string;
  /** The heading it stands under where there are many options. */
  readonly group?: string;
  /** Whether it is among the few that most people need; help shows these, and `--help-all` the others. */
  readonly common?: true;
  /** Without conditions it always has an effect. */
  readonly needs?: readonly Condition[];
}

/** A number within bounds. */
interface NumberSpec {
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
  if (min !== undefined && max !== undefined) return `${noun} from ${min} to ${max}`;
  if (min !== undefined) return `${noun} of at least ${min}`;
  return max === undefined ? noun : `${noun} of at most ${max}`;
}

/** The value a spec has when nobody sets it and no other option asks for another; `defaultAmong` asks them. */
export function defaultOf(spec: ValueSpec): boolean | number | string | undefined {
  if (spec.kind === "boolean") return false;
  return "default" in spec ? spec.default : undefined;
}

/** The value a number has when nobody sets it, given the other options. */
export function defaultAmong(
  { default: usual, defaults = [] }: NumberSpec & { readonly default: number },
  settings: Settings,
): number {
  return defaults.find(({ where }) => where.holds(settings))?.default ?? usual;
}

/** The defaults of a spec in words, the usual one first: `0.01`, `0.004 with --model transformer`. */
export function defaultsOf(spec: ValueSpec): readonly { readonly value: string; readonly where?: string }[] {
  const usual = defaultOf(spec);
  if (usual === undefined) return [];
  const others = "defaults" in spec && spec.defaults ? spec.defaults : [];
  return [
    { value: String(usual) },
    ...others.map(({ where, default: value }) => ({ value: String(value), where: where.words })),
  ];
}
