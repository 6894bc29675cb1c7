/** Laws of paths that can be written down, drawn token by token. */
import { normalQuantile } from "../../random/normal-quantile.ts";
import { normalCdf } from "../../evaluation/sample/normal-cdf.ts";
import type { TokenLaw } from "./token-law.ts";

/** A law whose next value depends on the last: `logNext` of a token, `inside` a token's bin, `expected` later values. */
interface Chain {
  readonly horizon: number;
  readonly centres: Float64Array;
  logNext(t: number, place: number | undefined): ArrayLike<number>;
  inside(t: number, place: number | undefined, token: number, u: number): number;
  value(t: number, place: number): number;
  /** How much of a place is left at the next step, in the mean. */
  readonly kept: number;
}

export function chainLaw(chain: Chain): TokenLaw {
  const { horizon, centres, kept } = chain;
  const bins = centres.length;
  return {
    horizon,
    bins,
    centres,
    begin: (batch) => {
      const places = Array.from({ length: batch }, (): number | undefined => undefined);
      const paths = places.map(() => Float64Array.from({ length: horizon }, (_, t) => chain.value(t, 0)));
      let t = 0;
      return Promise.resolve({
        paths,
        next: () => {
          const logits = new Float32Array(batch * bins);
          places.forEach((place, b) => logits.set(Float32Array.from(chain.logNext(t, place)), b * bins));
          return Promise.resolve(logits);
        },
        take(tokens, generator) {
          const taken = Float64Array.from(tokens, (token, b) =>
            chain.inside(t, places[b], token, generator.float64()),
          );
          taken.forEach((place, b) => {
            places[b] = place;
            for (let s = t; s < horizon; s++) paths[b]![s] = chain.value(s, place * kept ** (s - t));
          });
          t++;
          return taken;
        },
      });
    },
  };
}

const [reach, width] = [6, 0.25];

/** The normal law from a table, to about 1e-5 relative up to nine deviations: it is asked millions of times. */
const [tableReach, tableStep] = [12, 1e-3];
const table = Float64Array.from({ length: (2 * tableReach) / tableStep + 2 }, (_, i) =>
  normalCdf(-tableReach + i * tableStep),
);
function below(x: number): number {
  if (x <= -tableReach) return 0;
  if (x >= tableReach) return 1;
  const position = (x + tableReach) / tableStep;
  const left = Math.floor(position);
  return table[left]! + (position - left) * (table[left + 1]! - table[left]!);
}

/**
 * A season with autoregressive noise, e_t = φ e_{t−1} + √(1−φ²) ε_t, as tokens: bins of e_t whose law depends on the
 * exact e_{t−1}. Its paths are those of the process itself, so every linear question has a normal answer.
 */
export function seasonalAutoregressiveLaw(
  horizon: number,
  phi: number,
  mean: (t: number) => number,
  deviation: number,
): TokenLaw {
  const inner = (2 * reach) / width;
  const edges = Float64Array.from({ length: inner + 3 }, (_, i) =>
    i === 0 ? -Infinity : i === inner + 2 ? Infinity : -reach + (i - 1) * width,
  );
  const law = (place: number | undefined): readonly [number, number] =>
    place === undefined ? [0, 1] : [phi * place, Math.sqrt(1 - phi * phi)];
  // From the nearer tail, where differences of probabilities keep their digits.
  const mass = (low: number, high: number): number =>
    low > 0 ? below(-low) - below(-high) : below(high) - below(low);
  return chainLaw({
    horizon,
    kept: phi,
    centres: Float64Array.from({ length: inner + 2 }, (_, b) => -reach + (b - 0.5) * width),
    logNext(_t, place) {
      const [centre, spread] = law(place);
      return Float64Array.from({ length: inner + 2 }, (_, b) =>
        Math.log(Math.max(1e-300, mass((edges[b]! - centre) / spread, (edges[b + 1]! - centre) / spread))),
      ).map((value) => Math.max(-80, value));
    },
    inside(_t, place, token, u) {
      const [centre, spread] = law(place);
      const [low, high] = [edges[token]!, edges[token + 1]!].map((edge) => (edge - centre) / spread) as [
        number,
        number,
      ];
      // By symmetry in the upper half, because quantiles near 1 cannot be told apart.
      const turned = low > 0;
      const [from, to] = turned ? [below(-high), below(-low)] : [below(low), below(high)];
      const place01 = Math.min(1 - 1e-16, Math.max(1e-300, from + u * (to - from)));
      return centre + spread * (turned ? -1 : 1) * normalQuantile(place01);
    },
    value: (t, place) => mean(t) + deviation * place,
  });
}
