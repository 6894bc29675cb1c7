/**
 * Where in the sequence a token stands. `learned` adds a learned row per position to the embedding, `sinusoidal` a fixed
 * one, `rotary` turns queries and keys by an angle proportional to the position, so that their products depend on
 * distances alone. `scaled` multiplies the embedding by a learned row per position and then adds another, so that the same
 * token at two places is two things before any layer. Each comes for all positions at once and for one position given as a
 * number at run time.
 */
import { nn, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";

export const positionKinds = ["learned", "sinusoidal", "rotary", "scaled"] as const;
/** How a transformer knows where a token stands. */
export type PositionKind = (typeof positionKinds)[number];

/** Rows of a table [length, columns] for the first `count` positions. */
export function firstRows(table: JaxArray, count: number): JaxArray {
  return count === table.shape[0] ? table : np.split(table, [count], 0)[0]!;
}

/** The row of a table [length, columns] for one position, int32 [1]: [1, columns]. */
export function rowAt(table: JaxArray, position: JaxArray): JaxArray {
  // A product instead of a look-up: its gradient needs no scatter, and the tables are small.
  return np.matmul(nn.oneHot(position, table.shape[0]!).astype(np.float32), table);
}

/** Rows of a table [length, columns] for positions known beforehand, likewise: [N, columns]. */
export function rowsAt(table: JaxArray, positions: readonly number[]): JaxArray {
  const length = table.shape[0]!;
  const oneHots = new Float32Array(positions.length * length);
  positions.forEach((position, i) => (oneHots[i * length + position] = 1));
  return np.matmul(np.array(oneHots, { shape: [positions.length, length] }), table);
}

const angle = (position: number, pair: number, pairs: number): number => position / 10_000 ** (pair / pairs);

/** sin in the first half of the columns, cos in the second, of angles that turn slower from column to column. */
export function sinusoidalTable(length: number, width: number): JaxArray {
  const pairs = Math.ceil(width / 2);
  const table = Float32Array.from({ length: length * width }, (_, i) => {
    const [position, column] = [Math.floor(i / width), i % width];
    return column < pairs
      ? Math.sin(angle(position, column, pairs))
      : Math.cos(angle(position, column - pairs, pairs));
  });
  return np.array(table, { shape: [length, width] });
}

/** The cosines [length, size] and sines of the turn at each position, both halves of the columns alike. */
export function rotaryTables(length: number, size: number): { cos: JaxArray; sin: JaxArray } {
  const pairs = size / 2;
  const table = (turn: (x: number) => number): JaxArray =>
    np.array(
      Float32Array.from({ length: length * size }, (_, i) =>
        turn(angle(Math.floor(i / size), (i % size) % pairs, pairs)),
      ),
      { shape: [length, size] },
    );
  return { cos: table(Math.cos), sin: table(Math.sin) };
}

/** Turns the pairs (j, j + size/2) of the last axis of `x`; `cos` and `sin` broadcast against it. */
export function rotate(
  x: JaxArray,
  { cos, sin }: { readonly cos: JaxArray; readonly sin: JaxArray },
): JaxArray {
  const [left, right] = np.split(x.ref, 2, -1);
  return x.mul(cos).add(np.concatenate([right!.neg(), left!], -1).mul(sin));
}
