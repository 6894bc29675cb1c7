/** All commands of the pages with who runs them and which figures they have to give; what is wrong with the pages themselves. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commands as windageCommands } from "../../src/cli/commands/index.ts";
import { pageCommands, pagesOf, type PageCommand } from "./commands.ts";
import { FigureMistake, figuresOf, type Figure } from "./figures.ts";
import { kindOf, type Kind } from "./kinds.ts";

/** A command, who runs it, and what it has to print. */
export interface PlannedCommand {
  readonly command: PageCommand;
  readonly kind: Kind;
  readonly figures: readonly Figure[];
}

export interface Plan {
  readonly planned: readonly PlannedCommand[];
  /** Commands of which nothing says who runs them, and figures that belong to none. */
  readonly mistakes: readonly string[];
}

/** Reads all pages of the repository. */
export function planPages(root: string): Plan {
  const planned: PlannedCommand[] = [];
  const mistakes: string[] = [];
  for (const page of pagesOf(root)) {
    const one = planPage(root, page, readFileSync(join(root, page), "utf8"));
    planned.push(...one.planned);
    mistakes.push(...one.mistakes);
  }
  return { planned, mistakes };
}

/** The commands of one page's text. */
export function planPage(root: string, page: string, text: string): Plan {
  const commands = pageCommands(
    page,
    text,
    windageCommands.map(({ name }) => name),
  );
  const mistakes: string[] = [];
  let figures = new Map<PageCommand, Figure[]>();
  try {
    figures = figuresOf(page, text, commands);
  } catch (error) {
    if (!(error instanceof FigureMistake)) throw error;
    mistakes.push(error.message);
  }
  const planned = commands.flatMap((command) => {
    const own = figures.get(command) ?? [];
    const kind = kindOf(root, command, own.length > 0);
    if (kind !== undefined) return [{ command, kind, figures: own }];
    mistakes.push(
      `${page}:${command.line}: nothing says who runs \`${command.text}\`: expected a program of ours or a mark "not run" with a reason`,
    );
    return [];
  });
  for (const { command, kind, figures: own } of planned) {
    if (own.length > 0 && (kind.run === "none" || kind.run === "suite"))
      mistakes.push(`${page}:${command.line}: \`${command.text}\` has figures, but nobody runs it`);
  }
  return { planned, mistakes };
}

/** How long a command takes in seconds: as its mark says (`long: 8 minutes`), else what is usual for its kind. */
export function usualSeconds({ command, kind }: PlannedCommand): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?) (s|min|h)/.exec(command.mark?.reason ?? "") ?? [];
  if (amount === undefined) return kind.run === "flag" ? 300 : kind.run === "brief" ? 15 : 3;
  return Number(amount) * { s: 1, min: 60, h: 3600 }[unit as "s" | "min" | "h"];
}
