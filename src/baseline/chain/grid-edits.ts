/**
 * Edits of grid points: one step along a dimension, up or down. Noise replaces the intended direction, with probability
 * α, by any of them with equal chances; a step off the grid leads nowhere. A walk that builds a point is spared noise at
 * the far border; a chain is not, because one rule for all points keeps steps there and back equally likely.
 */
import { WindageError } from "../../error.ts";
import type { GridEnvironment } from "../../environment/grid.ts";
import type { EditSpace } from "./edit-space.ts";

export function gridEdits({ name, side, dimensions, noise }: GridEnvironment): EditSpace {
  const alpha = noise === undefined ? 0 : noise.alpha;
  if (alpha === undefined) {
    throw new WindageError(
      "baseline/no-edits",
      `${name}: got ${noise!.kind} noise, expected sticky noise or none; for others nothing says what they do to a ` +
        "step down, which only a chain takes.",
    );
  }
  const size = 2 * dimensions;
  const kernel = new Float64Array(size * size).fill(alpha / size);
  for (let a = 0; a < size; a++) kernel[a * size + a]! += 1 - alpha;
  const group = { first: 0, size, kernel };

  return {
    editCount: size,
    groups: [group],
    groupOf: () => group,
    parse: (text) => text.split(",").map(Number),
    format: (object) => object.join(","),
    // Even edits go up, odd ones down.
    apply(object, edit) {
      const dimension = edit >> 1;
      const to = object[dimension]! + (edit % 2 === 0 ? 1 : -1);
      return to < 0 || to >= side ? undefined : object.with(dimension, to);
    },
    undo: (_object, edit) => edit ^ 1,
    featureCount: dimensions * side,
    encode(object, out, offset) {
      for (const [dimension, at] of object.entries()) out[offset + dimension * side + at] = 1;
    },
  };
}
