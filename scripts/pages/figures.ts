/**
 * Figures on pages and the commands that gave them. What stands behind a command in its block, or in a comment by the
 * paragraph, table or block that shows the figures, says where they are found in what the command prints:
 *
 *     windage train --seed 1          # gives total variation 0.071
 *     <!-- figures of "train --seed 1": total variation 0.071, sdb [3] 0.46; within 10 % -->
 *
 * `total variation 0.071`: the first number after these words, in the first line of standard output that has both;
 * `sdb [3] 0.46`: the third number after `sdb`; in a JSON document words such as `exact.tv` are a path. Words without a
 * figure stand for a line of the block below, every number of which is compared with the line that begins alike. The
 * figures of a comment have to stand where it stands, so that page and comment cannot part. `table` stands for all
 * figures of the table below, which are found in a printed table by row and column; `table with "as it is" as "plain",
 * without "seconds"` says what a row or column is called in the output, and which are left out.
 */

import { blockAfter, linesOf, withoutBlocks, type PageCommand } from "./commands.ts";
import { cellOf, tableCells } from "./tables.ts";

/** A figure, and where it is found in the output of a command. */
export interface Figure {
  readonly page: string;
  readonly line: number;
  /** The words before the number, or the name of its row. */
  readonly words: string;
  /** The title of its column in a table that is printed. */
  readonly column?: string;
  /** Which number after them, from 1. */
  readonly nth: number;
  readonly printed: string;
  /** The share by which what is got may differ. */
  readonly within: number;
}

/** A figure that differs, or cannot be found. */
export interface Difference {
  readonly figure: Figure;
  readonly got: number | undefined;
}

/** How far a figure may be off where nothing else is said, as a share. */
const usually = 0.05;

const number = String.raw`-?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?`;
// Not those that are part of a word, such as sim8.
const numbers = new RegExp(String.raw`(?<![\w.])${number}(?!\w)`, "g");

/** The numbers of a text as they are written. */
export function numbersIn(text: string): string[] {
  return text.match(numbers) ?? [];
}

const value = (text: string): number => Number(text.replaceAll(",", ""));

/** What was said wrongly about figures: nothing can be compared then. */
export class FigureMistake extends Error {}

/** The figures of every command of a page's text, by command. */
export function figuresOf(
  page: string,
  text: string,
  commands: readonly PageCommand[],
): Map<PageCommand, Figure[]> {
  const found = new Map<PageCommand, Figure[]>();
  const add = (command: PageCommand, figures: readonly Figure[]): void => {
    found.set(command, [...(found.get(command) ?? []), ...figures]);
  };
  for (const command of commands) {
    const said = /^gives (.+)$/.exec(command.note ?? "")?.[1];
    if (said === undefined) continue;
    const figures = readFigures(page, command.line, said);
    const vague = figures.find(({ printed }) => printed === "");
    if (vague !== undefined) throw mistake(vague, "has no figure behind its words");
    add(command, figures);
  }
  const lines = linesOf(text);
  for (const { index, 0: all, 1: words, 2: said } of withoutBlocks(text).matchAll(
    /<!-- figures(?: of "([^"]+)")?: ([^]*?) -->/g,
  )) {
    const from = linesOf(text.slice(0, index)).length;
    const to = from + linesOf(all).length - 1;
    const alone = lines[from - 1]!.trimStart().startsWith("<!--");
    const shown = alone ? blockAfter(lines, to) : { from, to };
    const command = commandOf(commands, from, words);
    if (command === undefined)
      throw new FigureMistake(`${page}:${from}: no command of this page has the words "${words ?? ""}"`);
    const there = lines.slice(shown.from - 1, shown.to).map((line) => line.replaceAll(/<!--.*?(-->|$)/g, ""));
    const list = said!.replaceAll(/\s+/g, " ");
    add(
      command,
      list.startsWith("table")
        ? inTable({ page, from: shown.from }, list, there)
        : readFigures(page, from, list).flatMap((figure) => inPlace(figure, there, shown.from)),
    );
  }
  return found;
}

/** The last command with these words that stands before a line, else the first one after it. */
function commandOf(commands: readonly PageCommand[], line: number, words = ""): PageCommand | undefined {
  const named = commands.filter(({ text }) => text.includes(words));
  return named.findLast((command) => command.line <= line) ?? named[0];
}

/** What is said, and by which share figures may be off. */
function withShare(said: string): { readonly list: string; readonly within: number } {
  const [, list, share] = /^(.*?)(?:[,;] within (\d+) ?%)?$/.exec(said)!;
  return { list: list!, within: share === undefined ? usually : Number(share) / 100 };
}

