/**
 * The conditions that an environment is looked at under. What may happen can depend on the condition, so one of them
 * says nothing about the others; where there are very many, some stand for all.
 */
import type { Context, ContextSpec } from "../../landscape/context.ts";
import { contextKey } from "../context.ts";

/** More than these are not looked at. */
const mostConditions = 32;

/** Conditions that are looked at, and how many there are; null where there is no end of them. */
export interface ConditionsToCheck {
  readonly contexts: readonly Context[];
  readonly of: number | null;
}

/** Those that are declared, by the kind of condition or by name. */
export function conditionsToCheck(spec: ContextSpec, declared: readonly Context[]): ConditionsToCheck {
  if (spec.kind === "category") {
    return { contexts: spread(spec.count), of: spec.count };
  }
  const distinct = [...new Map(declared.map((context) => [contextKey(context), context])).values()];
  const known = distinct.length > 0 ? distinct : examplesOf(spec);
  return { contexts: spread(known.length).map((at) => known[at]!), of: null };
}

/** Some that stand for a kind of which nothing else is known; none where numbers have no bounds. */
function examplesOf(spec: Exclude<ContextSpec, { kind: "category" }>): readonly Context[] {
  if (spec.kind === "tokens") {
    const [last, length] = [spec.vocabulary - 1, spec.maxLength];
    return [[], [0], Array.from({ length }, () => last)];
  }
  const between = spec.bounds;
  if (between === undefined) return [];
  const vectors = [0, 0.5, 1].map((share) => between.map(([low, high]) => low + (high - low) * share));
  if (spec.kind === "vector") return vectors;
  return spread(spec.count).flatMap((category) => vectors.map((numbers) => [category].concat(numbers)));
}

/** All places of a list, or as many as are looked at, from its first to its last. */
function spread(count: number): readonly number[] {
  if (count <= mostConditions) return Array.from({ length: count }, (_, at) => at);
  return Array.from({ length: mostConditions }, (_, i) =>
    Math.round((i * (count - 1)) / (mostConditions - 1)),
  );
}
