/**
 * Where the conditions of fresh trajectories come from. Balance holds for each condition on its own, so any distribution
 * that covers those one will ask for is right; what is drawn often is learned well.
 */
import { WindageError } from "../../error.ts";
import type { Context, ContextSpec } from "../../landscape/index.ts";
import type { Generator } from "../../random/index.ts";

/** A distribution of conditions. */
export interface ContextSource {
  /** What is drawn, in words, for reports. */
  readonly name: string;
  draw(generator: Generator): Context;
}

/** Every category alike. */
export function uniformCategories(count: number): ContextSource {
  return { name: `one of ${count} categories`, draw: (generator) => generator.integer(count) };
}

/** Vectors, each number uniform between its bounds. */
export function uniformVectors(bounds: readonly (readonly [low: number, high: number])[]): ContextSource {
  for (const [low, high] of bounds) {
    if (Number.isFinite(low) && Number.isFinite(high) && low <= high) continue;
    throw new WindageError(
      "training/bad-contexts",
      `uniformVectors: got the bounds ${low} and ${high}, expected two numbers, the smaller first.`,
    );
  }
  return {
    name: bounds.map(([low, high]) => `${low} … ${high}`).join(", "),
    draw: (generator) => bounds.map(([low, high]) => low + (high - low) * generator.float64()),
  };
}

/** One of a list, all alike: conditions that were observed, such as pieces of a time series. */
export function listedContexts(contexts: readonly Context[]): ContextSource {
  if (contexts.length === 0) {
    throw new WindageError(
      "training/bad-contexts",
      "listedContexts: got an empty list, expected at least one condition.",
    );
  }
  return {
    name: `one of ${contexts.length} listed`,
    draw: (generator) => contexts[generator.integer(contexts.length)]!,
  };
}

/** What is drawn where nothing was said: every category alike; other conditions have to be stated. */
export function usualContexts(environment: string, spec: ContextSpec): ContextSource {
  if (spec.kind === "category") return uniformCategories(spec.count);
  throw new WindageError(
    "training/needs-contexts",
    `${environment}: takes a condition (${spec.kind}), but nothing says which ones to train on; set contexts, for example to uniformVectors or listedContexts.`,
  );
}
