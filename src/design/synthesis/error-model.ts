/**
 * What a synthesis makes of an order, letter by letter: the probability that each letter comes out where each was
 * wanted, the same everywhere or different from place to place. Letters are independent of each other. Where none is
 * lost or added, what is made of an order `a` is x with probability K(x|a) = Π P(x_t|a_t); where some are, what is made
 * may have another length, which means something only where sequences of several lengths were measured.
 */
import { WindageError } from "../../error.ts";
import { measuredValue } from "../../landscape/assay/measured-value.ts";
import { parseDecimal } from "../../landscape/text/parse-decimal.ts";
import { headerDelimiter, parseCsv } from "../../landscape/text/parse-csv.ts";
import { quoteSequence } from "../../landscape/text/quote-sequence.ts";

/** What a synthesis makes of an order, letter by letter: the probability that each letter comes out where each was wanted, the same everywhere or different from place to place. */
export interface ErrorModel {
  readonly letters: number;
  /** Row-major letters × letters, wanted × real; one for all places, or one for each. */
  readonly matrices: readonly Float64Array[];
  /** Letters lost and added, for each matrix; absent where there are none. Matrices are then of letters that came. */
  readonly lengths?: readonly LengthErrors[];
}

/** By wanted letter: how often nothing comes of it, and how often a random letter comes after it. */
export interface LengthErrors {
  readonly lost: Float64Array;
  readonly added: Float64Array;
}

/** How far a row may be from summing to one before it is refused; within it, rows are scaled. */
const rowTolerance = 0.01;

/** A synthesis that loses more letters than this makes nothing that was ordered. */
const mostLost = 0.5;

/**
 * Errors of a synthesis in which a letter is replaced, with probability `alpha`, by a uniformly random one, itself
 * among them.
 */
export function uniformErrors(alpha: number, letters: number): ErrorModel {
  const matrix = new Float64Array(letters * letters).fill(alpha / letters);
  for (let a = 0; a < letters; a++) matrix[a * letters + a] = 1 - alpha + alpha / letters;
  return { letters, matrices: [matrix] };
}

/** The matrix at a place; the last one also holds for all further places. */
export function matrixAt({ matrices }: ErrorModel, place: number): Float64Array {
  return matrices[Math.min(place, matrices.length - 1)]!;
}

/** The letters lost and added at a place; undefined where there are none. */
export function lengthErrorsAt({ lengths }: ErrorModel, place: number): LengthErrors | undefined {
  return lengths?.[Math.min(place, lengths.length - 1)];
}

/** Whether nothing ever goes wrong. */
export function isFaultless({ letters, matrices, lengths }: ErrorModel): boolean {
  return (
    lengths === undefined &&
    matrices.every((matrix) => matrix.every((value, at) => value === (at % (letters + 1) === 0 ? 1 : 0)))
  );
}

/** The share of these orders that comes out as ordered, on average; 1 where there are none. */
export function cleanShare(model: ErrorModel, orders: readonly ArrayLike<number>[]): number {
  if (orders.length === 0) return 1;
  return orders.reduce((sum, order) => sum + cleanChance(model, order), 0) / orders.length;
}

/** The probability that an order comes out as it is. */
function cleanChance(model: ErrorModel, order: ArrayLike<number>): number {
  return Array.from(order).reduce((chance, letter, place) => {
    const lengths = lengthErrorsAt(model, place);
    const whole = lengths === undefined ? 1 : (1 - lengths.lost[letter]!) * (1 - lengths.added[letter]!);
    return chance * matrixAt(model, place)[letter * (model.letters + 1)]! * whole;
  }, 1);
}

/**
 * Reads an error matrix from the text of a CSV file, with any delimiter and decimal mark: a header `intended,A,C,G,T`
 * and one row per letter, or with a further column `position` (from 1) one row per position and letter. Columns
 * `deleted` and `inserted` are shares of letters that are lost, which count towards the sum of their row, and after
 * which another one comes.
 */
