/**
 * Made-up proteins whose truth is known, for choosing settings of design: a few sites, twenty letters, and scores as
 * laboratories see them. A variant has to fold (effects of letters on stability add up and go through a sigmoid) and
 * has to work (the logarithm of its activity has effects of letters and of pairs of letters); what does neither lies at
 * a floor, and a few score many times the parent. Effects of letters follow their properties in part. How hard it is to
 * fold and how much pairs matter differs from seed to seed.
 */
import { Generator } from "../../src/random/generator.ts";

export const aminoAcids = "ACDEFGHIKLMNPQRSTVWY";

/** Hydropathy, volume, charge, propensity for helices, in about equal units; in the order of `aminoAcids`. */
const properties: readonly (readonly number[])[] = [
  [0.6, -1.2, 0, 1.1], [0.8, -0.8, 0, -0.3], [-1.2, -0.7, -2, -0.2], [-1.2, -0.2, -2, 1.2], [0.9, 1.0, 0, 0.2],
  [-0.1, -1.9, 0, -1.6], [-1.1, 0.2, 0.5, 0], [1.5, 0.4, 0, 0.2], [-1.3, 0.5, 2, 0.7], [1.3, 0.4, 0, 0.9],
  [0.6, 0.4, 0, 1.0], [-1.2, -0.5, 0, -0.9], [-0.5, -0.6, 0, -1.7], [-1.2, 0.0, 0, 0.4], [-1.5, 0.7, 2, 0.4],
  [-0.3, -1.2, 0, -0.7], [-0.2, -0.6, 0, -0.5], [1.4, -0.1, 0, -0.2], [-0.3, 1.9, 0, 0.2], [-0.4, 1.1, 0, -0.1],
]; // prettier-ignore

const ceiling = 15;

export interface SimulatedProtein {
  readonly sites: number;
  /** The score without an error of measurement; the parent's is 1. */
  score(tokens: ArrayLike<number>): number;
  /** What a laboratory reads. */
  read(tokens: ArrayLike<number>, generator: Generator): number;
  readonly parent: Uint8Array;
}

/** A protein of so many sites; the same seed is the same protein. `harshness` of 1 is that of four sites. */
export function simulateProtein(seed: number, sites: number, harshness = 1): SimulatedProtein {
  const generator = Generator.fromSeed(7_000_000 + seed);
  const letters = aminoAcids.length;
  const effects = (share: number, size: number): Float64Array[] =>
    Array.from({ length: sites }, () => {
      const weights = properties[0]!.map(() => generator.normal() * Math.sqrt(share / 4));
      return Float64Array.from(
        properties,
        (of) =>
          size *
          (of.reduce((sum, value, k) => sum + weights[k]! * value, 0) +
            Math.sqrt(1 - share) * generator.normal()),
      );
    });
  const instability = effects(0.6, 1.5 * harshness);
  const activity = effects(0.5, 0.5 + 0.5 * generator.float64());
  const epistasis = 0.2 + 0.5 * generator.float64();
  const pairs = new Map<number, Float64Array>();
  for (let i = 0; i < sites; i++)
    for (let j = i + 1; j < sites; j++)
      // Of many sites most do not touch.
      if (sites <= 6 || generator.float64() < 6 / sites)
        pairs.set(
          i * sites + j,
          Float64Array.from({ length: letters * letters }, () => epistasis * generator.normal()),
        );
  // A parent is stable and works, and is the best at neither.
  const parent = Uint8Array.from({ length: sites }, (_, s) => {
    const rank = Array.from({ length: letters }, (__, a) => a).sort(
      (a, b) => instability[s]![a]! - instability[s]![b]!,
    );
    return rank[generator.integer(5)]!;
  });
  const margin = 1 + 3 * generator.float64();
  const least = sumOf(instability, parent);
  const logActivity = (tokens: ArrayLike<number>): number => {
    let sum = sumOf(activity, tokens);
    for (const [at, table] of pairs)
      sum += table[tokens[Math.floor(at / sites)]! * letters + tokens[at % sites]!]!;
    return sum;
  };
  const ofParent = logActivity(parent);
  const score = (tokens: ArrayLike<number>): number => {
    const folded = 1 / (1 + Math.exp(sumOf(instability, tokens) - least - margin));
    const worked = Math.exp(logActivity(tokens) - ofParent);
    // Nothing works more than so many times as well as the parent.
    return (folded * (1 + Math.exp(-margin)) * worked * (1 + 1 / ceiling)) / (1 + worked / ceiling);
  };
  return {
    sites,
    parent,
    score,
    read(tokens, chance) {
      const truth = score(tokens);
      return Math.max(0, truth + (0.02 + 0.1 * truth) * chance.normal());
    },
  };
}

function sumOf(effects: readonly Float64Array[], tokens: ArrayLike<number>): number {
  let sum = 0;
  for (const [site, values] of effects.entries()) sum += values[tokens[site]!]!;
  return sum;
}
