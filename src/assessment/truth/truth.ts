/**
 * What is known exactly of a world that nobody can list: where scores add up along a finite automaton and noise writes
 * letters for letters, the target, its samples and both limits are known at any length (docs/methods.md section 12).
 */
import { tokenKernel } from "../../environment/noise/token-kernel.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import { placeKernels } from "../../environment/noise/place-kernels.ts";
import type { Automaton, AutomatonNoise } from "../../evaluation/automaton/automaton.ts";
import { automatonForwardLimit, automatonReverseLimit } from "../../evaluation/automaton/automaton-limit.ts";
import { automatonLogZ, drawSequence, targetOutcomes } from "../../evaluation/automaton/outcome-law.ts";
import { bestSequence } from "../../evaluation/automaton/best-sequence.ts";
import { noiseKernel, placedKernel } from "../../evaluation/law/kernel.ts";
import type { OutcomeLaw } from "../../evaluation/automaton/outcome-law.ts";
import { sharpened } from "../../evaluation/automaton/automaton.ts";
import { automatonOf } from "../../landscape/automaton/automaton-landscape.ts";
import { Generator } from "../../random/generator.ts";
import { foldIn, key } from "../../random/key.ts";
import type { World } from "../world.ts";

/** A world of which everything but the sampler is known. */
export interface Truth {
  readonly alphabet: string;
  /** The automaton of the reward, its exponent included. */
  readonly automaton: Automaton;
  readonly logZ: number;
  readonly target: OutcomeLaw;
  /** What no policy can beat by either divergence; null where samplers see intentions alone, or noise remembers. */
  readonly limit: { readonly klReverse: number; readonly klForward: number } | null;
  /** The best sequence there is, and what it scores. */
  readonly best: { readonly sequence: string; readonly score: number };
}

/** What is known exactly of a world whose scores are those of an automaton; null of any other. */
export function openTruth({
  environment,
  landscape,
  reward,
  observes,
}: Pick<World, "environment" | "landscape" | "reward" | "observes">): Truth | null {
  const known = automatonOf(landscape);
  const sequences = asSequences(environment);
  if (known === null || sequences === null || !reward.logarithmic) return null;
  const { alphabet } = known;
  const { minLength, maxLength } = known.automaton;
  const sameSpace =
    sequences.alphabet.symbols === alphabet &&
    sequences.minLength === minLength &&
    sequences.maxLength === maxLength;
  if (!sameSpace) return null;
  const noise = environment.memory ? null : noiseOf(environment, alphabet.length);
  const automaton = sharpened(known.automaton, reward.exponentAt());
  const target = targetOutcomes(automaton);
  const limit =
    noise === null || observes === "intentions"
      ? null
      : {
          klReverse: automatonReverseLimit(automaton, noise, target).kl,
          klForward: automatonForwardLimit(automaton, noise, target).kl,
        };
  const best = bestSequence(known.automaton);
  return {
    alphabet,
    automaton,
    logZ: automatonLogZ(automaton),
    target,
    limit,
    best: { sequence: textOf(alphabet, best.letters), score: best.logReward },
  };
}

/** Keeps draws of the target apart from those of samplers under the same seed. */
const targetStream = 1_000_033;

/**
 * Exact samples of the target of a world known by its automaton; the same seed gives the same ones, another part of it
 * others.
 */
export function drawTarget(
  { alphabet, automaton, target }: Pick<Truth, "alphabet" | "automaton" | "target">,
  count: number,
  seed: number,
  part = 0,
): readonly string[] {
  const generator = Generator.fromKey(foldIn(foldIn(key(seed), targetStream), part));
  const uniform = (): number => generator.float64();
  return Array.from({ length: count }, () => textOf(alphabet, drawSequence(automaton, target, uniform)));
}

function noiseOf(environment: World["environment"], size: number): AutomatonNoise | null {
  const everywhere = tokenKernel(environment);
  if (everywhere !== null) return noiseKernel(size, everywhere);
  const places = placeKernels(environment);
  return places && placedKernel(size, places);
}

function textOf(alphabet: string, letters: readonly number[]): string {
  return letters.map((letter) => alphabet[letter]!).join("");
}
