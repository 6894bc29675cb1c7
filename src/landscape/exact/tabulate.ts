/**
 * Turns any landscape over a small space into a table by asking for everything once, so that exact evaluation
 * becomes possible for a user's own oracle.
 */

import type { Landscape } from "../landscape.ts";
import type { SequenceSpace } from "./sequence-space.ts";
import { TableLandscape } from "./table-landscape.ts";

/** Asks a landscape for every sequence of a space, `batch` at a time, and keeps the answers as a table. */
export async function tabulate(
  landscape: Landscape,
  space: SequenceSpace,
  options: { readonly batch?: number } = {},
): Promise<TableLandscape> {
  space.checkTabular();
  const batch = options.batch ?? 1024;
  const table = new Float64Array(space.size);
  for (let start = 0; start < space.size; start += batch) {
    const count = Math.min(batch, space.size - start);
    const sequences = Array.from({ length: count }, (_, offset) => space.sequenceAt(start + offset));
    table.set(await landscape.score(sequences), start);
  }
  return new TableLandscape(landscape.name, space, table);
}