function readFigures(page: string, line: number, said: string): Figure[] {
  const { list, within } = withShare(said);
  return list.split(/, (?!\d)/).map((item) => {
    const found = new RegExp(String.raw`^(.+?)(?: \[(\d+)\])? (${number})$`).exec(item);
    const [, words = item, nth = "1", printed = ""] = found ?? [];
    return { page, line, words, nth: Number(nth), printed, within };
  });
}

/** A figure of a comment as it stands on the page: itself, or all numbers of the line that its words begin. */
function inPlace(figure: Figure, lines: readonly string[], from: number): Figure[] {
  if (figure.printed !== "") {
    const place = lines.findIndex((line) => numbersIn(line).includes(figure.printed));
    if (place === -1) throw mistake(figure, `says ${figure.printed}, which does not stand there`);
    return [{ ...figure, line: from + place }];
  }
  const place = lines.findIndex((text) => numbersAfter(text, figure.words).length > 0);
  if (place === -1) throw mistake(figure, "begins no line with figures there");
  const line = from + place;
  return Array.from(numbersAfter(lines[place]!, figure.words), (printed, index) => ({
    ...figure,
    line,
    printed,
    nth: index + 1,
  }));
}

/** All figures of a table but those of rows and columns that are named. */
function inTable(
  place: { readonly page: string; readonly from: number },
  said: string,
  lines: readonly string[],
): Figure[] {
  const { list, within } = withShare(said);
  const called = new Map(
    Array.from(list.matchAll(/"([^"]+)" as "([^"]*)"/g), ([, here, there]) => [here!, there!]),
  );
  const unnamed = list.replaceAll(/"[^"]+" as "[^"]*"/g, "");
  const left = new Set(Array.from(unnamed.matchAll(/"([^"]+)"/g), ([, name]) => name!));
  const cells = tableCells(lines).filter(({ row, column }) => !left.has(row) && !left.has(column));
  const figures = cells.flatMap(({ line, row, column, text }) =>
    Array.from(numbersIn(text), (printed, index) => ({
      page: place.page,
      line: place.from + line,
      words: called.get(row) ?? row,
      column: called.get(column) ?? column,
      nth: index + 1,
      printed,
      within,
    })),
  );
  if (figures.length === 0)
    throw new FigureMistake(`${place.page}:${place.from}: no table with figures stands there`);
  return figures;
}

function mistake({ page, line, words }: Figure, problem: string): FigureMistake {
  return new FigureMistake(`${page}:${line}: "${words}" ${problem}`);
}

/** The numbers that stand after words in a line; none in a line without the words. */
function numbersAfter(line: string, words: string): string[] {
  if (!line.includes(words)) return [];
  return numbersIn(line.slice(line.indexOf(words) + words.length));
}

/** The figures that are not what a command printed to standard output. */
export function compareFigures(figures: readonly Figure[], output: string): Difference[] {
  return figures.flatMap((figure) => {
    const got = figureIn(output, figure);
    return got !== undefined && agrees(figure, got) ? [] : [{ figure, got }];
  });
}

/** By a share, or by what rounding to the digits that are printed does, whichever is more. */
function agrees({ printed, within }: Figure, got: number): boolean {
  const expected = value(printed);
  const digits = /\.(\d+)/.exec(printed)?.[1]?.length ?? 0;
  const exponent = Number(/e([+-]?\d+)$/.exec(printed)?.[1] ?? 0);
  const last = 10 ** (exponent - digits);
  return Math.abs(got - expected) <= Math.max(last * 0.500001, Math.abs(expected) * within);
}

function figureIn(output: string, { words, column, nth }: Figure): number | undefined {
  if (column !== undefined) {
    const found = numbersIn(cellOf(tableCells(linesOf(output)), words, column)?.text ?? "")[nth - 1];
    return found === undefined ? undefined : value(found);
  }
  const document = parsed(output);
  if (document !== undefined) {
    let part: unknown = document;
    for (const step of words.split(".")) part = (part as Record<string, unknown> | null | undefined)?.[step];
    return typeof part === "number" ? part : undefined;
  }
  for (const line of linesOf(output)) {
    const found = numbersAfter(line, words)[nth - 1];
    if (found !== undefined) return value(found);
  }
  return undefined;
}

function parsed(output: string): unknown {
  if (!/^\s*[{[]/.test(output)) return undefined;
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

/** What is wrong with a figure, with its place and its command. */
export function differenceText({ figure, got }: Difference, command: PageCommand): string {
  const { page, line, words, column, nth, printed } = figure;
  const where = column === undefined ? `"${words}"` : `"${words}" under "${column}"`;
  const which = nth === 1 ? where : `number ${nth} ${column === undefined ? "after" : "of"} ${where}`;
  const found = got === undefined ? "nothing of the kind was printed" : `got ${got}`;
  return `${page}:${line}: ${which} of \`${command.text}\`: the page says ${printed}, ${found}`;
}