export function readErrorModel(text: string, alphabet: string, file = "noise matrix"): ErrorModel {
  const rows = parseCsv(text, headerDelimiter(text));
  const broken = rows.find((row) => "problem" in row);
  if (broken !== undefined && "problem" in broken) throw refused(`${file}:${broken.line}: ${broken.problem}`);
  // Spreadsheets end tables with rows of empty cells.
  const cells = rows
    .flatMap((row) =>
      "fields" in row ? [{ line: row.line, fields: row.fields.map((cell) => cell.trim()) }] : [],
    )
    .filter(({ fields }) => fields.some((cell) => cell !== ""));
  const names = (cells[0]?.fields ?? []).map((name) => name.toLowerCase());
  const intended = names.indexOf("intended");
  const position = names.indexOf("position");
  const deleted = names.indexOf("deleted");
  const inserted = names.indexOf("inserted");
  const columns = Array.from(alphabet, (letter) =>
    (cells[0]?.fields ?? []).findIndex((name) => name.toUpperCase() === letter.toUpperCase()),
  );
  if (intended < 0 || columns.includes(-1)) {
    throw refused(
      `${file}:1: got the header ${quoteSequence((cells[0]?.fields ?? []).join(","))}, expected "intended,${Array.from(alphabet).join(",")}", with "position" too where errors differ from place to place`,
    );
  }
  const letters = alphabet.length;
  const matrices: Float64Array[] = [];
  const lengths: LengthErrors[] = [];
  const seen = new Set<string>();
  for (const { line, fields } of cells.slice(1)) {
    const letter = alphabet.toUpperCase().indexOf((fields[intended] ?? "").toUpperCase());
    const place = position < 0 ? 1 : (parseDecimal(fields[position] ?? "") ?? NaN);
    if (letter < 0 || fields[intended] === "") {
      throw refused(
        `${file}:${line}: column "intended": got ${JSON.stringify(fields[intended])}, expected one letter of ${alphabet}`,
      );
    }
    if (!Number.isInteger(place) || place < 1) {
      throw refused(
        `${file}:${line}: column "position": got ${JSON.stringify(fields[position])}, expected a whole number from 1`,
      );
    }
    // Probabilities have no thousands, so that a comma among their digits is a decimal one, and so is a point.
    const number = (column: number): number => {
      const cell = column < 0 ? "0" : (fields[column] ?? "");
      return measuredValue(cell, "point") ?? measuredValue(cell, "comma") ?? Number.NaN;
    };
    const row = columns.map(number);
    const [lost, added] = [number(deleted), number(inserted)];
    const sum = row.reduce((total, value) => total + value, lost);
    const wrong = [...columns, deleted, inserted].find((column) => !(number(column) >= 0));
    if (wrong !== undefined || added > 1 || Math.abs(sum - 1) > rowTolerance) {
      const got =
        wrong !== undefined
          ? `${fields[wrong] ? JSON.stringify(fields[wrong]) : "nothing"} in column "${cells[0]!.fields[wrong]!}"`
          : added > 1
            ? `${added} in column "inserted"`
            : `a row that sums to ${Number(sum.toPrecision(6))}${Math.abs(sum - 100) <= 100 * rowTolerance ? ", as percentages do" : ""}`;
      throw refused(
        `${file}:${line}: got ${got}, expected probabilities that sum to 1${deleted < 0 ? "" : ' with "deleted"'}; rows are what was intended, columns what came. "windage noise fit" makes such a file from reads`,
      );
    }
    if (lost > mostLost) {
      throw refused(
        `${file}:${line}: got ${lost} in column "deleted", expected at most ${mostLost}: hardly any order would come out; check the file`,
      );
    }
    if (seen.has(`${place} ${letter}`)) {
      const where = position < 0 ? "" : ` at position ${place}`;
      throw refused(
        `${file}:${line}: got a second row for ${alphabet[letter]}${where}, expected one for every letter${position < 0 ? '; where errors differ from place to place, add a column "position"' : ""}`,
      );
    }
    const matrix = (matrices[place - 1] ??= new Float64Array(letters * letters));
    for (let c = 0; c < letters; c++) matrix[letter * letters + c] = row[c]! / (sum - lost);
    const changes = (lengths[place - 1] ??= {
      lost: new Float64Array(letters),
      added: new Float64Array(letters),
    });
    changes.lost[letter] = lost;
    changes.added[letter] = added;
    seen.add(`${place} ${letter}`);
  }
  for (let place = 1; place <= Math.max(1, matrices.length); place++) {
    for (let letter = 0; letter < letters; letter++) {
      if (seen.has(`${place} ${letter}`)) continue;
      throw refused(
        `${file}: got no row for ${alphabet[letter]}${position < 0 ? "" : ` at position ${place}`}, expected one for every letter`,
      );
    }
  }
  const isChanged = lengths.some(({ lost, added }) => [...lost, ...added].some((share) => share > 0));
  return { letters, matrices, ...(isChanged ? { lengths } : {}) };
}

function refused(message: string): WindageError {
  return new WindageError("design/bad-noise-matrix", message);
}
