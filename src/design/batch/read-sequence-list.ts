/**
 * Reads a list of sequences in whatever form it comes: FASTA, one per line, or a table with a column of them, which is
 * found as in a file of measurements. Lines without a sequence over the alphabet, such as headers, are passed over.
 */
import { WindageError } from "../../error.ts";
import { sequenceName } from "../../landscape/assay/column-names.ts";
import { guessDelimiter } from "../../landscape/assay/delimiter.ts";
import { isAbsent } from "../../landscape/assay/measured-value.ts";
import { bare } from "../../landscape/assay/sequence-text.ts";
import { parseCsv } from "../../landscape/text/parse-csv.ts";
import { quoteSequence } from "../../landscape/text/quote-sequence.ts";

/** What sequences can be made, which tells a column of them from a column of names; lengths where they are known. */
export interface Made {
  readonly alphabet: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The sequences in a text; in capitals, unless the alphabet has small letters. `source` is for messages. */
export function readSequenceList(text: string, made: Made, source = "list"): readonly string[] {
  return readEntries(text, made, source).entries.flatMap(({ sequence }) => sequence ?? []);
}

/** What there is to say of a list: which column of a table was read, what holds no sequence, what is never made. */
export function notesOnList(text: string, made: Made, source = "list"): readonly string[] {
  const read = readEntries(text, made, source);
  const { column } = read;
  const list = read.entries.flatMap(({ sequence }) => sequence ?? []);
  const said = [
    column === undefined
      ? undefined
      : `sequences from ${quoteSequence(column)}; the other columns were not looked at.`,
    unread(read, made.alphabet),
    otherLengths([...new Set(list)], made),
  ];
  return said.filter((note) => note !== undefined);
}

interface Entry {
  readonly text: string;
  readonly sequence: string | undefined;
}

interface Entries {
  /** The column of a table that has several. */
  readonly column?: string;
  /** Without the line of a table that names its columns. */
  readonly entries: readonly Entry[];
  /** Whether the first entry may be a heading. */
  readonly mayHead: boolean;
}

type Cells = readonly string[];
type Find = (cell: string) => string | undefined;

/** The share of cells that makes a column one of sequences, as in files of measurements. */
const mostCells = 0.8;
/** Far more than a row with a sequence has; a table of longer ones would be parsed for minutes. */
const longestLine = 2 ** 20;
/** Names of columns are not looked for below this row. */
const mostAbove = 200;

function readEntries(text: string, made: Made, source: string): Entries {
  const find = sequenceFinder(made.alphabet);
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  if (lines.some((line) => line.startsWith(">"))) {
    const records: string[] = [];
    for (const line of lines) {
      if (line.startsWith(">")) records.push("");
      else if (records.length > 0) records[records.length - 1] += line.trim();
    }
    return { entries: records.map((record) => ({ text: record, sequence: find(record) })), mayHead: false };
  }
  const long = lines.findIndex(({ length }) => length > longestLine);
  if (long >= 0) {
    throw new WindageError(
      "design/bad-list",
      `${source}:${long + 1}: got a line of ${lines[long]!.length.toLocaleString("en-US")} characters, expected at most ${longestLine.toLocaleString("en-US")}; is this a list of sequences?`,
    );
  }
  // Where no mark cuts all lines alike, the first one that can separate columns does.
  const delimiter = guessDelimiter(lines.join("\n")) ?? /[,;\t]/.exec(text)?.[0] ?? ",";
  const rows = parseCsv(text, delimiter).flatMap((row) => ("fields" in row ? [row.fields] : []));
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) =>
    rows.some((row) => cellOf(row, column) !== ""),
  );
  const header = rows.slice(0, mostAbove).find((row) => columns.some((at) => isName(row, at, rows, find)));
  const several = columns.length > 1;
  const body = several ? rows.filter((row) => row !== header) : rows;
  // A first row without a sequence names columns too, in words that say nothing about what is in them.
  const heading = header ?? (rows[0] ?? []).map((cell) => (find(cell) === undefined ? cell : ""));
  const names = columns.map((at) => cellOf(heading, at) || `column ${at + 1}`);
  const chosen = several
    ? sequenceColumn({ columns, names, body, headed: header !== undefined }, find, made, source)
    : 0;
  const entries = body.map((row) => ({
    text: row.join(" "),
    sequence: find(cellOf(row, columns[chosen] ?? 0)),
  }));
  return several
    ? { column: names[chosen]!, entries, mayHead: header === undefined }
    : { entries, mayHead: true };
}

