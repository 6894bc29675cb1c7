/** Help for `windage` and for each command, written from the option table. */

import {
  commonOptions,
  defaultsOf,
  expectationOf,
  flagOf,
  globalOptions,
  valueNameOf,
  shortFlags,
  usageOf,
  type Command,
  type CommandExample,
  type SpecTable,
  type ValueSpec,
} from "./option-table.ts";
import { effectOf } from "../settings/effect.ts";
import { flagsOf } from "../settings/value-spec.ts";
import { inWords } from "../wording.ts";
import { asTyped, lineAsTyped, type Invocation } from "./invocation.ts";
import type { TerminalStyle } from "./terminal/style.ts";
import { wrapShellLine, wrapText } from "./terminal/wrap.ts";

/** One sentence that says what Windage is, shared with the docs page. */
export const tagline =
  "Windage trains samplers that build objects in proportion to a reward, in environments that do not always do what they are told.";

interface Entry {
  readonly term: string;
  readonly text: string;
}

/** How a page is to look: decorations, and the columns there are if it goes to a terminal. */
export interface HelpLook {
  readonly style: TerminalStyle;
  readonly width?: number | undefined;
  /** What is typed before the name of a command; "windage" where nothing is said, as in docs. */
  readonly invocation?: Invocation | undefined;
}

/** Help goes into bug reports, so lines end here even when the terminal is wider. */
function lineWidth({ width }: HelpLook): number {
  return Math.max(40, Math.min(width ?? 96, 96));
}

function invocationIn({ invocation = "windage" }: HelpLook): Invocation {
  return invocation;
}

/** Descriptions in a column narrower than this go below what they describe instead. */
const narrowest = 32;

function section(title: string, entries: readonly Entry[], look: HelpLook): string[] {
  if (entries.length === 0) return [];
  const { style } = look;
  const width = lineWidth(look);
  const column = Math.max(...entries.map((entry) => entry.term.length)) + 4;
  if (width - column < narrowest) {
    const stacked = entries.map(({ term, text }) => `  ${term}\n      ${wrapText(text, width, 6)}`);
    return ["", style.bold(title), ...stacked];
  }
  const lines = entries.map(
    ({ term, text }) => `  ${term.padEnd(column - 2)}${wrapText(text, width, column)}`,
  );
  return ["", style.bold(title), ...lines];
}

/** The description followed by what is accepted and what holds when nothing is given. */
function explain(spec: ValueSpec, table: SpecTable): string {
  const say = flagsOf(table);
  const description = inWords(spec.description, say);
  const facts: string[] = [];
  const bounded = spec.kind === "integer" || spec.kind === "number";
  if (spec.kind === "record") facts.push("in config files only");
  if (bounded || spec.kind === "choice") facts.push(expectationOf(spec));
  const presets =
    spec.kind === "boolean" ? [] : defaultsOf(spec, say).filter((preset) => preset.value !== "");
  if (presets.length > 0) facts.push(`default ${presets.map((preset) => presetText(preset)).join(", ")}`);
  facts.push(...effectOf(spec, table));
  return facts.length === 0 ? description : `${description} (${facts.join("; ")})`;
}

function presetText({ value, where }: { readonly value: string; readonly where?: string }): string {
  return where === undefined ? value : `${value} ${where}`;
}

/** Entries of options that are told in the flags of a whole table. */
function optionEntries(options: SpecTable, table = options): Entry[] {
  return Object.entries(options).map(([name, spec]) => {
    if (spec.kind === "record") return { term: `${name}:`, text: explain(spec, table) };
    const flag = flagOf(name);
    const short = Object.keys(shortFlags).find((key) => shortFlags[key] === flag);
    // A choice is listed in its description; repeating it in the first column would push that far right.
    const value = spec.kind === "choice" ? "<choice>" : valueNameOf(spec);
    return {
      term: `${short === undefined ? "" : `${short}, `}${flag} ${value}`.trim(),
      text: explain(spec, table),
    };
  });
}

/** Lines to type stand alone, since the longest would leave no room beside it. */
function exampleLines(examples: readonly CommandExample[], look: HelpLook): string[] {
  if (examples.length === 0) return [];
  const width = lineWidth(look);
  const typed = (text: string): string => asTyped(text, invocationIn(look));
  const lines = examples.map(
    ({ line, explanation }) =>
      `  ${wrapShellLine(lineAsTyped(line, invocationIn(look)), width, 2)}\n      ${wrapText(typed(explanation), width, 6)}`,
  );
  return ["", look.style.bold("Examples"), ...lines];
}

