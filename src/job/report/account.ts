/** What a report says and shows, whatever it is about: gathered from a folder, and put on a page or a terminal elsewhere. */
import type { DrawOptions, Figure } from "../../figure/figures.ts";

/** A figure that can be drawn at any width. */
export interface Picture {
  /** As in `--figure`. */
  readonly name: string;
  readonly draw: (options?: DrawOptions) => Figure;
}

/** A small table of words and numbers, as they are to be read. */
export interface AccountTable {
  readonly title: string;
  readonly columns: readonly { readonly name: string; readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** A sentence below it. */
  readonly note?: string;
}

/** Everything that there is to say about a run, a comparison, a project or a forecast. */
export interface Account {
  readonly kind: "run" | "comparison" | "project" | "forecast";
  readonly folder: string;
  readonly title: string;
  /** The sentence that matters most. */
  readonly headline: string;
  /** Sentences that follow it. */
  readonly words: readonly string[];
  readonly warnings: readonly string[];
  /** Tables that come before the figures. */
  readonly tables: readonly AccountTable[];
  /** In the order of what they tell. */
  readonly pictures: readonly Picture[];
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** The line to type for the same again. */
  readonly command: string | null;
  readonly versions: readonly (readonly [name: string, value: string])[];
}
