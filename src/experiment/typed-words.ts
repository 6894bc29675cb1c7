/** Errors of the library name its own settings; whoever typed options has to find those in the message. */
import { WindageError } from "../error.ts";

/** How messages begin, and how they begin on the command line. */
const beginnings: readonly (readonly [ofLibrary: string, typed: string])[] = [
  ["objective: ", "--objective: "],
  ["kmer: ", "--kmer: "],
  ["lookAhead: ", "--look-ahead: "],
  ["transformer: got a width", "--model transformer: got a width (--hidden)"],
  ["transformer: ", "--model transformer: "],
  ["gridEnvironment: ", "--side and --dimensions: "],
  ["url: ", "--oracle-url: "],
];

/** Does something, and lets its mistakes be told in the words that were typed. */
export async function inTypedWords<T>(action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const known = error instanceof WindageError ? error : undefined;
    const found = beginnings.find(([ofLibrary]) => known?.message.startsWith(ofLibrary));
    if (known === undefined || found === undefined) throw error;
    const message = found[1] + known.message.slice(found[0].length);
    throw new WindageError(known.code, message, { cause: known, kind: known.kind });
  }
}
