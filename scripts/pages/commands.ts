/**
 * Reads the commands that the pages for readers show, so that programs can run them as printed. A command is a line of
 * a block of shell, an indented line or a piece of code in a sentence that begins with a program of ours. The name of a
 * command of `windage` in a sentence, alone or with the names of options (`windage evaluate --json`), is none.
 *
 * A comment above a block, a table or a paragraph, or in a line, says of commands there that they are not run with the
 * tests, and why:
 *
 *     <!-- long: eight minutes -->
 *     <!-- not run: deletes -->
 *     <!-- long "compare tfbind8": of those with these words only -->
 *     <!-- long, whole page: measurements -->
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Why a command is not run with the tests: it takes long, or cannot be run by a program at all. */
export interface Mark {
  readonly kind: "long" | "not run";
  readonly reason: string;
}

/** A command as a reader would type it, on one line. */
export interface PageCommand {
  readonly page: string;
  readonly line: number;
  readonly text: string;
  /** What stands behind `#` in its line. */
  readonly note: string | undefined;
  readonly mark: Mark | undefined;
}

/** The pages with commands, as paths below the root of the repository. */
export function pagesOf(root: string): string[] {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const pages = docs.filter((name) => name.endsWith(".md")).map((name) => join("docs", name));
  return ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...pages.sort()];
}

interface Found {
  /** Where in the text. */
  readonly at: number;
  readonly typed: string;
  /** Whether it is code in a sentence, which may only name a command. */
  readonly spoken: boolean;
}

/** All commands of a page's text, in their order; `names` are those of the commands of `windage`. */
export function pageCommands(page: string, text: string, names: readonly string[]): PageCommand[] {
  const lineAt = (at: number): number => linesOf(text.slice(0, at)).length;
  const marks = marksOf(text, lineAt);
  return findAll(text).flatMap(({ at, typed, spoken }) => {
    const [, command = "", note] = /^(.*?)(?:\s+# *(.*))?$/.exec(
      typed.replaceAll(/\s*\\?\n\s*/g, " ").trim(),
    )!;
    if (command === "" || command.startsWith("#")) return [];
    if (spoken && isName(command, names)) return [];
    const line = lineAt(at);
    const mark = marks.find(
      ({ from, to, words }) => line >= from && line <= to && command.includes(words),
    )?.mark;
    return [{ page, line, text: command, note, mark: mark ?? placeholder(command) }];
  });
}

/** Whether words name a command, a group of commands or options of one, and are not to be typed as they are. */
function isName(command: string, names: readonly string[]): boolean {
  const words = command.replaceAll(/(?: --[a-z-]+)+$/g, "");
  return names.some((name) => `windage ${name} `.startsWith(`${words} `));
}

/** What has to be filled in cannot be run as it stands, and says so itself. */
function placeholder(command: string): Mark | undefined {
  return /<[^<>]+>|…|\[\w+\||\[options\]/.test(command)
    ? { kind: "not run", reason: "a part is to be filled in" }
    : undefined;
}

/** How a line or a piece of code begins that is a command. */
const beginning = String.raw`(?:[A-Z_]+=\S+ )*(?:(?:npx|npm|windage|node) \S|\.ci\/run$)`;

/** Blanks out what has been looked at, letter by letter, so that places stay. */
const blank = (part: string): string => part.replaceAll(/[^\n]/g, " ");

function findAll(text: string): Found[] {
  const found: Found[] = [];
  const fences = text.replaceAll(
    /^ *```(\w*)\n([^]*?)^ *```$/gm,
    (all: string, kind: string, body: string, at: number) => {
      const start = at + all.indexOf("\n") + 1;
      if (kind === "sh") {
        for (const { 0: typed, index } of body.matchAll(/^(?:.*\\\n)*.*$/gm))
          found.push({ at: start + index, typed, spoken: false });
      }
      return blank(all);
    },
  );
  const commented = fences.replaceAll(/<!--[^]*?-->/g, blank);
  const indented = commented.replaceAll(
    new RegExp(`^ {4,}(${beginning}.*)$`, "gm"),
    (all: string, typed: string, ...rest) => {
      found.push({
        at: (rest as unknown[]).find((value) => typeof value === "number") as number,
        typed,
        spoken: false,
      });
      return blank(all);
    },
  );
  for (const { 1: typed, index } of indented.matchAll(/(?<!`)`([^`]+)`(?!`)/g)) {
    if (new RegExp(`^${beginning}`).test(typed!))
      found.push({ at: index, typed: typed!.replaceAll(String.raw`\|`, "|"), spoken: true });
  }
  return found.sort((a, b) => a.at - b.at);
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly words: string;
  readonly mark: Mark;
}

/** A text whose blocks of code are blank, letter by letter, so that places stay. */
export function withoutBlocks(text: string): string {
  return text.replaceAll(/^( *)```\w*\n[^]*?^ *```$/gm, blank);
}

function marksOf(text: string, lineAt: (at: number) => number): Range[] {
  const lines = linesOf(text);
  const ranges: Range[] = [];
  for (const found of withoutBlocks(text).matchAll(
    /<!-- (long|not run)(, whole page)?(?: "([^"]+)")?: ([^]*?) -->/g,
  )) {
    const [all, kind, page, words = "", reason] = found;
    const mark = { kind: kind as Mark["kind"], reason: reason!.replaceAll(/\s+/g, " ") };
    const [first, last] = [lineAt(found.index), lineAt(found.index + all.length)];
    const alone = lines[first - 1]!.trimStart().startsWith("<!--");
    if (page !== undefined) ranges.push({ from: 1, to: lines.length, words, mark });
    else if (alone) ranges.push({ ...blockAfter(lines, last), words, mark });
    else ranges.push({ from: first, to: last, words, mark });
  }
  // What is said of some words, or of a place, comes before what is said of all.
  return ranges.sort(
    (a, b) => Number(b.words !== "") - Number(a.words !== "") || a.to - a.from - (b.to - b.from),
  );
}

/** The lines of a text. */
export function linesOf(text: string): string[] {
  return text.split("\n");
}

/** The first and the last line of the block, table or paragraph after a line. */
export function blockAfter(lines: readonly string[], after: number): { from: number; to: number } {
  let from = after;
  for (let inComment = false; from < lines.length; from++) {
    const line = lines[from]!;
    const begins = /^\s*<!--/.test(line);
    if (!inComment && !begins && line.trim() !== "") break;
    inComment = (inComment || begins) && !/-->\s*$/.test(line);
  }
  const end = /^ *```/.test(lines[from] ?? "") ? /^ *```$/ : /^\s*$/;
  let to = from + 1;
  while (to < lines.length && !end.test(lines[to]!)) to++;
  return { from: from + 1, to: to + 1 };
}
