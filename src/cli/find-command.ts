/**
 * Finds the command that typed words name. Names may have several words (`data import csv`); words that only
 * begin such names (`data`) name the group, whose help is what the user needs next.
 */

import { WindageError } from "../error.ts";
import type { Command } from "./option-table.ts";
import { suggestion } from "../suggest.ts";

/** A command with the words after its name, or a group of commands. */
export type FoundCommand =
  | { readonly command: Command; readonly parameters: readonly string[] }
  | { readonly group: string };

function begins(words: readonly string[], part: readonly string[]): boolean {
  return part.every((word, index) => words[index] === word);
}

/** What may stand after a group's name without naming a command. */
const afterGroup: ReadonlySet<string | undefined> = new Set([undefined, "--help", "-h", "--json"]);

/** Finds the longest name that the words begin with. */
export function findCommand(words: readonly string[], commands: readonly Command[]): FoundCommand {
  const named = commands
    .map((command) => ({ command, name: command.name.split(" ") }))
    .sort((a, b) => b.name.length - a.name.length);
  const match = named.find(({ name }) => begins(words, name));
  if (match !== undefined) return { command: match.command, parameters: words.slice(match.name.length) };

  let depth = 0;
  while (depth < words.length && named.some(({ name }) => begins(name, words.slice(0, depth + 1)))) depth++;
  const spoken = words.slice(0, depth);
  const next = words[depth];
  if (depth > 0 && afterGroup.has(next)) return { group: spoken.join(" ") };
  const members = named.filter(({ name }) => begins(name, spoken)).flatMap(({ name }) => name[depth] ?? []);
  const prefix = ["windage", ...spoken].join(" ");
  if (next?.startsWith("-") === true) {
    throw new WindageError(
      "cli/unknown-option",
      `${prefix}: got the option ${next}, expected one of ${[...new Set(members)].join(", ")} before any option; add it.`,
    );
  }
  throw new WindageError(
    "cli/unknown-command",
    `${prefix}: got the unknown command "${next}"; ${suggestion(next ?? "", [...new Set(members)])} Run "${prefix} --help" for the list.`,
  );
}
