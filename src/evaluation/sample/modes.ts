/**
 * Modes (docs/methods.md section 6): walk the sequences, by descending score or in the order given, and keep one if its
 * Hamming distance to every kept one exceeds the radius. A count of modes means nothing without its threshold,
 * its radius and the total that exists, so they travel together.
 */
import { WindageError } from "../../error.ts";
import { byDescendingScore, checkScores, hamming, sameWidth, type SequenceTable } from "./sequence-table.ts";

/** What counts as a mode: how far apart, how many, how good. */
export interface ModeOptions {
  /** Kept sequences are more than this many differences apart; 0 only removes duplicates. */
  readonly radius: number;
  /** Stop after this many modes. */
  readonly limit?: number;
  /** Leave out sequences that score less. */
  readonly threshold?: number;
}

/** A reference set: what there is to be found. */
export interface ReferenceModes {
  readonly indices: Int32Array;
  readonly total: number;
  readonly radius: number;
  /** The lowest score in the set. */
  readonly threshold: number;
}

/** How much of a reference set some samples contain. */
export interface ModeReport {
  readonly found: number;
  readonly total: number;
  readonly radius: number;
  readonly threshold: number;
}

/**
 * The indices of sequences that are far enough from each other to count as modes, walking `order` (default: as given).
 */
export function selectModes(
  sequences: SequenceTable,
  radius: number,
  order: ArrayLike<number> = Array.from({ length: sequences.count }, (_, i) => i),
  limit = Infinity,
): Int32Array {
  if (!(Number.isInteger(radius) && radius >= 0)) {
    throw new WindageError(
      "evaluation/bad-radius",
      `selectModes: got radius ${radius}, expected a whole number of differences, 0 or more.`,
    );
  }
  const kept: number[] = [];
  const index = new NeighbourIndex(sequences, radius);
  for (let i = 0; i < order.length && kept.length < limit; i++) {
    const candidate = order[i]!;
    if (index.hasNeighbour(sequences, candidate)) continue;
    index.add(candidate);
    kept.push(candidate);
  }
  return Int32Array.from(kept);
}

/** The modes of a scored set, best first: the reference set others are measured against. */
export function referenceModes(
  sequences: SequenceTable,
  score: ArrayLike<number>,
  options: ModeOptions,
): ReferenceModes {
  checkScores(sequences, score);
  const { threshold = -Infinity } = options;
  const order = byDescendingScore(score).filter((i) => score[i]! >= threshold);
  const indices = selectModes(sequences, options.radius, order, options.limit);
  const last = indices.at(-1);
  return {
    indices,
    total: indices.length,
    radius: options.radius,
    threshold: last === undefined ? threshold : score[last]!,
  };
}

/** How many reference modes have a sample within `tolerance` differences of them (default: the mode itself). */
export function modesFound(
  samples: SequenceTable,
  sequences: SequenceTable,
  reference: ReferenceModes,
  tolerance = 0,
): ModeReport {
  sameWidth(samples, sequences);
  const index = new NeighbourIndex(samples, tolerance);
  for (let i = 0; i < samples.count; i++) index.add(i);
  let found = 0;
  for (const mode of reference.indices) if (index.hasNeighbour(sequences, mode)) found++;
  return { found, total: reference.total, radius: reference.radius, threshold: reference.threshold };
}

/**
 * Answers "is anything within `radius` of this?" without comparing with everything: cut into `radius + 1`
 * blocks, two sequences with at most `radius` differences agree on at least one whole block.
 */
class NeighbourIndex {
  private readonly table: SequenceTable;
  private readonly radius: number;
  private readonly cuts: number[];
  private readonly buckets: Map<string, number[]>[];
  private size = 0;

  constructor(table: SequenceTable, radius: number) {
    this.table = table;
    this.radius = radius;
    // A radius of the whole length or more makes everything a neighbour; no blocks are needed then.
    const blocks = radius < table.length ? radius + 1 : 0;
    this.cuts = Array.from({ length: blocks + 1 }, (_, b) => Math.floor((b * table.length) / blocks));
    this.buckets = Array.from({ length: blocks }, () => new Map<string, number[]>());
  }

  add(i: number): void {
    this.size++;
    for (const [b, buckets] of this.buckets.entries()) {
      const key = this.blockKey(this.table, i, b);
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [i]);
      else bucket.push(i);
    }
  }

  hasNeighbour(table: SequenceTable, i: number): boolean {
    if (this.buckets.length === 0) return this.size > 0;
    return this.buckets.some((buckets, b) => {
      const bucket = buckets.get(this.blockKey(table, i, b)) ?? [];
      return bucket.some((j) => hamming(table, i, this.table, j, this.radius + 1) <= this.radius);
    });
  }

  private blockKey(table: SequenceTable, i: number, b: number): string {
    let key = "";
    for (let t = this.cuts[b]!; t < this.cuts[b + 1]!; t++) {
      key += String.fromCharCode(table.tokens[i * table.length + t]!);
    }
    return key;
  }
}
