/**
 * Chains: at every place each letter has an energy of its own, and so has each pair of neighbours, all drawn once from a
 * normal law. What a letter is worth then depends on the one before it and nothing else: the plainest test of samplers on
 * long sequences, because a good policy needs no more than the place and the last letter.
 */
import { createAutomaton } from "../../evaluation/automaton/automaton.ts";
import { bestSequence } from "../../evaluation/automaton/best-sequence.ts";
import { Generator } from "../../random/generator.ts";
import { requireKnownFields, type Fields } from "../../known-fields.ts";
import { DNA } from "../exact/sequence-space.ts";
import { automatonLandscape, type AutomatonLandscape } from "./automaton-landscape.ts";
import { checkedShape, lengthsInWords } from "./checked-shape.ts";

/** Which chain: the same seed gives the same one. */
export interface ChainOptions {
  /** Letters per sequence; 50 unless given. */
  readonly length?: number;
  /** From so many letters on a sequence may stop; as many as `length` unless given. */
  readonly minLength?: number;
  /** ACGT unless given. */
  readonly alphabet?: string;
  readonly seed?: number;
  /** Standard deviation of the energies in nats; 0.7 unless given. */
  readonly spread?: number;
}

const chainFields: Fields<ChainOptions> = {
  length: true,
  minLength: true,
  alphabet: true,
  seed: true,
  spread: true,
};

/**
 * A random chain, in which each letter is worth something by the letter before it; of any length, and known exactly.
 * Scores are relative to the best sequence, which has 0.
 */
export function chainLandscape(options: ChainOptions = {}): AutomatonLandscape {
  requireKnownFields("landscape/invalid-option", "chainLandscape", options, chainFields);
  const { length = 50, minLength = length, alphabet = DNA, seed = 0, spread = 0.7 } = options;
  const size = checkedShape("chainLandscape", { length, minLength, alphabet, seed, spread });
  const generator = Generator.fromSeed(seed);
  // The last state is that before the first letter.
  const next = Array.from({ length: size + 1 }, () => Array.from({ length: size }, (_, c) => c));
  const logWeight = Array.from({ length }, () => {
    const alone = Array.from({ length: size }, () => spread * generator.normal());
    return next.map((row, q) =>
      row.map((_, c) => alone[c]! + (q === size ? 0 : spread * generator.normal())),
    );
  });
  const plain = createAutomaton({ next, logWeight, start: size, minLength, maxLength: length });
  const best = bestSequence(plain).logReward;
  return automatonLandscape({
    name: `chain of ${lengthsInWords(minLength, length)}, letters ${alphabet}, seed ${seed}`,
    alphabet,
    automaton: { ...plain, endLogWeight: plain.endLogWeight.map((weight) => weight - best) },
  });
}
