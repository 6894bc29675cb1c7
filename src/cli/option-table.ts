/**
 * The vocabulary of the command line: a command is one typed table of its arguments and options. The parser, the
 * config-file reader, validation, help text and docs/cli.md all read that table, so none of them can disagree with
 * another. What a value may be is in `settings/value-spec.ts`. Nothing here parses or prints.
 */

import { defaultOf } from "../settings/value-spec.ts";
import type { OptionValues, SpecTable, ValuesOf } from "../settings/value-spec.ts";
import type { Spelling } from "../wording.ts";
import type { TerminalStyle } from "./terminal/style.ts";

export { defaultOf, defaultsOf, expectationOf, flagOf, valueNameOf } from "../settings/value-spec.ts";
export type { OptionValue, OptionValues, SpecTable, ValueSpec } from "../settings/value-spec.ts";

/** A line to type and what it does. */
export interface CommandExample {
  readonly line: string;
  readonly explanation: string;
}

/** What a running command may use of the outside world. */
export interface CommandContext {
  /** How this command writes settings: its own flags, and where it has none, those of training. */
  readonly say: Spelling;
  /** Decorates text meant for the result; plain when stdout is no terminal or colour is unwanted. */
  readonly style: TerminalStyle;
  /** Tells the user, on stderr, what is going on. */
  readonly progress: (text: string) => void;
  /** How many columns the terminal has; undefined when stdout is none, and nothing should be shortened. */
  readonly width: number | undefined;
  /** Whether the document is printed, and not the words. */
  readonly json: boolean;
  /** Prints a piece of a result that is too long to hold; what is returned as text comes after it. */
  readonly print: (text: string) => void;
  /** The names of arguments and options that were typed or stand in the config file; the others have their defaults. */
  readonly given: ReadonlySet<string>;
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
  /** Whether it cannot do without the engine, which takes more addresses than some systems let a process have. */
  readonly computes?: true;
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

/** The values that were given; of the others a job knows the defaults itself. */
export function givenAmong<V extends object>(
  values: V,
  { given }: Pick<CommandContext, "given">,
): Partial<V> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => given.has(name))) as Partial<V>;
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
  explain: {
    kind: "boolean",
    description: "Say on stderr what the words of the result mean, such as TV, nats, regret and modes.",
  },
  help: { kind: "boolean", description: "Show this help." },
  helpAll: { kind: "boolean", description: "Show all options, by group." },
} as const satisfies SpecTable;

/** Options of `windage` itself, which may stand before or instead of a command. */
export const globalOptions = {
  help: { kind: "boolean", description: "Show help, for windage or for the command that follows." },
  version: { kind: "boolean", description: "Show the version." },
  json: commonOptions.json,
} as const satisfies SpecTable;

/** One-letter spellings. */
export const shortFlags: Readonly<Record<string, string>> = { "-h": "--help", "-v": "--version" };

/** `windage bench [suite] [options]`. */
export function usageOf(command: Command): string {
  const words = Object.entries(command.arguments).map(([name, spec]) => {
    const word = spec.kind === "texts" ? `${name}…` : name;
    return defaultOf(spec) === undefined ? `<${word}>` : `[${word}]`;
  });
  return ["windage", command.name, ...words, "[options]"].join(" ");
}
