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
    };

/** Named specs; names are camelCase, as in config files, and become kebab-case flags on the command line. */
export type SpecTable = Readonly<Record<string, ValueSpec>>;

/** A validated value of any spec. */
export type OptionValue = boolean | number | string | readonly string[];

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
  /** 0 unless told: 2 for a command that was asked to find mistakes of the user's, and did. */
  readonly exitCode?: 0 | 2;
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
  }
}

/** The accepted values in words: "an integer from 1 to 10", "one of engine, all". */
export function expectationOf(spec: ValueSpec): string {
  switch (spec.kind) {
    case "boolean":
      return "true or false";
    case "integer":
    case "number": {
      const noun = spec.kind === "integer" ? "an integer" : "a number";
      if (spec.min !== undefined && spec.max !== undefined) {
        return `${noun} from ${spec.min} to ${spec.max}`;
      }
      if (spec.min !== undefined) return `${noun} of at least ${spec.min}`;
      return spec.max === undefined ? noun : `${noun} of at most ${spec.max}`;
    }
    case "choice":
      return `one of ${spec.choices.join(", ")}`;
    case "text":
      return `a ${spec.valueName}`;
    case "texts":
      return `one or more times a ${spec.valueName}`;
  }
}

/** The value a spec has when nobody sets it. */
export function defaultOf(spec: ValueSpec): OptionValue | undefined {
  if (spec.kind === "boolean") return false;
  return spec.kind === "texts" ? undefined : spec.default;
}

/** `windage bench [suite] [options]`. */
export function usageOf(command: Command): string {
  const words = Object.entries(command.arguments).map(([name, spec]) => {
    const word = spec.kind === "texts" ? `${name}…` : name;
    return defaultOf(spec) === undefined ? `<${word}>` : `[${word}]`;
  });
  return ["windage", command.name, ...words, "[options]"].join(" ");
}
