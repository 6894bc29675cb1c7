/**
 * The vocabulary of the command line: a command is one typed table of its arguments and options. The parser,
 * the config-file reader, validation, help text and docs/cli.md all read that table, so none of them can
 * disagree with another. Nothing here parses or prints.
 */

import type { TerminalStyle } from "./terminal/style.ts";

/** What one argument or option accepts. A missing `default` makes an argument required, an option unset. */
export type ValueSpec =
  | { readonly kind: "boolean"; readonly description: string }
  | {
      readonly kind: "integer" | "number";
      readonly description: string;
      readonly default?: number;
      readonly min?: number;
      readonly max?: number;
    }
  | {
      readonly kind: "choice";
      readonly description: string;
      readonly choices: readonly string[];
      readonly default?: string;
    }
  | {
      readonly kind: "text";
      readonly description: string;
      /** The word that stands for the value in usage lines, such as `file`. */
      readonly valueName: string;
      readonly default?: string;
    }
  | {
      /** One or more texts; as an argument it takes all words that are left, so it must be the last one. */
      readonly kind: "texts";
      readonly description: string;
      readonly valueName: string;
    }
  | {
      /** Several values: with commas in between as a flag, a list in a config file. */
      readonly kind: "list";
      /** An entry is a text, or in a config file also a record. */
      readonly of: "number" | "entry";
      readonly description: string;
      readonly valueName: string;
      readonly min?: number;
      readonly max?: number;
    }
  | {
      /** Names with values, which only a config file can hold; whoever reads it checks them. */
      readonly kind: "record";
      readonly description: string;
    };

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

type PlainValue<S extends ValueSpec> = S extends { kind: "boolean" }
  ? boolean
  : S extends { kind: "integer" | "number" }
    ? number
    : S extends { kind: "choice"; choices: readonly (infer C)[] }
      ? C
      : S extends { kind: "texts" }
        ? readonly string[]
        : S extends { kind: "list"; of: infer Of }
          ? Of extends "number"
            ? readonly number[]
            : readonly ListEntry[]
          : S extends { kind: "record" }
            ? ConfigRecord
            : string;

type ValueOfOption<S extends ValueSpec> = S extends { kind: "boolean" } | { default: OptionValue }
  ? PlainValue<S>
  : PlainValue<S> | undefined;

/** The values a command's `run` receives, derived from its table. */
export type ValuesOf<A extends SpecTable, O extends SpecTable> = {
  readonly [K in keyof A]: PlainValue<A[K]>;
} & { readonly [K in keyof O]: ValueOfOption<O[K]> };

/** A line to type and what it does. */
export interface CommandExample {
  readonly line: string;
  readonly explanation: string;
}

/** What a running command may use of the outside world. */
export interface CommandContext {
  /** Decorates text meant for the result; plain when stdout is no terminal or colour is unwanted. */
  readonly style: TerminalStyle;
  /** Tells the user, on stderr, what is going on. */
  readonly progress: (text: string) => void;
  /** How many columns the terminal has; undefined when stdout is none, and nothing should be shortened. */
  readonly width: number | undefined;
}

/** The outcome of a command: one JSON document, and the same in words. Exactly one of them is printed. */
export interface CommandResult {
  readonly document: unknown;
  readonly text: string;
  /** 0 unless told: 1 where part of the work failed, 2 for a command that was to find mistakes of the user's, and did. */
  readonly exitCode?: 0 | 1 | 2;
}

/** A command with the types of its table forgotten, as the dispatcher sees it. */
export interface Command {
  /** What is typed after `windage`: one word, or several such as `data list`. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly arguments: SpecTable;
  readonly options: SpecTable;
  readonly examples: readonly CommandExample[];
  run(values: OptionValues, context: CommandContext): Promise<CommandResult>;
}

interface TypedCommand<A extends SpecTable, O extends SpecTable> extends Omit<Command, "run"> {
  readonly arguments: A;
  readonly options: O;
  run(values: ValuesOf<A, O>, context: CommandContext): Promise<CommandResult>;
}

/** Checks a command against its own table at compile time and forgets the types. */
export function defineCommand<const A extends SpecTable, const O extends SpecTable>(
  command: TypedCommand<A, O>,
): Command {
  return command;
}

/** Options that every command has besides its own. */
export const commonOptions = {
  config: {
    kind: "text",
    valueName: "file",
    description: "Read options from a YAML or JSON file; flags given on the command line win.",
  },
  json: {
    kind: "boolean",
    description: "Print exactly one JSON document to stdout; progress goes to stderr.",
  },
  help: { kind: "boolean", description: "Show this help." },
} as const satisfies SpecTable;

/** Options of `windage` itself, which may stand before or instead of a command. */
export const globalOptions = {
  help: { kind: "boolean", description: "Show help, for windage or for the command that follows." },
  version: { kind: "boolean", description: "Show the version." },
  json: commonOptions.json,
} as const satisfies SpecTable;

/** One-letter spellings. */
export const shortFlags: Readonly<Record<string, string>> = { "-h": "--help", "-v": "--version" };

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
      return `<${spec.choices.join("|")}>`;
    case "text":
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
      return `one of ${spec.choices.join(", ")}`;
    case "text":
      return `a ${spec.valueName}`;
    case "texts":
      return `one or more times a ${spec.valueName}`;
    case "list":
      return spec.of === "number"
        ? `numbers with commas in between, each ${bounded("a number", spec)}`
        : `a ${spec.valueName} or several with commas in between; in a config file a list`;
    case "record":
      return "names and values, in a config file";
  }
}

function bounded(noun: string, { min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min !== undefined && max !== undefined) return `${noun} from ${min} to ${max}`;
  if (min !== undefined) return `${noun} of at least ${min}`;
  return max === undefined ? noun : `${noun} of at most ${max}`;
}

/** The value a spec has when nobody sets it. */
export function defaultOf(spec: ValueSpec): boolean | number | string | undefined {
  if (spec.kind === "boolean") return false;
  return "default" in spec ? spec.default : undefined;
}

/** `windage bench [suite] [options]`. */
export function usageOf(command: Command): string {
  const words = Object.entries(command.arguments).map(([name, spec]) => {
    const word = spec.kind === "texts" ? `${name}…` : name;
    return defaultOf(spec) === undefined ? `<${word}>` : `[${word}]`;
  });
  return ["windage", command.name, ...words, "[options]"].join(" ");
}
