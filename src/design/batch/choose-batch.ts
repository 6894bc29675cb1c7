/**
 * A batch from candidates: the most worthwhile first, each at least so many letters away from those already taken and
 * from everything measured or excluded. Taking the best first is not the best batch there could be, but it is the one
 * that can be explained.
 */
import { distanceBetween, type DesignSpace } from "../search/design-space.ts";
import type { Candidate } from "../search/candidates.ts";
import { otherStrand } from "../surrogate/sparse-features.ts";

/** What a batch has to keep to. */
export interface BatchRules {
  readonly size: number;
  /** Letters by which any two designs of the batch differ at least. */
  readonly minDistance: number;
  /** Letters by which a design differs from everything measured at least; 1 only leaves out what was measured. */
  readonly minNovelty: number;
  /** Whether a sequence and its reverse complement are the same thing. */
  readonly doubleStranded: boolean;
}

/** What to order, best first. */
export function chooseBatch(
  ranked: readonly Candidate[],
  space: DesignSpace,
  measured: readonly string[],
  excluded: Iterable<string>,
  rules: BatchRules,
): readonly Candidate[] {
  const { size, minDistance, minNovelty, doubleStranded } = rules;
  const forbidden = new Set([...measured, ...excluded]);
  const far = minNovelty > 1 ? measured.map((sequence) => space.encode(sequence)) : [];
  const taken: { readonly candidate: Candidate; readonly tokens: Uint8Array }[] = [];
  const apart = (tokens: Uint8Array, others: Iterable<Uint8Array>, least: number): boolean => {
    for (const other of others) if (distanceBetween(tokens, other) < least) return false;
    return true;
  };
  for (const candidate of ranked) {
    if (taken.length >= size) break;
    if (forbidden.has(candidate.sequence)) continue;
    const tokens = space.encode(candidate.sequence);
    const forms = doubleStranded ? [tokens, otherStrand(tokens, space.alphabet.length)] : [tokens];
    const chosen = taken.map((one) => one.tokens);
    const good = forms.every(
      (form) =>
        !forbidden.has(space.decode(form)) &&
        apart(form, chosen, minDistance) &&
        apart(form, far, minNovelty),
    );
    if (good) taken.push({ candidate, tokens });
  }
  return taken.map(({ candidate }) => candidate);
}

/** The measured sequence that is nearest, the best-scoring one of those equally near. */
export function nearestMeasured<M extends { readonly tokens: Uint8Array }>(
  tokens: Uint8Array,
  measuredBestFirst: readonly M[],
): { readonly measured: M; readonly distance: number } | null {
  let nearest: { measured: M; distance: number } | null = null;
  for (const measured of measuredBestFirst) {
    const distance = distanceBetween(tokens, measured.tokens);
    if (nearest === null || distance < nearest.distance) nearest = { measured, distance };
  }
  return nearest;
}
