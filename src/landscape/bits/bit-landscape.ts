/**
 * Bit sequences with known modes, the usual test of samplers past enumeration (Malkin et al. 2022): `n` bits, written in
 * words of `k`, and a set of reference sequences put together from five blocks of eight bits. A sequence scores by its
 * edit distance to the nearest of them,
 *
 *     y(x) = exp(−d(x) / 8)        d(x) = min over the references of the edit distance in bits
 *
 * so that with an exponent of 8 the reward is the published exp(−d). A reference is *found* once some sample lies within
 * an edit distance of 28 of it.
 */
import { breathe } from "../../breathe.ts";
import { WindageError } from "../../error.ts";
import { Generator } from "../../random/generator.ts";
import { EditDistances } from "../distance/edit-distance.ts";
import type { Oracle } from "../landscape.ts";

/** How long sequences are, how many references there are, and which. */
export interface BitOptions {
  /** A multiple of 8; 120 unless given. */
  readonly bits?: number;
  /** Reference sequences; 60 unless given. */
  readonly references?: number;
  /** Chooses the references. */
  readonly seed?: number;
}

/** An oracle that also says what its modes are. */
export interface BitLandscape extends Oracle {
  readonly bits: number;
  readonly references: readonly string[];
  /** The edit distance of a sequence to every reference. */
  distances(sequence: string): Int32Array;
}

/** The edit distance within which a reference counts as found, at 120 bits as published; shorter ones in proportion. */
export const foundWithin = (bits: number): number => Math.round((28 * bits) / 120);

const blocks = ["00000000", "11111111", "11110000", "00001111", "00111100"] as const;
const blockBits = 8;
/** Sequences whose distances are remembered for a while. */
const mostRecent = 4096;
/** What a distance is divided by in scores. */
const scale = 8;

/**
 * Scores of bit sequences by their distance to hidden references (Malkin et al. 2022); the same seed gives the same
 * references.
 */
export function bitLandscape({
  bits = 120,
  references: count = 60,
  seed = 0,
}: BitOptions = {}): BitLandscape {
  if (!Number.isInteger(bits) || bits < blockBits || bits % blockBits !== 0) {
    throw new WindageError(
      "landscape/invalid-option",
      `bitLandscape: got ${bits} bits, expected a multiple of ${blockBits}.`,
    );
  }
  const references = drawReferences(bits / blockBits, count, Generator.fromSeed(seed));
  const measure = new EditDistances(references);
  // Whoever scores a batch usually asks next which references it is near.
  const recent = new Map<string, Int32Array>();
  const distances = (sequence: string): Int32Array => {
    const known = recent.get(sequence) ?? measure.to(sequence);
    if (recent.size >= mostRecent) recent.clear();
    recent.set(sequence, known);
    return known;
  };
  const score = (sequence: string): number => {
    const nearest = distances(sequence).reduce((least, distance) => Math.min(least, distance));
    return Math.exp(-nearest / scale);
  };
  return {
    name: `bits ${bits}, ${count} references, seed ${seed}`,
    enumerable: false,
    free: true,
    immediate: true,
    bits,
    references,
    distances,
    async score(sequences) {
      const scores = new Float64Array(sequences.length);
      for (const [i, sequence] of sequences.entries()) {
        scores[i] = score(sequence);
        // A long sequence takes a hundredth of a second and more, and thousands of them may be asked for at once.
        await breathe();
      }
      return scores;
    },
  };
}

/** Different ones, each of so many blocks. */
function drawReferences(length: number, count: number, generator: Generator): readonly string[] {
  const found = new Set<string>();
  const most = blocks.length ** length;
  if (!Number.isInteger(count) || count < 1 || count > most) {
    throw new WindageError(
      "landscape/invalid-option",
      `bitLandscape: got ${count} references, expected a whole number from 1 to ${most}.`,
    );
  }
  while (found.size < count) {
    found.add(Array.from({ length }, () => blocks[generator.integer(blocks.length)]!).join(""));
  }
  return [...found];
}
