/** Turns what a cell says of a variant into the sequence that was measured. */
import { quoteSequence } from "../text/quote-sequence.ts";
import type { FoundParent } from "./find-parent.ts";
import { readVariant } from "./mutation-text.ts";

/** A sequence, why there is none, or what is wrong. */
export type Spelled =
  | { readonly sequence: string; readonly isParent: boolean }
  | { readonly missing: "stop" | "lengths" }
  | { readonly problem: string };

/** Spells the variants of a parent; a place is found by its number. */
export function variantSpeller(parent: FoundParent): (cell: string) => Spelled {
  const { sequence, numbers } = parent;
  const at = new Map(numbers.map((number, i) => [number, i]));
  return (cell) => {
    const variant = readVariant(cell);
    if (variant === undefined) {
      return {
        problem: `got ${quoteSequence(cell)}, expected mutations such as V39A, several with : ; or , in between, or WT`,
      };
    }
    if (variant.kind !== "letters") return { missing: variant.kind };
    const letters = Array.from(sequence);
    const changed = new Set<number>();
    for (const { from, place, to } of variant.mutations) {
      const index = at.get(place);
      if (index === undefined || sequence[index] !== from) {
        const there = index === undefined ? "no such place" : `${sequence[index]} there`;
        return { problem: `${quoteSequence(cell)}: got ${from}${place}${to}, and the parent has ${there}` };
      }
      if (changed.has(index)) return { problem: `${quoteSequence(cell)}: got place ${place} twice` };
      changed.add(index);
      letters[index] = to;
    }
    return { sequence: letters.join(""), isParent: changed.size === 0 };
  };
}

/** The whole sequence of a variant that spells some places of its parent. */
export function placed(letters: string, { sequence, at }: FoundParent): string {
  if (at === undefined || at.length !== letters.length) return letters;
  const whole = Array.from(sequence);
  for (const [i, place] of at.entries()) whole[place] = letters[i]!;
  return whole.join("");
}
