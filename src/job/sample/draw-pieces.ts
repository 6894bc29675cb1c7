/** Samples without rules, drawn piece by piece, so that any number of them needs the same memory. */
import type { Beginning, Sampler } from "./sampler.ts";
import type { SampleRow } from "./select-samples.ts";

/** Samples in a piece; so many are held at a time. */
const atATime = 65_536;

/** Keeps seeds of further pieces away from those a user would type. */
export const seedsApart = 1_000_003;

/** What is drawn. */
export interface AskedPieces {
  readonly beginnings: readonly (Beginning | undefined)[];
  /** Samples for each beginning. */
  readonly count: number;
  readonly seed: number;
  /** Hears how many there are by now, also within a piece; what it throws ends it. */
  readonly onDrawn?: (drawn: number) => void;
}

/** The pieces, one after another; the same seed gives the same ones. */
export async function* drawPieces(
  sampler: Pick<Sampler, "draw">,
  { beginnings, count, seed, onDrawn }: AskedPieces,
): AsyncGenerator<readonly SampleRow[], void, undefined> {
  let drawn = 0;
  for (const beginning of beginnings) {
    let left = count;
    for (let piece = 0; left > 0; piece++) {
      const before = drawn;
      const rows = await sampler.draw(Math.min(left, atATime), seed + piece * seedsApart, beginning, (more) =>
        onDrawn?.(before + more),
      );
      drawn += rows.length;
      left -= rows.length;
      onDrawn?.(drawn);
      yield rows;
    }
  }
}
