/**
 * A landscape whose scores add up along a finite automaton. Scores are logarithms of what sequences are worth, since at
 * hundreds of letters the worth itself would leave the range of numbers; and everything about the target is known
 * exactly, at any length (docs/past-enumeration.md).
 */
import { WindageError } from "../../error.ts";
import { type Automaton, automatonLogReward } from "../../evaluation/automaton/automaton.ts";
import type { Oracle } from "../landscape.ts";
import { OracleError, unanswered } from "../oracle/oracle-error.ts";
import { quoteSequence } from "../text/quote-sequence.ts";
import { lengthsInWords } from "./checked-shape.ts";

/** Scores of an automaton, which is there for whoever wants to know more. */
export interface AutomatonLandscape extends Oracle {
  /** The letters that the automaton numbers from 0 on. */
  readonly alphabet: string;
  readonly automaton: Automaton;
  readonly logarithmic: true;
}

/** What an automaton is called, and which letters it reads. */
export interface AutomatonLandscapeOptions {
  readonly name: string;
  readonly alphabet: string;
  readonly automaton: Automaton;
}

/** The landscape of an automaton: scores are `log R(x)`, at an exponent of 1. */
export function automatonLandscape(options: AutomatonLandscapeOptions): AutomatonLandscape {
  const { name, alphabet, automaton } = options;
  const numbers = new Map(Array.from(alphabet, (letter, i) => [letter, i]));
  if (numbers.size !== alphabet.length || numbers.size !== automaton.alphabetSize) {
    throw new WindageError(
      "landscape/invalid-option",
      `automatonLandscape: got the alphabet "${alphabet}", expected ${automaton.alphabetSize} different letters, as many as the automaton reads.`,
    );
  }
  const { minLength, maxLength } = automaton;
  const lettersOf = (sequence: string): readonly number[] | null => {
    if (sequence.length < minLength || sequence.length > maxLength) return null;
    const letters = Array.from(sequence, (letter) => numbers.get(letter) ?? -1);
    return letters.includes(-1) ? null : letters;
  };
  return {
    name,
    enumerable: false,
    free: true,
    immediate: true,
    logarithmic: true,
    alphabet,
    automaton,
    score(sequences) {
      const scores = unanswered(sequences.length);
      let stranger: string | undefined;
      for (const [at, sequence] of sequences.entries()) {
        const letters = lettersOf(sequence);
        if (letters === null) stranger ??= sequence;
        else scores[at] = automatonLogReward(automaton, letters);
      }
      if (stranger === undefined) return Promise.resolve(scores);
      const message = `${name}: got ${quoteSequence(stranger)}, expected ${lengthsInWords(minLength, maxLength)} letters of "${alphabet}".`;
      return Promise.reject(new OracleError("landscape/invalid-sequence", message, { scores }));
    },
  };
}

/** The automaton of a landscape that has one. */
export function automatonOf(landscape: object): AutomatonLandscape | null {
  return "automaton" in landscape && "logarithmic" in landscape ? (landscape as AutomatonLandscape) : null;
}