function cellOf(row: Cells, column: number): string {
  return (row[column] ?? "").trim();
}

/** Finds the sequence over the alphabet that a cell holds, without ends that stand around it. */
function sequenceFinder(alphabet: string): Find {
  const letters = new Set(alphabet);
  const ends = { primes: true, stops: !alphabet.includes("*") };
  const isSequence = (text: string): boolean =>
    text !== "" && Array.from(text).every((letter) => letters.has(letter));
  return (cell) => {
    const written = cell.trim();
    const inner = bare(written, ends).text;
    return [written, written.toUpperCase(), inner, inner.toUpperCase()].find(isSequence);
  };
}

/** Whether a cell is the name of a column of sequences: a usual one, and not what stands below it as well. */
function isName(row: Cells, column: number, rows: readonly Cells[], find: Find): boolean {
  const name = cellOf(row, column).toLowerCase();
  if (!sequenceName.test(name)) return false;
  const others = rows.filter((other) => other !== row).map((other) => cellOf(other, column));
  const again = others.filter((cell) => cell.toLowerCase() === name).length;
  const sequences = others.filter((cell) => find(cell) !== undefined).length;
  return 2 * again < others.length && sequences > again;
}

interface ListTable {
  readonly columns: readonly number[];
  readonly names: readonly string[];
  readonly body: readonly Cells[];
  /** Whether names say which columns hold sequences; else the first row of the body may be a heading. */
  readonly headed: boolean;
}

/**
 * Which of the columns holds the sequences: the one that is called so, else the only one that looks like sequences
 * throughout, of lengths that are made if any is.
 */
function sequenceColumn(
  { columns, names, body, headed }: ListTable,
  find: Find,
  made: Made,
  source: string,
): number {
  const { minLength = 0, maxLength = Infinity } = made;
  const rows = headed || body.length === 1 ? body : body.slice(1);
  const shares = columns.map((column) => {
    const cells = rows.map((row) => cellOf(row, column)).filter((cell) => !isAbsent(cell));
    const found = cells.flatMap((cell) => find(cell) ?? []);
    const fitting = found.filter(({ length }) => length >= minLength && length <= maxLength);
    const all = Math.max(1, cells.length);
    return { found: found.length / all, fitting: fitting.length / all };
  });
  const where = (holds: (index: number) => boolean): number[] => [...columns.keys()].filter(holds);
  const named = where((index) => headed && sequenceName.test(names[index]!));
  const holding = where((index) => shares[index]!.found >= mostCells);
  // Where nothing looks like sequences throughout, what has the most of them is read, and the rest told of.
  const most = Math.max(...shares.map(({ found }) => found));
  const candidates = [
    named.filter((index) => holding.includes(index)),
    named,
    holding.filter((index) => shares[index]!.fitting > 0.5),
    holding,
    where((index) => shares[index]!.found === most),
  ].find(({ length }) => length > 0)!;
  if (candidates.length === 1 || most === 0) return candidates[0]!;
  throw new WindageError(
    "design/bad-list",
    `${source}: got several columns that could be sequences (${candidates.map((index) => quoteSequence(names[index]!)).join(", ")}), expected one; call the one that counts "sequence" in the first line, or leave the others out`,
  );
}

/** What to say of entries that hold no sequence, but for a first line that may be a heading; undefined where all do. */
function unread({ entries, mayHead }: Entries, alphabet: string): string | undefined {
  const without = entries.filter(({ sequence }, i) => sequence === undefined && !(mayHead && i === 0));
  const [first] = without;
  if (first === undefined) return undefined;
  const more = without.length === 1 ? "" : ` and ${without.length - 1} more`;
  return `${JSON.stringify(first.text.slice(0, 40))}${more} passed over, because there is no sequence over ${alphabet} in it.`;
}

/** What to say of listed sequences that are never made, because they have another length; undefined where there are none. */
function otherLengths(
  list: readonly string[],
  { minLength = 0, maxLength = Infinity }: Made,
): string | undefined {
  const others = list.filter(({ length }) => length < minLength || length > maxLength).length;
  if (others === 0) return undefined;
  const made = minLength === maxLength ? `${maxLength}` : `${minLength} to ${maxLength}`;
  return `${others} of ${list.length} listed sequences have another length than what is made (${made} letters), so leaving them out changes nothing.`;
}
