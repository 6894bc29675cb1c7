/**
 * What a file of measurements says once it has been read: one entry per sequence, with its repeats averaged, and
 * sentences about everything that was done to the file on the way. It holds scores as they were measured; which
 * direction is better and what a score is worth is decided elsewhere.
 */

/** One measured sequence. */
export interface Measurement {
  readonly sequence: string;
  /** The mean of its measured values. */
  readonly score: number;
  /** How many values that is the mean of. */
  readonly count: number;
  /** Their standard deviation (n − 1); 0 for a single value, which says nothing about spread. */
  readonly spread: number;
  /** The true score lies above or below `score`, which is all that is known of it; absent where it was measured. */
  readonly bound?: Bound;
}

/** On which side of a bound what was measured lies. */
export type Bound = "above" | "below";

/** What variants are changes of. */
export interface Parent {
  /** As long as what was measured. */
  readonly sequence: string;
  /** What its places are called in mutations, a number for each letter. */
  readonly numbers: readonly number[];
}

/** How a file was laid out. */
export interface AssayLayout {
  readonly delimiter: Delimiter;
  readonly decimal: DecimalMark;
  /** Whether the first line names the columns. */
  readonly header: boolean;
  readonly sequenceColumn: string;
  /** More than one where repeats stand beside each other. */
  readonly scoreColumns: readonly string[];
}

/** The sign between the fields of a line. */
export type Delimiter = "," | ";" | "\t";
/** The sign before the fractional part of a number. */
export type DecimalMark = "point" | "comma";

/** Everything measured. */
export interface Assay {
  readonly alphabet: string;
  /** One per sequence, in the order of the file. */
  readonly measurements: readonly Measurement[];
  readonly layout: AssayLayout;
  /** Rows below the header. */
  readonly rows: number;
  /** Rows without a value or without a sequence, which were left out. */
  readonly dropped: number;
  /** What everything here is a variant of, where that was told or found. */
  readonly parent?: Parent;
  /** Standard deviation of one measurement, from the repeats; null where nothing was measured twice. */
  readonly noise: number | null;
  /** What was noticed and done, in sentences for the user. */
  readonly notes: readonly string[];
}

/** What a caller may say instead of letting it be guessed. */
export interface AssayOptions {
  readonly sequenceColumn?: string;
  /** Names or numbers (from 1), with commas in between where repeats stand in several columns. */
  readonly scoreColumn?: string;
  readonly delimiter?: Delimiter;
  readonly decimal?: DecimalMark;
  readonly alphabet?: string;
  /** Which sheet of a workbook, by name or number; whoever reads the file into text takes it. */
  readonly sheet?: string;
  /** The letters of the sequence that variants were made of; found out where the file tells. */
  readonly parent?: string;
  /** Places, as in "39-41,54": those that short sequences spell, or what the places of the parent are called. */
  readonly sites?: string;
}
