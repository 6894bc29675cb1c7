/**
 * Figures that stand beside a command and are compared with nothing: those of tables, and of what is shown as printed,
 * in a section with a command that somebody runs. Sentences are left out, whose numbers are mostly no figures, and so is
 * what has a reason above it:
 *
 *     <!-- not compared: times of one machine -->
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blockAfter, linesOf, pagesOf, withoutBlocks } from "./commands.ts";
import { numbersIn } from "./figures.ts";
import { planPage, type PlannedCommand } from "./plan.ts";
import { tableCells } from "./tables.ts";

/** A table or a block with figures that are not compared. */
export interface OpenFigures {
  readonly page: string;
  /** The first line with one of them, from 1. */
  readonly line: number;
  readonly count: number;
  /** The command that stands nearest above it, or else below. */
  readonly command: string;
}

/** Written by a program from the table of commands, and with bounds instead of figures. */
const written = join("docs", "cli.md");

/** Those of all pages. */
export function openFigures(root: string): OpenFigures[] {
  const pages = pagesOf(root).filter((page) => page !== written);
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    return openOnPage(page, text, planPage(root, page, text).planned);
  });
}

/** Those of one page's text. */
export function openOnPage(page: string, text: string, planned: readonly PlannedCommand[]): OpenFigures[] {
  const lines = linesOf(text);
  const run = planned.filter(({ kind }) => kind.run !== "none" && kind.run !== "suite");
  const compared = new Map<number, number>();
  for (const { line } of planned.flatMap(({ figures }) => figures))
    compared.set(line, (compared.get(line) ?? 0) + 1);
  const excused = reasonsIn(text, lines);
  return blocksOf(lines).flatMap(({ from, to, section }) => {
    if (excused.some((place) => place.from <= from && to <= place.to)) return [];
    const beside = run.filter(({ command: { line } }) => line >= section.from && line <= section.to);
    const command = (beside.findLast((one) => one.command.line <= from) ?? beside[0])?.command;
    if (command === undefined) return [];
    const open = figuresByLine(lines.slice(from - 1, to)).flatMap((count, i) => {
      const left = count - (compared.get(from + i) ?? 0);
      return left > 0 ? [{ line: from + i, left }] : [];
    });
    if (open.length === 0) return [];
    const count = open.reduce((sum, { left }) => sum + left, 0);
    return [{ page, line: open[0]!.line, count, command: command.text }];
  });
}

/** The places that have a reason not to be compared. */
function reasonsIn(text: string, lines: readonly string[]): { readonly from: number; readonly to: number }[] {
  return Array.from(withoutBlocks(text).matchAll(/<!-- not compared: [^]*?-->/g), ({ 0: all, index }) =>
    blockAfter(lines, linesOf(text.slice(0, index + all.length)).length),
  );
}

interface Block {
  /** Its first and its last line, from 1. */
  readonly from: number;
  readonly to: number;
  readonly section: { readonly from: number; readonly to: number };
}

/** Tables and blocks of what was printed, each with the section it is in. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: { from: number; to: number }[] = [];
  const headings: number[] = [1];
  let fence: { from: number; printed: boolean } | undefined;
  for (const [i, text] of lines.entries()) {
    const line = i + 1;
    const opened = /^ *```(\w*)$/.exec(text);
    if (opened !== null) {
      if (fence?.printed === true) blocks.push({ from: fence.from, to: line - 1 });
      fence =
        fence === undefined ? { from: line + 1, printed: ["", "text"].includes(opened[1]!) } : undefined;
    } else if (fence !== undefined) continue;
    else if (/^#+ /.test(text)) headings.push(line);
    else if (text.startsWith("|") && lines[i - 1]?.startsWith("|") === true) blocks.at(-1)!.to = line;
    else if (text.startsWith("|")) blocks.push({ from: line, to: line });
  }
  return blocks.map(({ from: begin, to: end }) => {
    const next = headings.findIndex((line) => line > begin);
    const [from, to] = [headings.at(next === -1 ? -1 : next - 1)!, headings[next] ?? lines.length + 1];
    return { from: begin, to: end, section: { from, to } };
  });
}

/** How many figures each line of a block has: of a table those in cells that begin with one. */
function figuresByLine(block: readonly string[]): number[] {
  if (!block[0]!.startsWith("|")) return block.map((line) => numbersIn(line).length);
  const counts = block.map(() => 0);
  for (const { line, text } of tableCells(block)) {
    if (/^[-+<>≤≥]?\s?[.\d]/.test(text)) counts[line]! += numbersIn(text).length;
  }
  return counts;
}
