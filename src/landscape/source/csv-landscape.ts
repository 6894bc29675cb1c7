/**
 * Scores from a CSV file, read as every file of measurements is (docs/assays.md). The caller says what a sequence that
 * is not in the file is worth; there is no default, because every answer is wrong for someone. When all sequences have
 * one length and the space is small the result is a complete table, otherwise an oracle.
 */

import { basename } from "node:path";
import { WindageError } from "../../error.ts";
import type { Landscape } from "../landscape.ts";
import { ListedOracle } from "./listed-oracle.ts";
import type { Measurement } from "../assay/assay.ts";
import { readAssay } from "../assay/read-assay.ts";
import { listSome } from "../text/problem-list.ts";
import { type Provenance, describeFile } from "../provenance.ts";
import { readTableText, tableText } from "../../file/read-table.ts";
import { readUserFile } from "../../file/read-user-file.ts";
import { SequenceSpace } from "../exact/sequence-space.ts";
import { sha256 } from "../../file/sha256.ts";
import { TableLandscape } from "../exact/table-landscape.ts";

/**
 * What a sequence that the file does not list scores: nothing (`"error"`), 0 and hence the reward's floor
 * (`"floor"`), or a given number.
 */
export type MissingPolicy = "error" | "floor" | number;

/** How to read the file. */
export interface CsvOptions {
  readonly name?: string;
  /** The letters in their order, such as "ACGT". */
  readonly alphabet: string;
  readonly missing: MissingPolicy;
  readonly sequenceColumn?: string;
  readonly scoreColumn?: string;
  readonly delimiter?: "," | ";" | "\t";
  readonly decimal?: "point" | "comma";
  /** What scores become, given all that were measured; a number for missing ones becomes the same. */
  readonly worth?: (measurements: readonly Measurement[]) => (score: number) => number;
  /** Spaces of at most this many sequences become a table; 2^20 unless told. */
  readonly tableUpTo?: number;
}

/** What a file lists, and what all other sequences score. */
interface Listing {
  readonly landscape: Landscape;
  /** The sequences of the file with what they score. */
  readonly listed: ReadonlyMap<string, number>;
  /** What a sequence scores that is not listed; undefined where it is refused. */
  readonly unlistedScore: number | undefined;
  readonly notes: readonly string[];
}

/** Makes a landscape of a CSV file of sequences and scores, read as every file of measurements is. */
export async function loadCsvLandscape(
  path: string,
  options: CsvOptions,
): Promise<Listing & { readonly provenance: Provenance }> {
  const bytes = await readUserFile(path);
  const file = basename(path);
  const { rows, ...listing } = parseCsvLandscape(
    await tableText(bytes, path),
    { name: file, ...options },
    path,
  );
  const source = describeFile(file, sha256(bytes));
  return { ...listing, provenance: { source: file, files: [source], published: source.published, rows } };
}

/** Reads the sequences and scores that a CSV file lists, without saying anything about others. */
export async function loadScoredSequences(
  path: string,
  options: Omit<CsvOptions, "missing" | "name" | "tableUpTo">,
): Promise<ReadonlyMap<string, number>> {
  const text = await readTableText(path);
  return readScores(text, options, path).scores;
}

/** Makes a landscape of the text of a CSV file of sequences and scores; `file` is only for messages. */
export function parseCsvLandscape(
  text: string,
  options: CsvOptions,
  file = "csv",
): Listing & { readonly rows: number } {
  const { missing } = options;
  if (missing !== "error" && missing !== "floor" && !Number.isFinite(missing)) {
    throw new WindageError(
      "landscape/invalid-option",
      `missing: got ${JSON.stringify(missing)}, expected "error", "floor" or a finite number`,
    );
  }
  const { scores, worth, rows, notes } = readScores(text, options, file);
  const rest = typeof missing === "number" ? worth(missing) : missing;
  const unlistedScore = rest === "floor" ? 0 : rest === "error" ? undefined : rest;
  const listing = { listed: scores, unlistedScore, rows, notes };
  const name = options.name ?? "csv";
  const lengths = new Set(Array.from(scores.keys(), (sequence) => sequence.length));
  const [length] = lengths;
  if (length !== undefined && lengths.size === 1) {
    const space = new SequenceSpace(options.alphabet, length);
    if (space.size <= (options.tableUpTo ?? 2 ** 20)) {
      return { ...listing, landscape: fillTable(name, space, scores, unlistedScore, file) };
    }
  }
  return { ...listing, landscape: new ListedOracle(name, scores, unlistedScore ?? "error") };
}

function fillTable(
  name: string,
  space: SequenceSpace,
  scores: ReadonlyMap<string, number>,
  unlistedScore: number | undefined,
  file: string,
): TableLandscape {
  const absent: string[] = [];
  const table = new Float64Array(space.size);
  for (let index = 0; index < table.length; index++) {
    const sequence = space.sequenceAt(index);
    const score = scores.get(sequence);
    if (score === undefined) absent.push(sequence);
    table[index] = score ?? unlistedScore ?? 0;
  }
  if (unlistedScore === undefined && absent.length > 0) {
    throw new WindageError(
      "data/incomplete",
      `${file}: ${absent.length} of ${space.size} sequences have no score (${listSome(absent)}); ` +
        "add them, or choose what they score with --missing floor or a number (in code, missing); to order new sequences after measuring some, use windage design",
    );
  }
  return new TableLandscape(name, space, table);
}

function readScores(
  text: string,
  { sequenceColumn, scoreColumn, delimiter, decimal, alphabet, worth }: Omit<CsvOptions, "missing">,
  file: string,
): {
  readonly scores: ReadonlyMap<string, number>;
  readonly worth: (score: number) => number;
  readonly rows: number;
  readonly notes: readonly string[];
} {
  const { measurements, rows, notes } = readAssay(
    text,
    {
      alphabet,
      ...(sequenceColumn === undefined ? {} : { sequenceColumn }),
      ...(scoreColumn === undefined ? {} : { scoreColumn }),
      ...(delimiter === undefined ? {} : { delimiter }),
      ...(decimal === undefined ? {} : { decimal }),
    },
    file,
  );
  const map = worth?.(measurements) ?? ((score: number) => score);
  const scores = new Map(measurements.map(({ sequence, score }) => [sequence, map(score)]));
  return { scores, worth: map, rows, notes };
}
