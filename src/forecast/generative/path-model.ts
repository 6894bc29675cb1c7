/**
 * The law of whole futures, p(x|z): marginals from a forecast's quantiles, dependence between steps from a normal
 * copula. A path is built step by step from innovations ε_t, independent and standard normal:
 *
 *     g_t = Σ_{k≤t} L_tk ε_k        u_t = Φ(g_t)        y_t = Q_t(u_t)        L Lᵀ = C, the correlations
 *
 * Each innovation is a token (a bin of ε, the outer ones open) and a position inside the bin drawn from the normal law
 * within it, never its centre. A sampler that tilts futures changes the probabilities of tokens and nothing else.
 */
import { factorInPlace } from "../../evaluation/dense-cholesky.ts";
import { normalCdf } from "../../evaluation/sample/normal-cdf.ts";
import { normalQuantile } from "../../random/normal-quantile.ts";
import type { Generator } from "../../random/generator.ts";

/** Bins of an innovation: width ¼ from −5 to 5 and open beyond, fine enough where one in a million lives. */
const reach = 5;
const width = 0.25;
const inner = (2 * reach) / width;

export const bins = inner + 2;

/** Edges `e_0 = −∞ … e_bins = ∞`, and the normal law below each. */
const edges = Float64Array.from({ length: bins + 1 }, (_, i) =>
  i === 0 ? -Infinity : i === bins ? Infinity : -reach + (i - 1) * width,
);
const below = edges.map((edge) => (edge === -Infinity ? 0 : edge === Infinity ? 1 : normalCdf(edge)));
const above = edges.map((edge) => (edge === -Infinity ? 1 : edge === Infinity ? 0 : normalCdf(-edge)));

/** `log p(bin)`; upper bins from the upper tail, where 1 − Φ would lose its digits. */
export const logBase: Float64Array = Float64Array.from({ length: bins }, (_, b) =>
  Math.log(b < bins / 2 ? below[b + 1]! - below[b]! : above[b]! - above[b + 1]!),
);

/** The middle of each bin, for networks to see. */
export const binCentres: Float64Array = Float64Array.from({ length: bins }, (_, b) =>
  b === 0 ? -reach - width / 2 : b === bins - 1 ? reach + width / 2 : edges[b]! + width / 2,
);

/** An innovation inside a bin, drawn from the normal law there. */
export function drawInside(bin: number, generator: Generator): number {
  const u = generator.float64();
  // In the upper half by symmetry, because quantiles near 1 cannot be told apart.
  if (bin >= bins / 2) return -drawBelow(bins - 1 - bin, u);
  return drawBelow(bin, u);
}

function drawBelow(bin: number, u: number): number {
  const level = below[bin]! + u * (below[bin + 1]! - below[bin]!);
  return normalQuantile(Math.min(Math.max(level, 1e-300), 1 - 1e-16));
}

/** Normal scores at which a marginal is written down, and what lies beyond them is held at the ends. */
const scoreReach = 8;
const scoreStep = 0.02;
const scoreCount = Math.round((2 * scoreReach) / scoreStep) + 1;

/** A law of whole paths: marginals by step, and the correlations of their normal scores. */
export interface PathModel {
  readonly horizon: number;
  /** Lower triangle of the Cholesky factor of the correlations, row-major. */
  readonly factor: Float64Array;
  /** The value at each step over a grid of normal scores. */
  readonly marginals: readonly Float64Array[];
  /** Whether values are whole; those of the marginals are, and what lies between two of them is not. */
  readonly areWhole?: boolean;
}

/** The levels that these scores are. */
export const scoreLevels: readonly number[] = Array.from({ length: scoreCount }, (_, i) =>
  normalCdf(-scoreReach + i * scoreStep),
);

/** A model from its correlations and a function that gives the value at a step, level and normal score. */
export function pathModel(
  factor: Float64Array,
  horizon: number,
  valueOf: (t: number, u: number, g: number) => number,
): PathModel {
  const marginals = Array.from({ length: horizon }, (_, t) =>
    Float64Array.from(scoreLevels, (u, i) => valueOf(t, u, -scoreReach + i * scoreStep)),
  );
  return { horizon, factor, marginals };
}

/** The value at step `t` of a normal score. */
export function valueAt({ marginals, areWhole }: PathModel, t: number, g: number): number {
  const position = Math.min(scoreCount - 1, Math.max(0, (g + scoreReach) / scoreStep));
  const left = Math.min(scoreCount - 2, Math.floor(position));
  const row = marginals[t]!;
  const value = row[left]! + (position - left) * (row[left + 1]! - row[left]!);
  return areWhole ? Math.round(value) : value;
}

/** Adds an innovation at step `t` to the normal scores of that step and all later ones. */
export function addInnovation(
  { factor, horizon }: PathModel,
  t: number,
  innovation: number,
  scores: Float64Array,
): void {
  for (let s = t; s < horizon; s++) scores[s]! += factor[s * horizon + t]! * innovation;
}

/** A path of the base law. */
export function samplePath(model: PathModel, generator: Generator): Float64Array {
  const scores = new Float64Array(model.horizon);
  for (let t = 0; t < model.horizon; t++) addInnovation(model, t, generator.normal(), scores);
  return scores.map((g, t) => valueAt(model, t, g));
}

/**
 * Cholesky factor of the correlations of rows of residuals: each column is turned to normal scores, and the correlation
 * at a distance is one number for all pairs of steps so far apart. Divided by all rows, near or far, it shrinks with
 * the distance and is always a correlation.
 */
export function copulaFactor(residuals: readonly ArrayLike<number>[], horizon: number): Float64Array {
  const scores = normalScores(residuals, horizon);
  const correlation = new Float64Array(horizon);
  for (let lag = 0; lag < horizon; lag++) {
    let sum = 0;
    for (const row of scores) for (let t = lag; t < horizon; t++) sum += row[t]! * row[t - lag]!;
    correlation[lag] = sum;
  }
  const variance = correlation[0]! || 1;
  const factor = new Float64Array(horizon * horizon);
  for (let i = 0; i < horizon; i++) {
    for (let j = 0; j <= i; j++) {
      // A little less than 1 off the diagonal keeps the factor from breaking down where residuals repeat each other.
      factor[i * horizon + j] = i === j ? 1 : (0.999 * correlation[i - j]!) / variance;
    }
  }
  factorInPlace(factor, horizon, (square) => Math.max(square, 1e-6));
  return factor;
}

/** Ranks within each step as normal scores; of few rows within all steps together, since few ranks say little. */
function normalScores(residuals: readonly ArrayLike<number>[], horizon: number): Float64Array[] {
  const scores = residuals.map(() => new Float64Array(horizon));
  const steps = Array.from({ length: horizon }, (_, t) => t);
  for (const group of residuals.length < 30 ? [steps] : steps.map((t) => [t])) {
    const cells = group
      .flatMap((t) => residuals.map((row, i) => ({ i, t, value: row[t]! })))
      // What was not measured stays in the middle, and says nothing about what hangs together.
      .filter(({ value }) => !Number.isNaN(value));
    cells.sort((a, b) => a.value - b.value);
    cells.forEach(({ i, t }, rank) => (scores[i]![t] = normalQuantile((rank + 0.5) / cells.length)));
  }
  return scores;
}