/** Options under their headings, in the order in which the headings first come; those without one under "Options". */
export function byGroup(options: SpecTable): readonly (readonly [heading: string, options: SpecTable])[] {
  const found = new Map<string, Record<string, ValueSpec>>();
  for (const [name, spec] of Object.entries(options)) {
    const heading = spec.group ?? "Options";
    found.set(heading, { ...found.get(heading), [name]: spec });
  }
  return [...found];
}

/** The options that a page shows: the common ones, or all where none is marked so or all are asked for. */
function shownOptions({ options }: Command, all: boolean): SpecTable {
  const common = Object.entries(options).filter(([, { common }]) => common === true);
  return all || common.length === 0 ? options : Object.fromEntries(common);
}

function optionSections(command: Command, look: HelpLook, all: boolean): string[] {
  const shown = shownOptions(command, all);
  const total = Object.keys(command.options).length;
  const isShort = Object.keys(shown).length < total;
  const hasMore = Object.values(command.options).some(({ common }) => common === true);
  const { helpAll, ...others } = commonOptions;
  const everywhere: SpecTable = hasMore ? { ...others, helpAll } : others;
  if (isShort) {
    return [
      ...section("Options that most people need", optionEntries(shown, command.options), look),
      ...section("Options of every command", optionEntries(everywhere), look),
      "",
      wrapText(
        asTyped(
          `These are ${Object.keys(shown).length} of ${total} options; "windage ${command.name} --help-all" shows all, by group.`,
          invocationIn(look),
        ),
        lineWidth(look),
        0,
      ),
    ];
  }
  const groups = byGroup(command.options);
  if (groups.length < 2)
    return section("Options", optionEntries({ ...command.options, ...everywhere }), look);
  return [
    ...groups.flatMap(([heading, options]) =>
      section(heading, optionEntries(options, command.options), look),
    ),
    ...section("Options of every command", optionEntries(everywhere), look),
  ];
}

/** The page that `windage <command> --help` prints; with `all`, the one of `--help-all`. */
export function commandHelp(
  command: Command,
  look: HelpLook,
  { all = false }: { readonly all?: boolean } = {},
): string {
  return [
    wrapText(command.description, lineWidth(look), 0),
    "",
    look.style.bold("Usage"),
    `  ${lineAsTyped(usageOf(command), invocationIn(look))}`,
    ...section(
      "Arguments",
      Object.entries(command.arguments).map(([name, spec]) => ({
        term: name,
        text: explain(spec, command.options),
      })),
      look,
    ),
    ...optionSections(command, look, all),
    ...exampleLines(command.examples, look),
  ].join("\n");
}

/** The page that `windage data` prints: the commands whose names begin so. */
export function groupHelp(group: string, commands: readonly Command[], look: HelpLook): string {
  const members = commands.filter(({ name }) => name.startsWith(`${group} `));
  return [
    look.style.bold("Usage"),
    `  ${invocationIn(look)} ${group} <command> [options]`,
    ...section(
      "Commands",
      members.map(({ name, summary }) => ({ term: name, text: summary })),
      look,
    ),
    ...exampleLines(
      members.flatMap(({ examples }) => examples.slice(0, 1)),
      look,
    ),
    "",
    wrapText(
      `Run "${invocationIn(look)} ${group} <command> --help" for the options of a command.`,
      lineWidth(look),
      0,
    ),
  ].join("\n");
}

/** The first command of each group stands for the group, so that the list of examples stays short. */
function firstOfGroups(commands: readonly Command[]): readonly Command[] {
  const seen = new Set<string | undefined>();
  return commands.filter(({ name }) => {
    const [group] = name.split(" ");
    const isFirst = !seen.has(group);
    seen.add(group);
    return isFirst;
  });
}

/** The page that `windage` and `windage --help` print. */
export function generalHelp(commands: readonly Command[], look: HelpLook): string {
  return [
    wrapText(tagline, lineWidth(look), 0),
    "",
    look.style.bold("Usage"),
    `  ${invocationIn(look)} <command> [options]`,
    ...section(
      "Commands",
      commands.map(({ name, summary }) => ({ term: name, text: summary })),
      look,
    ),
    ...section("Options", optionEntries(globalOptions), look),
    ...exampleLines(
      firstOfGroups(commands).flatMap(({ examples }) => examples.slice(0, 1)),
      look,
    ),
    "",
    wrapText(
      `Run "${invocationIn(look)} <command> --help" for the options of a command.`,
      lineWidth(look),
      0,
    ),
    wrapText(
      "Exit codes: 0 success, 1 failure, 2 a mistake in what was typed or in a config file.",
      lineWidth(look),
      0,
    ),
  ].join("\n");
}
