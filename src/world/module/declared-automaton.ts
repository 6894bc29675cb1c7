/**
 * The automaton that a module declares for its own scorer, so that truth is known at any length: tables are laid out, and
 * what they say is held against what the scorer says, on random sequences and on samples of the target.
 */
import { WindageError } from "../../error.ts";
import type { Environment } from "../../environment/environment.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import type { Automaton, AutomatonDescription } from "../../evaluation/automaton/automaton.ts";
import { automatonLogReward, createAutomaton } from "../../evaluation/automaton/automaton.ts";
import { drawSequence, targetOutcomes } from "../../evaluation/automaton/outcome-law.ts";
import { isRecord } from "../../is-record.ts";
import type { AutomatonLandscape } from "../../landscape/automaton/automaton-landscape.ts";
import type { Landscape } from "../../landscape/landscape.ts";
import { Generator } from "../../random/generator.ts";
import { wrongModule } from "./import-module.ts";

/** Sequences of either kind whose scores are compared. */
const compared = 32;
/** How far apart two sums of the same terms may be, as a share of their size. */
const tolerance = 1e-6;

/** The landscape with its automaton, checked; null where it declares none. */
export async function withAutomaton(
  path: string,
  environment: Environment,
  landscape: Landscape,
): Promise<AutomatonLandscape | null> {
  const declared: unknown = "automaton" in landscape ? landscape.automaton : undefined;
  if (declared === undefined || landscape.enumerable) return null;
  const sequences = asSequences(environment);
  if (sequences === null)
    throw wrongModule(path, "no automaton beside an environment that builds no sequences");
  if (landscape.logarithmic !== true) {
    throw new WindageError(
      "run/wrong-module",
      `${path}: landscape.automaton: got one beside scores that are no logarithms, expected "logarithmic: true": its weights add up to the score, and R = exp(β·score).`,
    );
  }
  const automaton = laidOut(path, declared);
  const alphabet = sequences.alphabet.symbols;
  const { minLength, maxLength } = automaton;
  if (
    automaton.alphabetSize !== alphabet.length ||
    minLength !== sequences.minLength ||
    maxLength !== sequences.maxLength
  ) {
    throw new WindageError(
      "run/wrong-module",
      `${path}: landscape.automaton: got ${automaton.alphabetSize} letters and ${minLength} to ${maxLength} places, expected those of the environment: ${alphabet.length} letters ("${alphabet}") and ${sequences.minLength} to ${sequences.maxLength} places.`,
    );
  }
  await requireSameScores(path, landscape, automaton, alphabet);
  return { ...landscape, enumerable: false, logarithmic: true, alphabet, automaton };
}

/** Tables as `createAutomaton` lays them out, or rows as a person writes them. */
function laidOut(path: string, declared: unknown): Automaton {
  if (!isRecord(declared))
    throw wrongModule(path, "tables in landscape.automaton: { next, logWeight, maxLength }");
  if (declared["next"] instanceof Int32Array) return declared as unknown as Automaton;
  try {
    return createAutomaton(declared as unknown as AutomatonDescription);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WindageError("run/wrong-module", `${path}: landscape.automaton: ${why}`, { cause: error });
  }
}

async function requireSameScores(
  path: string,
  landscape: Landscape,
  automaton: Automaton,
  alphabet: string,
): Promise<void> {
  const generator = Generator.fromSeed(0);
  const uniform = (): number => generator.float64();
  const target = targetOutcomes(automaton);
  const { alphabetSize, minLength, maxLength } = automaton;
  const random = (): number[] =>
    Array.from({ length: minLength + generator.integer(maxLength - minLength + 1) }, () =>
      generator.integer(alphabetSize),
    );
  const drawn = Array.from({ length: 2 * compared }, (_, i) =>
    i % 2 === 0 ? random() : drawSequence(automaton, target, uniform),
  );
  const texts = drawn.map((letters) => letters.map((letter) => alphabet[letter]!).join(""));
  const scores = await landscape.score(texts);
  for (const [i, letters] of drawn.entries()) {
    const expected = automatonLogReward(automaton, letters);
    if (expected === scores[i] || Math.abs(scores[i]! - expected) <= tolerance * (1 + Math.abs(expected)))
      continue;
    throw new WindageError(
      "run/wrong-module",
      `${path}: landscape.automaton: it says ${expected} for "${texts[i]!}", which landscape.score scores ${scores[i]!}, expected the same; mend one of them.`,
    );
  }
}
