/**
 * Writes docs/cli.md from the command table, so that the page cannot drift from the program. With `--check` it
 * writes nothing and fails when the committed page is out of date.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { commands } from "../src/cli/commands/index.ts";
import { byGroup, tagline } from "../src/cli/help-text.ts";
import { effectOf } from "../src/settings/effect.ts";
import { flagsOf } from "../src/settings/value-spec.ts";
import { inWords } from "../src/wording.ts";
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
  type SpecTable,
} from "../src/cli/option-table.ts";

const introduction = `# The command line

<!-- Written by \`npm run docs:cli\` from the table in src/cli. Change it there. -->
<!-- not run, whole page "3f9a": kept scores have another id on every machine -->
<!-- not run, whole page "--condition PAX4": needs a run under conditions, as docs/conditions.md makes one -->
<!-- not run, whole page "--resume comparisons": needs a comparison of that name -->

${tagline}

    windage <command> [options]

## What every command keeps to

- **Help**: \`windage <command> --help\` shows arguments, options and examples; where there are many options, the few that most people need, and \`--help-all\` all of them. \`windage\` alone shows the commands.
- **Options without effect**: an option that would do nothing, given the others, is an error that says what it would need.
- **Flags** are written \`--name value\` or \`--name=value\`; a switch is turned off with \`--no-name\`. What follows \`--\` is taken as arguments. An unknown flag, command or config key is an error with a suggestion.
- **Config files**: \`--config file.yaml\` (or \`.json\`) sets any argument or option of the command by its name in the tables below. Flags win over the file, the file wins over defaults.
- **JSON**: with \`--json\`, stdout holds exactly one JSON document and nothing else; progress goes to stderr. When the command fails, that document is \`{"error": {"code": "…", "message": "…"}}\`.
- **Exit codes**: 0 success, 1 failure, 2 a mistake in what was typed or in a config file.
- **Errors** go to stderr (without \`--json\`) with a stable code such as \`cli/unknown-option\`, and say what was got, what was expected and what to do.
- **Colour** is used on terminals only, and never when \`NO_COLOR\` is set.
`;

/** A cell of a Markdown table; a bar inside it would start a new cell. */
function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.map((text) => cell(text)).join(" | ")} |`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [tableLine(header), tableLine(header.map(() => "---")), ...rows.map((row) => tableLine(row))].join(
    "\n",
  );
}

function rowsOf(specs: SpecTable, spelling: (name: string) => string, table = specs): string[][] {
  const say = flagsOf(table);
  return Object.entries(specs).map(([name, spec]) => [
    spelling(name),
    `\`${name}\``,
    expectationOf(spec),
    defaultsOf(spec, say)
      .map(({ value, where }) => `\`${value}\`${where === undefined ? "" : ` ${where}`}`)
      .join(", "),
    [inWords(spec.description, say), ...effectOf(spec, table).map((words) => `Has an effect ${words}.`)].join(
      " ",
    ),
  ]);
}

function optionSpelling(specs: SpecTable): (name: string) => string {
  return (name) => {
    if (specs[name]?.kind === "record") return "in config files only";
    const flag = flagOf(name);
    const short = Object.keys(shortFlags).find((key) => shortFlags[key] === flag);
    const value = specs[name] === undefined ? "" : valueNameOf(specs[name]);
    return `${short === undefined ? "" : `\`${short}\`, `}\`${`${flag} ${value}`.trim()}\``;
  };
}

function commandSection(command: Command): string {
  const headings = ["name in config", "accepts", "default", "what it does"];
  const parts = [`## windage ${command.name}`, command.description, `    ${usageOf(command)}`];
  if (Object.keys(command.arguments).length > 0) {
    parts.push(
      table(
        ["argument", ...headings],
        rowsOf(command.arguments, (name) => `\`${name}\``),
      ),
    );
  }
  const groups = byGroup(command.options);
  for (const [heading, options] of groups) {
    if (groups.length > 1) parts.push(`### ${heading}`);
    parts.push(table(["option", ...headings], rowsOf(options, optionSpelling(options), command.options)));
  }
  parts.push("Besides the options of every command. Examples:");
  parts.push(command.examples.map(({ line, explanation }) => `- \`${line}\`: ${explanation}`).join("\n"));
  return parts.join("\n\n");
}

function plainRows(specs: SpecTable): string[][] {
  const spelling = optionSpelling(specs);
  return Object.entries(specs).map(([name, spec]) => [
    spelling(name),
    inWords(spec.description, flagsOf(specs)),
  ]);
}

/** The whole page for a list of commands. */
export function cliDocsPage(list: readonly Command[]): string {
  const common = [
    "## Options of every command",
    table(["option", "what it does"], plainRows(commonOptions)),
    "Before or instead of a command:",
    table(["option", "what it does"], plainRows(globalOptions)),
  ].join("\n\n");
  return (
    [introduction.trimEnd(), common, ...list.map((command) => commandSection(command)), ""]
      .join("\n\n")
      .trimEnd() + "\n"
  );
}

/** Where the page lives. */
export const cliDocsPath = fileURLToPath(new URL("../docs/cli.md", import.meta.url));

function main(): void {
  const page = cliDocsPage(commands);
  if (!process.argv.includes("--check")) {
    writeFileSync(cliDocsPath, page);
    return;
  }
  if (readFileSync(cliDocsPath, "utf8") === page) return;
  process.stderr.write('docs/cli.md is out of date; run "npm run docs:cli" and commit the page.\n');
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
