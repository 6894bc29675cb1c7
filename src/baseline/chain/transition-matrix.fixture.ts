/**
 * The slow oracle of chains: the whole one-step kernel K(x, y), by going through every intention at every object and
 * everything the environment may write for it.
 */
import type { EditObject, EditSpace } from "./edit-space.ts";

/** All objects of a world that is small enough, from one of them. */
export function reachableObjects(space: EditSpace, from: EditObject): EditObject[] {
  const found = new Map([[space.format(from), from]]);
  for (const object of found.values()) {
    for (let edit = 0; edit < space.editCount; edit++) {
      const next = space.apply(object, edit);
      if (next !== undefined && !found.has(space.format(next))) found.set(space.format(next), next);
    }
  }
  return [...found.values()];
}

/** K[x][y]; `logRatio` is the log of the acceptance ratio of an edit at x that leads to y. */
export function transitionMatrix(
  space: EditSpace,
  objects: readonly EditObject[],
  intentions: (x: number) => ArrayLike<number>,
  logRatio: (x: number, edit: number, y: number) => number,
): Float64Array[] {
  const numbers = new Map(objects.map((object, i) => [space.format(object), i]));
  return objects.map((object, x) => {
    const row = new Float64Array(objects.length);
    const q = intentions(x);
    for (const { first, size, kernel } of space.groups) {
      for (let a = 0; a < size; a++) {
        for (let c = 0; c < size; c++) {
          const p = q[first + a]! * kernel[a * size + c]!;
          const result = space.apply(object, first + c);
          const y = result === undefined ? x : numbers.get(space.format(result))!;
          const accepted = y === x || p === 0 ? 1 : Math.min(1, Math.exp(logRatio(x, first + c, y)));
          row[y]! += p * accepted;
          row[x]! += p * (1 - accepted);
        }
      }
    }
    return row;
  });
}

/** The largest |π(x)K(x,y) − π(y)K(y,x)|, and the largest |Σ_y K(x,y) − 1|. */
export function imbalance(law: ArrayLike<number>, matrix: readonly Float64Array[]): number {
  let worst = 0;
  for (const [x, row] of matrix.entries()) {
    worst = Math.max(worst, Math.abs(row.reduce((sum, p) => sum + p, 0) - 1));
    for (let y = 0; y < x; y++)
      worst = Math.max(worst, Math.abs(law[x]! * row[y]! - law[y]! * matrix[y]![x]!));
  }
  return worst;
}
