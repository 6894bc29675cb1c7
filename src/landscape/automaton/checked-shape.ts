/** Checks what drawn automaton worlds have in common. */
import { WindageError } from "../../error.ts";

/** What is common to them. */
export interface DrawnWorld {
  readonly length: number;
  readonly minLength: number;
  readonly alphabet: string;
  readonly seed: number;
  readonly spread: number;
}

/** The number of letters; what makes no world is refused. */
export function checkedShape(
  what: string,
  { length, minLength, alphabet, seed, spread }: DrawnWorld,
): number {
  const refuse = (name: string, got: string, expected: string): never => {
    throw new WindageError(
      "landscape/invalid-option",
      `${what}: got ${got} as ${name}, expected ${expected}.`,
    );
  };
  if (!Number.isInteger(length) || length < 1)
    refuse("length", String(length), "a whole number of at least 1");
  if (!Number.isInteger(minLength) || minLength < 0 || minLength > length)
    refuse("minLength", String(minLength), `a whole number from 0 to the length, ${length}`);
  const { size } = new Set(alphabet);
  if (size < 2 || size !== alphabet.length)
    refuse("alphabet", `"${alphabet}"`, "two or more different letters");
  if (!Number.isSafeInteger(seed) || seed < 0) refuse("seed", String(seed), "a whole number of at least 0");
  if (!(spread >= 0 && spread < Infinity)) refuse("spread", String(spread), "a number of at least 0");
  return size;
}

/** How long sequences are. */
export function lengthsInWords(minLength: number, maxLength: number): string {
  return minLength === maxLength ? String(maxLength) : `${minLength} to ${maxLength}`;
}
