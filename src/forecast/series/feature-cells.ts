/**
 * Feature columns as numbers: a column of numbers is one, a column of words one per word (1 where a row has it, else 0).
 * A cell that is missing is NaN in all of them.
 */
import { WindageError } from "../../error.ts";
import { expectedDecimal, looksNumeric, parseDecimal } from "../../landscape/text/parse-decimal.ts";

/** Words a column may have; more of them are names or free text and say nothing that repeats. */
const mostWords = 24;

interface Row {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A column of a file as one or more columns of numbers. */
export interface FeatureCells {
  readonly names: readonly string[];
  numbers(row: Row): readonly number[];
}

export function featureCells(
  rows: readonly Row[],
  column: number,
  name: string,
  isMissing: (text: string) => boolean,
  file: string,
): FeatureCells {
  const textOf = (row: Row): string => (row.fields[column] ?? "").trim();
  const present = rows.filter((row) => !isMissing(textOf(row)));
  const isNumber = (row: Row): boolean => Math.abs(parseDecimal(textOf(row)) ?? Infinity) <= 1e150;
  const other = present.find((row) => !isNumber(row));
  if (other === undefined)
    return {
      names: [name],
      numbers: (row) => [parseDecimal(textOf(row)) ?? NaN],
    };
  // One stray word in a column of numbers is a mistake, and not a category beside a thousand others.
  const words = [...new Set(present.map(textOf))].sort();
  // So are numbers in a notation that is not read.
  const isNotation = present.every((row) => looksNumeric(textOf(row)));
  if (words.length > mostWords || isNotation) {
    const expected = isNotation
      ? Math.abs(Number(textOf(other))) > 1e150
        ? "a number of at most 1e150"
        : expectedDecimal(textOf(other))
      : `numbers, or at most ${mostWords} different words`;
    throw new WindageError(
      "forecast/bad-file",
      `${file}, line ${other.line}: column ${JSON.stringify(name)}: got ${JSON.stringify(textOf(other).slice(0, 40))} in a feature with ${words.length} different cells, expected ${expected}.`,
    );
  }
  return {
    names: words.map((word) => `${name}=${word}`),
    numbers: (row) => {
      const text = textOf(row);
      return words.map((word) => (isMissing(text) ? NaN : Number(word === text)));
    },
  };
}
