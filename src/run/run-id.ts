/**
 * Names of runs: when, what, and a few random letters, such as 20261115-225747-tfbind8-k3f9q. They sort by time
 * as text, are legal file names everywhere and need no quoting in a shell.
 */

import { randomInt } from "node:crypto";
import { WindageError } from "../error.ts";

/** Digits and letters that are not mistaken for each other. */
const letters = "23456789abcdefghjkmnpqrstuvwxyz";
const suffixLength = 5;

/** Whether a text can be the name of a run's folder. */
export function isSafeId(text: string): boolean {
  return (
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/.test(text) &&
    !text.includes("..") &&
    // The word for the newest run.
    text !== "latest" &&
    !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(text)
  );
}

/** Throws unless a text can be the name of a run's folder. */
export function checkId(text: string): void {
  if (isSafeId(text)) return;
  throw new WindageError(
    "run/invalid-id",
    `run name: got ${JSON.stringify(text.slice(0, 120))}, expected up to 100 letters, digits, dots, dashes and ` +
      "underscores that begin and end with a letter or digit, and not the word latest",
  );
}

/** The part of an id that says what the run is about. */
function slug(task: string): string {
  const words = task
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 32)
    .replaceAll(/^-+|-+$/g, "");
  return words === "" ? "run" : words;
}

/** Letters that make two runs of one second differ; not drawn from a seed, since one seed is run many times. */
function randomSuffix(): string {
  return Array.from({ length: suffixLength }, () => letters[randomInt(letters.length)]).join("");
}

/** Whether a name is one that `makeRunId` makes, and nobody chose it. */
export function isMadeId(id: string): boolean {
  return new RegExp(`^\\d{8}-\\d{6}-.+-[${letters}]{${suffixLength}}$`).test(id);
}

/** A new name for a run of `task` that begins at `created`. */
export function makeRunId(task: string, created: Date): string {
  const time = created.toISOString().replaceAll(/[-:]/g, "").replace("T", "-").slice(0, 15);
  return `${time}-${slug(task)}-${randomSuffix()}`;
}
