/**
 * One cell with a measured value: a number with a decimal point or comma, or one of the ways to say that there is
 * none, or that it lies above or below one ("> 10", "below LOD"). Thousands separators and units are not guessed at; they
 * are problems.
 */
import { parseDecimal } from "../text/parse-decimal.ts";
import type { Bound, DecimalMark } from "./assay.ts";

const absent = new Set([
  "",
  "na",
  "n/a",
  // What spreadsheets write where a formula has no value.
  "#n/a",
  "#div/0!",
  "#value!",
  "#num!",
  "#null!",
  "#ref!",
  "#name?",
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
/** So is "1.234" where commas are decimal, or it is a fraction that somebody wrote with a point. */
const likePointThousands = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/;
/** "1.234,5" and "1 234,5" have both marks, and there is one way to read them; it is told, and left to the user. */
const bothMarks = /^[+-]?[1-9]\d{0,2}(?:[. '’\u00a0\u202f]\d{3})+,\d+$/;

/** Minus signs as papers and word processors set them; a cell reads the same with the plain one. */
const typesetMinus = /[\u2212\u2013](?=[\d.,])/g;

/** Whether a cell says that nothing was measured. */
export function isAbsent(cell: string): boolean {
  return absent.has(cell.trim().toLowerCase());
}

/** A value, or a bound; without a number it is the limit of detection of the file. */
export interface MeasuredCell {
  readonly value: number | undefined;
  readonly bound?: Bound;
}

const sign = /^(?:(>=?|≥|⩾|＞)|(<=?|≤|⩽|＜))\s*/;
/** Words for what lies beyond what can be measured, with "n.d." or the like in front or not. */
const beyond =
  /^(?:(?:n\.?[\s/]?[dbq]\.?|nd|not detected)\s*)?[([]?\s*(?:(above|over|saturated|max)|(below|under|blq|bloq|bdl|min))(?:[\s-]+(?:the\s+)?(?:l(?:imit)?(?:\s*of)?\s*o?d(?:etection)?|l[lo]?o[dq]|uloq|limit|range|detection(?:\s+limit)?|quantification|curve|measurable))?\s*[)\]]?$/i;
const limitName = /^(?:lod|loq|lloq|uloq|limit|detection)$/i;

/** What a cell says, bounds included; undefined where it is none of it. */
export function measuredCell(cell: string, decimal: DecimalMark): MeasuredCell | undefined {
  const value = measuredValue(cell, decimal);
  if (value !== undefined) return { value };
  const text = cell.trim();
  const found = sign.exec(text);
  if (found !== null) {
    const rest = text.slice(found[0].length);
    const limit = measuredValue(rest, decimal);
    const bound = found[1] === undefined ? "below" : "above";
    return limit === undefined && !limitName.test(rest) ? undefined : { value: limit, bound };
  }
  const words = text.length > 60 ? null : beyond.exec(text);
  return words === null ? undefined : { value: undefined, bound: words[1] === undefined ? "below" : "above" };
}

/** The number in a cell, or nothing. Beside decimal commas a point is none: it may separate thousands. */
export function measuredValue(cell: string, decimal: DecimalMark): number | undefined {
  const text = numberText(cell);
  if (decimal === "point") return parseDecimal(text);
  return text.includes(".") ? undefined : parseDecimal(withComma.test(text) ? text.replace(",", ".") : text);
}

function numberText(cell: string): string {
  return cell.trim().replaceAll(typesetMinus, "-");
}

/** What a cell without a readable number should have had; numbers of any size look right, and not all can be kept. */
export function expectedNumber(cell: string, decimal: DecimalMark): string {
  const text = numberText(cell);
  if (decimal === "comma") {
    const whole = text.replaceAll(/[^\d,+-]/g, "");
    if (likePointThousands.test(text)) {
      const fraction = /^[^.]*\.\d+$/.test(text)
        ? `, or ${text.replace(".", ",")} if a fraction is meant`
        : "";
      return `a number without thousands marks beside decimal commas; write ${whole}${fraction}`;
    }
    if (bothMarks.test(text)) return `a number without thousands marks; write ${whole}`;
    if (parseDecimal(text) !== undefined && text.includes(".")) {
      return `a number with a decimal comma; write ${text.replace(".", ",")}, or say --decimal point if all have points`;
    }
  }
  const looksRight = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)[eE][+-]?\d+$/.test(text);
  return looksRight
    ? "a number between 1e-323 and 1.8e308, or 0 for nothing"
    : `a number with a decimal ${decimal}`;
}

/**
 * Which decimal mark a column uses; `unclear` where every comma could just as well separate thousands. Points that may
 * separate thousands say nothing beside a comma that cannot.
 */
export function guessDecimal(cells: Iterable<string>): DecimalMark | "unclear" {
  let commas = 0;
  let thousands = 0;
  let points = 0;
  let pointThousands = 0;
  for (const cell of cells) {
    const text = numberText(cell.trim().replace(sign, ""));
    if (withComma.test(text)) {
      commas++;
      if (likeThousands.test(text)) thousands++;
    } else if (bothMarks.test(text)) {
      commas++;
    } else if (text.includes(".") && parseDecimal(text) !== undefined) {
      points++;
      if (likePointThousands.test(text)) pointThousands++;
    }
  }
  const sure = commas - thousands;
  if (commas === 0 || (sure > 0 ? points - pointThousands : points) > commas) return "point";
  return sure === 0 ? "unclear" : "comma";
}
