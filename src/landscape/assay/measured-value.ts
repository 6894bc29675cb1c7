/**
 * One cell with a measured value: a number with a decimal point or comma, or one of the ways to say that there is
 * none. Thousands separators, units and censored values ("> 10") are not guessed at; they are problems.
 */
import { parseDecimal } from "../text/parse-decimal.ts";
import type { DecimalMark } from "./assay.ts";

const absent = new Set([
  "",
  "na",
  "n/a",
  "#n/a",
  "nan",
  "null",
  "none",
  "nd",
  "n.d.",
  "missing",
  "-",
  "–",
  ".",
]);
const withComma = /^[+-]?\d*,\d+(?:[eE][+-]?\d+)?$/;
/** "1,234" may be one thousand two hundred and thirty-four. */
const likeThousands = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/;

/** Minus signs as papers and word processors set them; a cell reads the same with the plain one. */
const typesetMinus = /[\u2212\u2013](?=[\d.,])/g;

/** Whether a cell says that nothing was measured. */
export function isAbsent(cell: string): boolean {
  return absent.has(cell.trim().toLowerCase());
}

/** The number in a cell, or nothing. */
export function measuredValue(cell: string, decimal: DecimalMark): number | undefined {
  const text = numberText(cell);
  if (decimal === "point") return parseDecimal(text);
  return withComma.test(text) ? parseDecimal(text.replace(",", ".")) : parseDecimal(text);
}

function numberText(cell: string): string {
  return cell.trim().replaceAll(typesetMinus, "-");
}

/** What a cell without a readable number should have had; numbers of any size look right, and not all can be kept. */
export function expectedNumber(cell: string, decimal: DecimalMark): string {
  const looksRight = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)[eE][+-]?\d+$/.test(cell.trim());
  return looksRight
    ? "a number between 1e-323 and 1.8e308, or 0 for nothing"
    : `a number with a decimal ${decimal}`;
}

/** Which decimal mark a column uses; `unclear` where every comma could just as well separate thousands. */
export function guessDecimal(cells: Iterable<string>): DecimalMark | "unclear" {
  let commas = 0;
  let thousands = 0;
  let points = 0;
  for (const cell of cells) {
    const text = numberText(cell);
    if (withComma.test(text)) {
      commas++;
      if (likeThousands.test(text)) thousands++;
    } else if (text.includes(".") && parseDecimal(text) !== undefined) points++;
  }
  if (commas === 0 || points > commas) return "point";
  return commas === thousands ? "unclear" : "comma";
}
