/**
 * Profiles: what a letter is worth at each place, and nothing else, as in position weight matrices of binding sites. The
 * score of a sequence is its log odds against the background.
 */
import { WindageError } from "../../error.ts";
import { createAutomaton } from "../../evaluation/automaton/automaton.ts";
import { automatonLandscape, type AutomatonLandscape } from "./automaton-landscape.ts";

/** Letters by place, as read from a file of motifs. */
export interface Profile {
  readonly name: string;
  readonly alphabet: string;
  /** How often each letter was seen at each place; `counts[t][c]`. Probabilities will do, with `sites` beside them. */
  readonly counts: readonly (readonly number[])[];
  /** How many sequences the counts are of, where they are probabilities. */
  readonly sites?: number;
  /** How probable letters are anywhere; all alike unless given. */
  readonly background?: readonly number[];
}

/** Added to the counts of every place, shared out as the background, so that no letter is impossible. */
const pseudocount = 1;

/** A position weight matrix as a landscape: `score(x) = Σ_t log( p_t[x_t] / background[x_t] )`, known exactly. */
export function profileLandscape({
  name,
  alphabet,
  counts,
  sites,
  background = Array.from(alphabet, () => 1 / alphabet.length),
}: Profile): AutomatonLandscape {
  const all = background.reduce((sum, p) => sum + p, 0);
  if (background.length !== alphabet.length || background.some((p) => !(p > 0)))
    throw refused(name, "background", background, `a positive probability for each of "${alphabet}"`);
  const row = (seen: readonly number[]): number[] => {
    const total = seen.reduce((sum, count) => sum + count, 0);
    if (seen.length !== alphabet.length || seen.some((count) => !(count >= 0)) || !(total > 0))
      throw refused(
        name,
        "place",
        seen,
        `a count of at least 0 for each of "${alphabet}", not all of them 0`,
      );
    const scale = sites === undefined ? 1 : sites / total;
    return seen.map((count, c) => {
      const share = background[c]! / all;
      const p = (count * scale + pseudocount * share) / (total * scale + pseudocount);
      return Math.log(p / share);
    });
  };
  const places = counts.map(row);
  const automaton = createAutomaton({
    next: [Array.from(alphabet, () => 0)],
    logWeight: places.map((weights) => [weights]),
    maxLength: places.length,
  });
  return automatonLandscape({ name: `profile ${name}`, alphabet, automaton });
}

function refused(name: string, what: string, got: readonly number[], expected: string): WindageError {
  return new WindageError(
    "landscape/invalid-option",
    `profileLandscape: ${name}: got the ${what} ${got.join(" ")}, expected ${expected}.`,
  );
}
