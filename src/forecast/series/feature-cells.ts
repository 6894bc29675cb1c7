/**
 * Feature columns as numbers: a column of numbers is one, a column of words one per word (1 where a row has it, else 0).
 * A cell that is missing is NaN in all of them.
 */
import { WindageError } from "../../error.ts";

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
  const isNumber = (row: Row): boolean => Math.abs(Number(textOf(row))) <= 1e150;
  if (present.every(isNumber))
    return {
      names: [name],
      numbers: (row) => [isMissing(textOf(row)) ? NaN : Number(textOf(row))],
    };
  // One stray word in a column of numbers is a mistake, and not a category beside a thousand others.
  const words = [...new Set(present.map(textOf))].sort();
  if (words.length > mostWords) {
    const odd = present.find((row) => !isNumber(row))!;
    throw new WindageError(
      "forecast/bad-file",
      `${file}, line ${odd.line}: column ${JSON.stringify(name)}: got ${JSON.stringify(textOf(odd).slice(0, 40))} in a feature with ${words.length} different cells, expected numbers, or at most ${mostWords} different words.`,
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
