/**
 * A law of whole futures that is drawn token by token, p(x|z) = Π p(k_t | k_<t, z): what a question is asked of, and what
 * its tilted sampler starts from. The policy of the generative forecaster is one, the copula of the pool another.
 */
import type { Generator } from "../../random/generator.ts";
import { addInnovation, binCentres, bins, drawInside, logBase, valueAt } from "../generative/path-model.ts";
import type { PathModel } from "../generative/path-model.ts";

/** A law of whole futures that is drawn token by token. */
export interface TokenLaw {
  readonly horizon: number;
  /** Tokens at each step. */
  readonly bins: number;
  /** Where each token lies, in units of about a standard deviation, for networks to see. */
  readonly centres: Float64Array;
  /** Starts a batch of paths; those of the batch before end with it. */
  begin(batch: number): Promise<TokenPaths>;
  /** Gives back what it compiled. */
  dispose?(): Promise<void>;
}

/** Paths under way. */
export interface TokenPaths {
  /** The values of each path: known so far, and later ones as if the rest went as expected. */
  readonly paths: readonly Float64Array[];
  /** `log p` of every token at the next step, [batch, bins]. */
  next(): Promise<ArrayLike<number>>;
  /** Takes one token for each path; gives where each value lies, in units of about a standard deviation. */
  take(tokens: Int32Array, generator: Generator): Float64Array;
}

/** Equally likely paths of the law; with more heat than 1, of one whose choices are flatter. */
export async function samplePaths(
  law: TokenLaw,
  count: number,
  generator: Generator,
  heat = 1,
): Promise<Float64Array[]> {
  const batch = Math.min(64, count);
  const drawn: Float64Array[] = [];
  const tokens = new Int32Array(batch);
  while (drawn.length < count) {
    const some = await law.begin(batch);
    for (let t = 0; t < law.horizon; t++) {
      const told = await some.next();
      const logits = heat === 1 ? told : Float32Array.from(told, (logit) => logit / heat);
      for (let b = 0; b < batch; b++)
        tokens[b] = generator.categorical(logits, b * law.bins, (b + 1) * law.bins);
      some.take(tokens, generator);
    }
    for (const path of some.paths) drawn.push(path);
  }
  return drawn.slice(0, count);
}

/** The pool's law of paths: tokens are bins of independent innovations, so the next one's law is always the same. */
export function copulaLaw(model: PathModel): TokenLaw {
  const { horizon } = model;
  return {
    horizon,
    bins,
    centres: binCentres,
    begin: (batch) => {
      const logits = Float32Array.from({ length: batch * bins }, (_, i) => logBase[i % bins]!);
      const scores = Array.from({ length: batch }, () => new Float64Array(horizon));
      const paths = scores.map((row) => row.map((g, t) => valueAt(model, t, g)));
      let t = 0;
      return Promise.resolve({
        paths,
        next: () => Promise.resolve(logits),
        take(tokens, generator) {
          const innovations = Float64Array.from(tokens, (token) => drawInside(token, generator));
          innovations.forEach((innovation, b) => {
            addInnovation(model, t, innovation, scores[b]!);
            for (let s = t; s < horizon; s++) paths[b]![s] = valueAt(model, s, scores[b]![s]!);
          });
          t++;
          return innovations;
        },
      });
    },
  };
}
