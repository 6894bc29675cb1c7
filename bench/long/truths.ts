/** Simulated truths of sequences that are too long to be listed, for `long-sequences.ts` and `long-training.ts`. */
import type { Generator } from "../../src/random/generator.ts";

export interface LongTruth {
  readonly alphabet: string;
  readonly draw: (generator: Generator) => string;
  readonly score: (sequence: string) => number;
}

/** A parent, an effect of every letter at every place, and of some pairs of neighbours in space. */
function protein(generator: Generator): LongTruth {
  const alphabet = "ACDEFGHIKLMNPQRSTVWY";
  const length = 30;
  const random = (): number => generator.integer(alphabet.length);
  const parent = Array.from({ length }, random);
  // Most changes harm, as they do in proteins.
  const effects = parent.map((own) =>
    Array.from(alphabet, (_, letter) => (letter === own ? 0 : generator.normal() - 0.7)),
  );
  const pairs = Array.from({ length: 40 }, () => ({
    i: generator.integer(length),
    j: generator.integer(length),
    effect: new Map(Array.from({ length: 60 }, () => [random() * 20 + random(), generator.normal()])),
  }));
  const score = (sequence: string): number => {
    const tokens = Array.from(sequence, (letter) => alphabet.indexOf(letter));
    const alone = tokens.reduce((sum, token, t) => sum + effects[t]![token]!, 0);
    return pairs.reduce(
      (sum, { i, j, effect }) => sum + (effect.get(tokens[i]! * 20 + tokens[j]!) ?? 0),
      alone,
    );
  };
  const draw = (from: Generator): string =>
    parent
      .map((own) => alphabet[from.float64() < 4 / length ? from.integer(alphabet.length) : own]!)
      .join("");
  return { alphabet, draw, score };
}

/** Three motifs of six bases, on either strand; each counts by its best site, and two of them help each other. */
function dna(generator: Generator): LongTruth {
  const alphabet = "ACGT";
  const motifs = Array.from({ length: 3 }, () =>
    Array.from({ length: 6 }, () => Array.from(alphabet, () => generator.normal())),
  );
  const site = (tokens: readonly number[], motif: readonly (readonly number[])[]): number => {
    let best = Number.NEGATIVE_INFINITY;
    for (const strand of [tokens, tokens.map((token) => 3 - token).toReversed()]) {
      for (let from = 0; from + motif.length <= strand.length; from++) {
        const here = motif.reduce((sum, weights, k) => sum + weights[strand[from + k]!]!, 0);
        best = Math.max(best, here);
      }
    }
    return best;
  };
  const score = (sequence: string): number => {
    const tokens = Array.from(sequence, (letter) => alphabet.indexOf(letter));
    const [a, b, c] = motifs.map((motif) => site(tokens, motif)) as [number, number, number];
    return a + b + c + 0.1 * a * b;
  };
  const draw = (from: Generator): string =>
    Array.from({ length: 100 }, () => alphabet[from.integer(4)]!).join("");
  return { alphabet, draw, score };
}

export const longTruths = { protein, dna } as const;
