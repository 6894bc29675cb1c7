/**
 * A batch from candidates: the most worthwhile first, each at least so many letters away from those already taken and
 * from everything measured or excluded. Taking the best first is not the best batch there could be, but it is the one
 * that can be explained.
 */
import { diversity } from "../../evaluation/sample/top-k.ts";
import { sequenceTable } from "../../evaluation/sample/sequence-table.ts";
import { LettersApart } from "../../landscape/distance/letters-apart.ts";
import type { Candidate } from "../search/candidates.ts";
import type { DesignSpace } from "../search/design-space.ts";
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
  const known = new LettersApart(space.oneLength, minNovelty > 1 ? measured : []);
  const taken = new LettersApart(space.oneLength);
  const batch: Candidate[] = [];
  for (const candidate of ranked) {
    if (batch.length >= size) break;
    const { sequence } = candidate;
    const forms = doubleStranded ? [sequence, otherStrandOf(sequence, space)] : [sequence];
    const isGood = forms.every(
      (form) =>
        !forbidden.has(form) && !taken.hasNearer(form, minDistance) && !known.hasNearer(form, minNovelty),
    );
    if (!isGood) continue;
    taken.add(sequence);
    batch.push(candidate);
  }
  return batch;
}

function otherStrandOf(sequence: string, space: DesignSpace): string {
  return space.decode(otherStrand(space.encode(sequence), space.alphabet.length));
}

/** Finds the measured sequence that is nearest, the best-scoring one of those equally near. */
export class NearestMeasured<M extends { readonly sequence: string }> {
  readonly #measured: readonly M[];
  readonly #apart: LettersApart;

  constructor(measuredBestFirst: readonly M[], space: Pick<DesignSpace, "oneLength">) {
    this.#measured = measuredBestFirst;
    this.#apart = new LettersApart(
      space.oneLength,
      measuredBestFirst.map(({ sequence }) => sequence),
    );
  }

  to(sequence: string): { readonly measured: M; readonly distance: number } {
    let [nearest, distance] = [0, Number.POSITIVE_INFINITY];
    for (let i = 0; i < this.#measured.length && distance > 0; i++) {
      const letters = this.#apart.to(i, sequence);
      if (letters < distance) [nearest, distance] = [i, letters];
    }
    return { measured: this.#measured[nearest]!, distance };
  }
}

/** Designs whose letters apart are averaged at most; there are half a million pairs of so many. */
const mostCompared = 1000;

/** The mean number of letters that two designs are apart, where lengths vary of the first thousand. */
export function meanApart(orders: readonly string[], space: DesignSpace): number {
  if (space.oneLength) return diversity(sequenceTable(orders), [...orders.keys()]);
  const some = orders.slice(0, mostCompared);
  const apart = new LettersApart(false, some);
  let [sum, pairs] = [0, 0];
  for (let i = 0; i < some.length; i++) {
    for (let j = 0; j < i; j++, pairs++) sum += apart.to(j, some[i]!);
  }
  return pairs === 0 ? 0 : sum / pairs;
}
