/**
 * Collects what is wrong with a file so that one message can show the first few problems and count the rest;
 * a file with one systematic mistake has thousands of them.
 */

import { type ErrorCode, WindageError } from "../../error.ts";

const SHOWN = 5;

export class ProblemList {
  readonly #shown: string[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds one problem, with its place in front ("file:line"). */
  add(problem: string): void {
    this.#count++;
    if (this.#shown.length < SHOWN) this.#shown.push(problem);
  }

  /** Throws one error about all problems found so far, or does nothing when there are none. */
  throwIfAny(code: ErrorCode, heading: string, advice: string): void {
    if (this.#count === 0) return;
    const more = this.#count > SHOWN ? `\n  … and ${this.#count - SHOWN} more` : "";
    const lines = this.#shown.map((problem) => `\n  ${problem}`).join("");
    throw new WindageError(code, `${heading}:${lines}${more}\n${advice}`);
  }
}

/** "AAAA, AAAC, AAAG … and 61 more": the first few of a list. */
export function listSome(items: readonly string[]): string {
  const some = items.slice(0, SHOWN).join(", ");
  return items.length > SHOWN ? `${some} … and ${items.length - SHOWN} more` : some;
}
