/**
 * What every kind of figure gives: a picture as SVG text, words that say what is seen and how to read it, and the
 * numbers that were drawn. A kind is one pure function from plain data to this; nothing here knows where data come from.
 */

/** A finished figure. */
export interface Figure {
  /** The name of its kind, as in `--figure`. */
  readonly kind: string;
  /** Says what is seen. */
  readonly title: string;
  /** One sentence: how to read it. */
  readonly help: string;
  /** A whole SVG document, for a file, an `<img>` or a page. */
  readonly svg: string;
  /** What was drawn. */
  readonly data: FigureTable;
}

/** Rows of numbers and names; null where something is not known. */
export interface FigureTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}
