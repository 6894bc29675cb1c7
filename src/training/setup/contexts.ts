/**
 * Where the conditions of fresh trajectories come from. Balance holds for each condition on its own, so any distribution
 * that covers those one will ask for is right; what is drawn often is learned well.
 */
import { WindageError } from "../../error.ts";
import type { Bounds, Context, ContextSpec } from "../../landscape/context.ts";
import type { Generator } from "../../random/generator.ts";

/** Where conditions of training come from: a distribution over them, and examples to judge under. */
export interface ContextSource {
  /** What is drawn, in words, for reports. */
  readonly name: string;
  /** A few that stand for all of them, for reports. */
  readonly examples: readonly Context[];
  draw(generator: Generator): Context;
  /**
   * Another condition under which an object keeps its score, where that is known: an exponent changes what a score is
   * worth and not the score. Trajectories in replay then teach about other conditions than their own.
   */
  again?(context: Context, generator: Generator): Context;
}

/** Conditions of training where each category is drawn alike. */
export function uniformCategories(count: number): ContextSource {
  return {
    name: `one of ${count} categories`,
    examples: Array.from({ length: count }, (_, category) => category),
    draw: (generator) => generator.integer(count),
  };
}

/** Conditions of training that are vectors, each number uniform between its bounds. */
export function uniformVectors(bounds: readonly Bounds[]): ContextSource {
  checkBounds(bounds);
  return {
    name: nameBounds(bounds),
    examples: examplesBetween(bounds),
    draw: (generator) => bounds.map(([low, high]) => low + (high - low) * generator.float64()),
  };
}

/**
 * Vectors between bounds, drawn more often towards the ends, as the nodes of Chebyshev polynomials lie: what a model fits
 * over a range is surest in its middle, and the ends are asked for as often. A `lean` below 1 draws upper ends oftener than
 * lower ones, above 1 the other way about.
 */
export function edgedVectors(bounds: readonly Bounds[], lean = 1): ContextSource {
  const { examples } = uniformVectors(bounds);
  return {
    name: `${nameBounds(bounds)}, more often near the ends`,
    examples,
    draw: (generator) =>
      bounds.map(([low, high]) => {
        const share = (1 - Math.cos(Math.PI * generator.float64())) / 2;
        return low + (high - low) * share ** lean;
      }),
  };
}

/** Every category alike, each with numbers of a vector behind it. */
export function categoriesWith(count: number, vectors: ContextSource): ContextSource {
  const categories = uniformCategories(count);
  const join = (category: Context, numbers: Context): Context => [category, numbers].flat();
  return {
    name: `${categories.name}, with ${vectors.name}`,
    examples: categories.examples.flatMap((category) =>
      vectors.examples.map((numbers) => join(category, numbers)),
    ),
    draw: (generator) => join(categories.draw(generator), vectors.draw(generator)),
  };
}

function nameBounds(bounds: readonly Bounds[]): string {
  return bounds.map(([low, high]) => `${low} … ${high}`).join(", ");
}

/** All at their lower bounds, in the middle, and at their upper bounds. */
function examplesBetween(bounds: readonly Bounds[]): number[][] {
  return [0, 0.5, 1].map((share) => bounds.map(([low, high]) => low + (high - low) * share));
}

function checkBounds(bounds: readonly Bounds[]): void {
  for (const [low, high] of bounds) {
    if (Number.isFinite(low) && Number.isFinite(high) && low <= high) continue;
    throw new WindageError(
      "training/bad-contexts",
      `uniformVectors: got the bounds ${low} and ${high}, expected two numbers, the smaller first.`,
    );
  }
}

/** More listed conditions than this are not reported one by one. */
const mostExamples = 16;

/** Conditions drawn from a list, all alike: those that were observed, such as pieces of a time series. */
export function listedContexts(contexts: readonly Context[]): ContextSource {
  if (contexts.length === 0) {
    throw new WindageError(
      "training/bad-contexts",
      "listedContexts: got an empty list, expected at least one condition.",
    );
  }
  return {
    name: `one of ${contexts.length} listed`,
    examples: contexts.slice(0, mostExamples),
    draw: (generator) => contexts[generator.integer(contexts.length)]!,
  };
}

/** What is drawn where nothing was said: every category alike; other conditions have to be stated. */
export function usualContexts(environment: string, spec: ContextSpec): ContextSource {
  if (spec.kind === "category") return uniformCategories(spec.count);
  throw new WindageError(
    "training/needs-contexts",
    `${environment}: takes a condition (${spec.kind}), but nothing says which ones to train on; set contexts, for example to uniformVectors, categoriesWith or listedContexts.`,
  );
}
