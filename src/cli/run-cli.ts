/**
 * One run of the command line, from words to an exit code: finds the command, gathers its values (flags over
 * config file over defaults), runs it and prints the result or the error. It never touches `process`, so the
 * whole path can be driven with any streams.
 */

import { requireEngineAddresses } from "../address-space.ts";
import { WindageError } from "../error.ts";
import { blameTraced } from "../world/module/blame.ts";
import { standardOutput } from "../file/standard-output.ts";
import { isRecord } from "../is-record.ts";
import { describeThrown, isErrorOf, traceOf } from "../thrown.ts";
import { findCommand } from "./find-command.ts";
import { explained } from "./glossary.ts";
import { asTyped, type Invocation } from "./invocation.ts";
import { commandHelp, generalHelp, groupHelp } from "./help-text.ts";
import {
  defaultOf,
  flagOf,
  globalOptions,
  shortFlags,
  usageOf,
  type Command,
  type CommandContext,
  type CommandResult,
  type OptionValue,
  type OptionValues,
} from "./option-table.ts";
import { ourFault } from "./process-end.ts";
import { parseArguments, type TypedValues } from "./parse-arguments.ts";
import { asFlags } from "../run/config/run-options.ts";
import { flagsOf, nameOf } from "../settings/value-spec.ts";
import { suggestion } from "../suggest.ts";
import type { Spelling } from "../wording.ts";
import { printable, printableJson, printableStyled } from "./terminal/printable.ts";
import { eraseLine, type TerminalStyle } from "./terminal/style.ts";
import { wrapLines } from "./terminal/wrap.ts";

/** The outside world as one run sees it. */
export interface CliWorld {
  readonly version: string;
  readonly style: TerminalStyle;
  readonly errorStyle: TerminalStyle;
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Takes who is to hear what one is waiting for. */
  readonly onWaiting?: (listener: (text: string) => void) => void;
  /** What has gone wrong so far beside the work, in things of the user's. */
  readonly faults?: () => readonly WindageError[];
  /** The columns of the terminal stdout is, if it is one. */
  readonly width?: number;
  /** The same for stderr. */
  readonly errorWidth?: number;
  /** Whether stderr is a terminal on which a line can be taken back. */
  readonly rewrites?: boolean;
  /** What is typed before the name of a command, in lines to copy; "windage" unless told. */
  readonly invocation?: Invocation;
}

/** 0 success, 1 failure, 2 the user's mistake. */
export type ExitCode = 0 | 1 | 2;

/** Splits off the flags that may stand before the command, such as `windage --json bench`. */
function splitGlobals(words: readonly string[]): { globals: Set<string>; rest: readonly string[] } {
  const known = Object.keys(globalOptions).map((name) => flagOf(name));
  const globals = new Set<string>();
  for (const [index, word] of words.entries()) {
    if (!word.startsWith("-")) return { globals, rest: words.slice(index) };
    const flag = shortFlags[word] ?? word;
    if (!known.includes(flag)) {
      throw new WindageError(
        "cli/unknown-option",
        `windage: got the unknown option ${word} before a command; ${suggestion(word, known)} Options of a command go after its name.`,
      );
    }
    globals.add(flag);
  }
  return { globals, rest: [] };
}

/** Flags win over the config file, the config file over defaults. */
async function gatherValues(
  command: Command,
  typed: TypedValues,
): Promise<{ values: Record<string, OptionValue | undefined>; given: ReadonlySet<string> }> {
  const configPath = typed.get("config");
  const config =
    typeof configPath === "string"
      ? await (await import("./config-file.ts")).readConfigFile(configPath, command)
      : new Map<string, OptionValue>();
  const values: Record<string, OptionValue | undefined> = {};
  for (const [name, spec] of Object.entries({ ...command.arguments, ...command.options })) {
    values[name] = typed.get(name) ?? config.get(name) ?? defaultOf(spec);
  }
  const missing = Object.keys(command.arguments).find((name) => values[name] === undefined);
  if (missing !== undefined) {
    throw new WindageError(
      "cli/missing-argument",
      `windage ${command.name}: got no <${missing}>, expected ${usageOf(command)}; add it.`,
    );
  }
  return { values, given: new Set([...typed.keys(), ...config.keys()].filter((name) => name in values)) };
}

