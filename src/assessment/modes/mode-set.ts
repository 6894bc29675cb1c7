/**
 * What counts as a mode of a world. For sequences, the best that are far enough apart, as the literature on TFBind8 has
 * them; on the grid, the peaks: one in every corner, reached by any of its points; of bit sequences, the references.
 */
import type { GridEnvironment } from "../../environment/grid.ts";
import { referenceModes } from "../../evaluation/sample/modes.ts";
import { sequenceTable } from "../../evaluation/sample/sequence-table.ts";
import { foundWithin } from "../../landscape/bits/bit-landscape.ts";
import type { BitLandscape } from "../../landscape/bits/bit-landscape.ts";
import type { Laws } from "../law/laws.ts";
import type { World } from "../world.ts";

export interface ModeSet {
  readonly kind: "sequences" | "peaks" | "references";
  readonly total: number;
  /**
   * Sequences that are modes differ in more than this many letters; for peaks, in the half of some coordinate; a reference
   * is found within this many edits.
   */
  readonly radius: number;
  /** The lowest score of a mode. */
  readonly threshold: number;
  /** The modes that an object belongs to, by name; none for most objects. */
  modesOf(object: string): readonly string[];
}

/** What literature reports for TFBind8: the 328 best sequences at least two letters apart. */
const modeCount = 328;
const modeRadius = 1;
/** Sequences that can be modes at all: with many more than this below them, none of the others is among the first. */
const candidates = 2 ** 18;
/** How many of the best are looked at first; modes are nearly always among them, and sorting a whole space takes longer. */
const firstLook = 4096;

type Scored = Pick<Laws, "objects" | "scores">;

/** The modes of a world whose every object and score is known. */
export function modeSet({ environment }: Pick<World, "environment">, scored: Scored): ModeSet {
  const { side } = environment as Partial<GridEnvironment>;
  return side === undefined ? sequenceModes(scored) : gridPeaks(side, scored);
}

/** `objects` are all there are. */
export function sequenceModes({ objects, scores }: Scored): ModeSet {
  const { modes, threshold } = bestApart(
    { objects, scores },
    Math.min(modeCount, Math.ceil(objects.length / 10)),
  );
  return {
    kind: "sequences",
    total: modes.size,
    radius: modeRadius,
    threshold,
    modesOf: (object) => (modes.has(object) ? [object] : []),
  };
}

/** The best `limit` sequences that are far enough apart, or as many as there are. */
function bestApart(
  { objects, scores }: Scored,
  limit: number,
): { readonly modes: ReadonlySet<string>; readonly threshold: number } {
  const ascending = Float64Array.from(scores).sort();
  for (let look = firstLook; ; look *= 8) {
    const best = bestOf(scores, ascending, look);
    const { indices, total, threshold } = referenceModes(
      sequenceTable(best.map((i) => objects[i]!)),
      best.map((i) => scores[i]!),
      { radius: modeRadius, limit },
    );
    if (total < limit && look < Math.min(scores.length, candidates)) continue;
    return { modes: new Set(Array.from(indices, (at) => objects[best[at]!]!)), threshold };
  }
}

/** Places of at least `count` of the best, best first; with all that score like the last one, as they may stand before it. */
function bestOf(scores: Float64Array, ascending: Float64Array, count: number): number[] {
  const worst = ascending[Math.max(0, ascending.length - count)]!;
  // Where most of a space scores the same least, those are no modes.
  const least = ascending[0]!;
  const best: number[] = [];
  for (let i = 0; i < scores.length; i++) if (scores[i]! >= worst && scores[i]! > least) best.push(i);
  return best.sort((i, j) => scores[j]! - scores[i]!).slice(0, candidates);
}

/** Known sequences, each found once a sample lies near enough to it; every score need not be known for that. */
export function referenceSet(landscape: Pick<BitLandscape, "bits" | "references" | "distances">): ModeSet {
  const radius = foundWithin(landscape.bits);
  return {
    kind: "references",
    total: landscape.references.length,
    radius,
    // A reference itself.
    threshold: 1,
    modesOf: (object) =>
      Array.from(landscape.distances(object)).flatMap((distance, i) =>
        distance <= radius ? [String(i)] : [],
      ),
  };
}

/** The best points, told apart by the half in which each coordinate lies. */
function gridPeaks(side: number, { objects, scores }: Scored): ModeSet {
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const least = scores.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const peaks = new Map<string, string>();
  objects.forEach((object, i) => {
    if (scores[i] !== most || most === least) return;
    const halves = object.split(",").map((coordinate) => (2 * Number(coordinate) < side ? "−" : "+"));
    peaks.set(object, halves.join(""));
  });
  return {
    kind: "peaks",
    total: new Set(peaks.values()).size,
    radius: 0,
    threshold: most,
    modesOf: (object) => [peaks.get(object) ?? []].flat(),
  };
}
