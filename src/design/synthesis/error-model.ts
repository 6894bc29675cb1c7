/**
 * What a synthesis makes of an order, letter by letter: the probability that each letter comes out where each was
 * wanted, the same everywhere or different from place to place. Letters are independent of each other and none is
 * lost or added, so what is made of an order `a` is x with probability K(x|a) = Π P(x_t|a_t).
 */
import { WindageError } from "../../error.ts";
import { parseCsv } from "../../landscape/index.ts";

export interface ErrorModel {
  readonly letters: number;
  /** Row-major letters × letters, wanted × real; one for all places, or one for each. */
  readonly matrices: readonly Float64Array[];
}

/** How far a row may be from summing to one before it is refused; within it, rows are scaled. */
const rowTolerance = 0.01;

/** With probability `alpha` a letter is replaced by a uniformly random one, itself among them. */
export function uniformErrors(alpha: number, letters: number): ErrorModel {
  const matrix = new Float64Array(letters * letters).fill(alpha / letters);
  for (let a = 0; a < letters; a++) matrix[a * letters + a] = 1 - alpha + alpha / letters;
  return { letters, matrices: [matrix] };
}

/** The matrix at a place; the last one also holds for all further places. */
export function matrixAt({ matrices }: ErrorModel, place: number): Float64Array {
  return matrices[Math.min(place, matrices.length - 1)]!;
}

/** Whether nothing ever goes wrong. */
export function isFaultless({ letters, matrices }: ErrorModel): boolean {
  return matrices.every((matrix) =>
    matrix.every((value, at) => value === (at % (letters + 1) === 0 ? 1 : 0)),
  );
}

/** The probability that a sequence of this length comes out as ordered, averaged over orders. */
export function cleanShare(model: ErrorModel, length: number): number {
  const { letters } = model;
  let share = 1;
  for (let t = 0; t < length; t++) {
    const matrix = matrixAt(model, t);
    let kept = 0;
    for (let a = 0; a < letters; a++) kept += matrix[a * letters + a]! / letters;
    share *= kept;
  }
  return share;
}

/**
 * Reads a matrix from the text of a CSV file: a header `intended,A,C,G,T` and one row per letter, or with a further
 * column `position` (from 1) one row per position and letter.
 */
export function readErrorModel(text: string, alphabet: string, file = "noise matrix"): ErrorModel {
  const rows = parseCsv(text);
  const broken = rows.find((row) => "problem" in row);
  if (broken !== undefined && "problem" in broken) throw refused(`${file}:${broken.line}: ${broken.problem}`);
  const cells = rows.flatMap((row) =>
    "fields" in row ? [{ line: row.line, fields: row.fields.map((cell) => cell.trim()) }] : [],
  );
  const names = (cells[0]?.fields ?? []).map((name) => name.toLowerCase());
  const intended = names.indexOf("intended");
  const position = names.indexOf("position");
  const columns = Array.from(alphabet, (letter) =>
    (cells[0]?.fields ?? []).findIndex((name) => name.toUpperCase() === letter.toUpperCase()),
  );
  if (intended < 0 || columns.includes(-1)) {
    throw refused(
      `${file}:1: got the header ${JSON.stringify(names.join(","))}, expected "intended,${Array.from(alphabet).join(",")}", with "position" too where errors differ from place to place`,
    );
  }
  const letters = alphabet.length;
  const matrices: Float64Array[] = [];
  const seen = new Set<string>();
  for (const { line, fields } of cells.slice(1)) {
    const letter = alphabet.toUpperCase().indexOf((fields[intended] ?? "").toUpperCase());
    const place = position < 0 ? 1 : Number(fields[position]);
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
    const row = columns.map((column) => Number(fields[column] === "" ? Number.NaN : fields[column]));
    const sum = row.reduce((total, value) => total + value, 0);
    const wrong = row.findIndex((value) => !(value >= 0));
    if (wrong >= 0 || Math.abs(sum - 1) > rowTolerance) {
      const got =
        wrong >= 0
          ? `${JSON.stringify(fields[columns[wrong]!])} in column "${alphabet[wrong]}"`
          : `a row that sums to ${Number(sum.toPrecision(6))}`;
      throw refused(
        `${file}:${line}: got ${got}, expected probabilities that sum to 1; rows are what was intended, columns what came. "windage noise fit" makes such a file from reads`,
      );
    }
    const matrix = (matrices[place - 1] ??= new Float64Array(letters * letters));
    for (let c = 0; c < letters; c++) matrix[letter * letters + c] = row[c]! / sum;
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
  return { letters, matrices };
}

function refused(message: string): WindageError {
  return new WindageError("design/bad-noise-matrix", message);
}
