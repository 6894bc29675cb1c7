/** Errors of the library name its own settings; whoever typed options has to find those in the message. */
import { WindageError } from "../error.ts";
import { flagOf } from "./options/value-spec.ts";

/** How messages begin, and how they begin on the command line. */
const beginnings: readonly (readonly [ofLibrary: string, typed: string])[] = [
  ["objective: ", "--objective: "],
  ["weightedSum: ", "--objective: "],
  ["kmer: ", "--kmer: "],
  ['observes "intentions": ', "--observes intentions: "],
  ['thoughts "memory": ', "--observes memory: "],
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

/** Settings of the library whose options have names of their own. */
const renamed: Readonly<Record<string, string>> = {
  "batch.dataset": "--dataset-batch",
  "entropyRatio.weight": "--entropy-weight",
  "model.heads": "--attention-heads",
  "model.kind": "--model",
  dynamicsReplay: "--dynamics-rounds",
};

/** A remark of the library in the words that were typed: settings are what it begins with, and names that are no words. */
export function noteInTypedWords(note: string): string {
  return note.replaceAll(/^\w+(?= was\b)|\b[a-z]+(?:\.\w+|[A-Z]\w*)/g, (name) => {
    return renamed[name] ?? flagOf(name.replace(/^\w+\./, ""));
  });
}