function helpResult(text: string): CommandResult {
  return { document: { help: text }, text };
}

async function dispatch(
  words: readonly string[],
  commands: readonly Command[],
  world: CliWorld,
  context: Omit<CommandContext, "given" | "say">,
): Promise<CommandResult & { readonly explanation?: string }> {
  const { globals, rest } = splitGlobals(words);
  if (globals.has("--version")) {
    return { document: { version: world.version }, text: world.version };
  }
  const asksHelp = globals.has("--help") || rest[0] === "help";
  const asked = rest[0] === "help" ? rest.slice(1) : rest;
  if (asked[0] === undefined || asked[0].startsWith("-")) {
    return helpResult(generalHelp(commands, world));
  }
  const found = findCommand(asked, commands);
  if ("group" in found) return helpResult(groupHelp(found.group, commands, world));
  const { command, parameters } = found;
  if (asksHelp) return helpResult(commandHelp(command, world));
  const typed = parseArguments(command, parameters);
  if (typed.get("helpAll") === true) return helpResult(commandHelp(command, world, { all: true }));
  if (typed.get("help") === true) return helpResult(commandHelp(command, world));
  const { values, given } = await gatherValues(command, typed);
  const result = await runCommand(command, values, { ...context, given, say: spellingOf(command) }, world);
  return typed.get("explain") === true ? { ...result, explanation: explanation(result.text) } : result;
}

/** What the words of a result mean; it goes to stderr, since the result may be for a program. */
function explanation(text: string): string {
  const lines = explained(text);
  return lines.length === 0 ? "--explain: there are no words to explain here." : lines.join("\n");
}

/** Runs a command; mistakes name settings by its flags. */
async function runCommand(
  command: Command,
  values: OptionValues,
  context: CommandContext,
  world: CliWorld,
): Promise<CommandResult> {
  // Before anything is read: where addresses are very few, loading what asks for them ends in a crash.
  if (command.computes) requireEngineAddresses();
  try {
    return await runPrinting(command, values, context, world);
  } catch (error) {
    throw error instanceof WindageError ? error.spelled(context.say) : error;
  }
}

/** Flags of the command, and where it has none for a setting, those of training. */
function spellingOf({ options }: Command): Spelling {
  const own = flagsOf(options);
  return (path, value) => (nameOf(options, path) === undefined ? asFlags : own)(path, value);
}

async function runPrinting(
  command: Command,
  values: OptionValues,
  context: CommandContext,
  world: CliWorld,
): Promise<CommandResult> {
  if (values["out"] !== standardOutput) return command.run(values, context);
  requirePrintable(command, values, { json: context.json, world });
  const result = await command.run(values, context);
  // Standard output belongs to what would be in the file, and what is said about it goes where progress goes.
  if (result.text !== "") context.progress(result.text);
  return { ...result, text: "" };
}

/** Refuses `--out -` where standard output cannot take what would be in the file. */
function requirePrintable(
  { name, options }: Command,
  { format }: Readonly<Record<string, OptionValue | undefined>>,
  { json, world }: { readonly json: boolean; readonly world: CliWorld },
): void {
  const refuse = (problem: string): WindageError =>
    new WindageError(
      "cli/conflict",
      `windage ${name}: got --out -, which is standard output, but ${problem}`,
    );
  const spec = options["out"];
  if (spec?.kind === "text" && spec.valueName !== "file")
    throw refuse(`expected a ${spec.valueName}; name one, such as ./result.`);
  if (json) throw refuse("--json prints one document there; leave one of them out, or name a file.");
  if (format === "parquet" && world.width !== undefined)
    throw refuse("a terminal cannot show parquet; name a file, or pipe it on.");
}

