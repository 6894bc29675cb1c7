/**
 * Motifs: sequences are worth more the more often certain words occur in them, up to a cap, above a faint preference for
 * letters place by place. Where DNA is read on both strands, so are the words. Rewards are rare and come in steps, and
 * a good policy has to remember how much of a word stands there and how many there are.
 */
import { WindageError } from "../../error.ts";
import { createAutomaton } from "../../evaluation/automaton/automaton.ts";
import { requireKnownFields, type Fields } from "../../known-fields.ts";
import { Generator } from "../../random/generator.ts";
import { reverseComplement } from "../exact/reverse-complement.ts";
import { DNA } from "../exact/sequence-space.ts";
import { automatonLandscape, type AutomatonLandscape } from "./automaton-landscape.ts";
import { checkedShape, lengthsInWords } from "./checked-shape.ts";
import { wordAutomaton } from "./word-automaton.ts";

/** Which motifs, and what they are worth. The same seed gives the same world. */
export interface MotifOptions {
  /** Letters per sequence; 60 unless given. */
  readonly length?: number;
  /** From so many letters on a sequence may stop; as many as `length` unless given. */
  readonly minLength?: number;
  /** ACGT unless given. */
  readonly alphabet?: string;
  /** The words that count; two of five letters, drawn by the seed, unless given. */
  readonly words?: readonly string[];
  /** What each occurrence is worth in nats; 1.5 unless given. */
  readonly weight?: number;
  /** Occurrences beyond so many are worth nothing more; 3 unless given. */
  readonly cap?: number;
  /** Whether words count on the other strand too; with the letters ACGT so unless told. */
  readonly bothStrands?: boolean;
  readonly seed?: number;
  /** Standard deviation of what letters are worth by place, in nats; 0.2 unless given. */
  readonly spread?: number;
}

const motifFields: Fields<MotifOptions> = {
  length: true,
  minLength: true,
  alphabet: true,
  words: true,
  weight: true,
  cap: true,
  bothStrands: true,
  seed: true,
  spread: true,
};

const drawnWords = 2;
const drawnLetters = 5;

/**
 * Sequences worth more the more often given motifs occur: `log R(x) = Σ_t w_t[x_t] + weight · min(occurrences, cap)`,
 * known exactly at any length.
 */
export function motifLandscape(options: MotifOptions = {}): AutomatonLandscape {
  requireKnownFields("landscape/invalid-option", "motifLandscape", options, motifFields);
  const { length = 60, alphabet = DNA, weight = 1.5, cap = 3, seed = 0, spread = 0.2 } = options;
  const { minLength = length } = options;
  const size = checkedShape("motifLandscape", { length, minLength, alphabet, seed, spread });
  const isDna = Array.from(alphabet).toSorted().join("") === DNA;
  const { bothStrands = isDna } = options;
  if (bothStrands && !isDna) throw refused("both strands", `letters of "${alphabet}"`, `the letters ${DNA}`);
  if (!Number.isFinite(weight)) throw refused("weight", String(weight), "a finite number");
  if (!Number.isInteger(cap) || cap < 1) throw refused("cap", String(cap), "a whole number of at least 1");
  const generator = Generator.fromSeed(seed);
  const background = Array.from({ length }, () =>
    Array.from({ length: size }, () => spread * generator.normal()),
  );
  const words = options.words ?? drawWords(alphabet, length, generator);
  const counted = new Set(words.flatMap((word) => (bothStrands ? [word, reverseComplement(word)] : [word])));
  const { next, found } = wordAutomaton(
    Array.from(counted, (word) => lettersOf(word, alphabet, length)),
    size,
  );
  // A state is a place in the words and a count, `place * (cap + 1) + count`.
  const states = next.flatMap((row, place) =>
    Array.from({ length: cap + 1 }, (_, count) => ({ row, place, count })),
  );
  const automaton = createAutomaton({
    next: states.map(({ row, count }) => row.map((to) => to * (cap + 1) + Math.min(cap, count + found[to]!))),
    logWeight: background.map((row) => states.map(() => row)),
    endLogWeight: states.map(({ count }) => weight * count),
    minLength,
    maxLength: length,
  });
  const strands = bothStrands ? " on both strands" : "";
  const name = `motifs ${words.join(", ")}${strands}, up to ${cap} in ${lengthsInWords(minLength, length)}, seed ${seed}`;
  return automatonLandscape({ name, alphabet, automaton });
}

function drawWords(alphabet: string, length: number, generator: Generator): readonly string[] {
  const letters = Math.min(drawnLetters, length);
  return Array.from({ length: drawnWords }, () =>
    Array.from({ length: letters }, () => alphabet[generator.integer(alphabet.length)]!).join(""),
  );
}

function lettersOf(word: string, alphabet: string, length: number): readonly number[] {
  const letters = Array.from(word, (letter) => alphabet.indexOf(letter));
  if (letters.length < 1 || letters.length > length || letters.includes(-1))
    throw refused("a word", `"${word}"`, `1 to ${length} letters of "${alphabet}"`);
  return letters;
}

function refused(what: string, got: string, expected: string): WindageError {
  return new WindageError(
    "landscape/invalid-option",
    `motifLandscape: got ${got} as ${what}, expected ${expected}.`,
  );
}