/** What an error is to whoever typed the command: with what went wrong beside it, and a module's where it comes from one. */
function asTold(thrown: unknown, fault: WindageError | undefined): unknown {
  const error = blameTraced(thrown) ?? thrown;
  if (fault === undefined || !isErrorOf(WindageError, error) || error.code === fault.code) return error;
  // The fault is why it ended; the error says how far it came.
  return new WindageError(fault.code, `${fault.message}\n${error.message}`, {
    kind: fault.kind,
    cause: error,
  });
}

function reportError(error: unknown, json: boolean, world: CliWorld): ExitCode {
  if (!isErrorOf(WindageError, error)) {
    const message = describeThrown(error);
    world.writeError(`${printable(traceOf(error) || message)}\n${ourFault}\n`);
    if (json) world.writeOut(`${jsonText({ error: { code: "cli/unexpected", message } })}\n`);
    return 1;
  }
  const { code, message } = error;
  if (json) world.writeOut(`${jsonText({ error: { code, message } })}\n`);
  else writeError(error, world);
  return error.kind === "user" ? 2 : 1;
}

function writeError({ code, message }: WindageError, world: CliWorld): void {
  const { errorStyle, errorWidth, invocation = "windage" } = world;
  const plain = wrapLines(asTyped(`error [${code}] ${printable(message)}`, invocation), errorWidth);
  const decorated = plain
    .replace("error", () => errorStyle.bad("error"))
    .replace(`[${code}]`, () => errorStyle.dim(`[${code}]`));
  world.writeError(`${decorated}\n`);
}

/** A result beside which something went wrong: both are told, and it is no success. */
function withFault<R extends CommandResult>(result: R, fault: WindageError, world: CliWorld): R {
  writeError(fault, world);
  const { code, message } = fault;
  const document = isRecord(result.document)
    ? { ...result.document, error: { code, message } }
    : result.document;
  return { ...result, document, exitCode: 1 };
}

function jsonText(document: unknown): string {
  return printableJson(JSON.stringify(document, null, 2));
}

/** What goes to a file or another program stays as it is; a terminal is only given what it cannot obey. */
function shownText(text: string, { width }: CliWorld): string {
  return width === undefined ? text : wrapLines(printableStyled(text), width);
}

/** Runs the command line once and returns the exit code for the process. */
export async function runCli(
  words: readonly string[],
  commands: readonly Command[],
  world: CliWorld,
): Promise<ExitCode> {
  const end = words.indexOf("--");
  // Looked for before parsing, because a parse error has to be printed as JSON too.
  const json = words.slice(0, end === -1 ? undefined : end).includes("--json");
  const context = {
    style: world.style,
    progress: (text: string) => {
      // A terminal may show a line about what is going on, which gives way to what is said.
      const erase = world.rewrites === true ? eraseLine : "";
      world.writeError(
        `${erase}${world.errorStyle.dim(wrapLines(asTyped(printable(text), world.invocation ?? "windage"), world.errorWidth))}\n`,
      );
    },
    width: world.width,
    json,
    print: (text: string) => world.writeOut(shownText(text, world)),
  };
  world.onWaiting?.(context.progress);
  try {
    const found = await dispatch(words, commands, world, context);
    const [fault] = world.faults?.() ?? [];
    const result = fault === undefined ? found : withFault(found, fault, world);
    // A result that was printed piece by piece has no more words.
    if (json || result.text !== "")
      world.writeOut(
        `${json ? jsonText(result.document) : shownText(asTyped(result.text, world.invocation ?? "windage"), world)}\n`,
      );
    if (found.explanation !== undefined) context.progress(`\n${found.explanation}`);
    return result.exitCode ?? 0;
  } catch (error) {
    const [fault] = world.faults?.() ?? [];
    return reportError(asTold(error, fault), json, world);
  }
}
