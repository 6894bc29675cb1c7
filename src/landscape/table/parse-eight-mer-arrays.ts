/**
 * Reads Design-Bench's form of an 8-mer table: an integer array (n, 8) of letters A, C, G, T = 0…3 and an array
 * of n scores, the two given in either order. Palindromes may occur twice, as they do in the published arrays.
 */

import { WindageError } from "../../error.ts";
import type { Measurements } from "./assemble-eight-mers.ts";
import { type NpyArray, type NpyData, readNpy } from "./npy.ts";
import { ProblemList } from "../text/problem-list.ts";

/** One file of the pair, already in memory. */
export interface ArrayFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The pair's measurements and how many rows it has. */
export function parseEightMerArrays(
  files: readonly [ArrayFile, ArrayFile],
): Measurements & { readonly rows: number } {
  const arrays = files.map(({ bytes, name }) => ({ name, array: readNpy(bytes, name) }));
  const x = arrays.find(({ array }) => isLetters(array));
  const y = arrays.find(({ array }) => isScores(array));
  if (x === undefined || y === undefined || x.array.shape[0] !== y.array.shape[0]) {
    const got = arrays
      .map(({ name, array }) => `${name} with shape (${array.shape.join(", ")})`)
      .join(" and ");
    throw new WindageError(
      "data/invalid-table",
      `got ${got}, expected an integer array (n, 8) of letters and a float array (n, 1) of scores with the same n; ` +
        "give both files of one Design-Bench pair, such as tf_bind_8-x-0.npy and tf_bind_8-y-0.npy",
    );
  }
  const rows = x.array.shape[0]!;
  const indices: number[] = [];
  const values: number[] = [];
  const problems = new ProblemList();
  for (let row = 0; row < rows; row++) {
    const index = indexOfRow(x.array.data, row);
    const value = Number(y.array.data[row]!);
    if (index === undefined) {
      const letters = Array.from(x.array.data.slice(row * 8, row * 8 + 8), String).join(" ");
      problems.add(`${x.name}, row ${row}: got the letters ${letters}, expected numbers from 0 to 3`);
    } else if (!Number.isFinite(value)) {
      problems.add(`${y.name}, row ${row}: got the score ${value}, expected a finite number`);
    } else {
      indices.push(index);
      values.push(value);
    }
  }
  problems.throwIfAny(
    "data/invalid-table",
    `${x.name}: ${problems.count} of ${rows} rows cannot be used`,
    "Expected letters A, C, G, T as 0, 1, 2, 3 and finite scores.",
  );
  return { indices, values, where: (at) => `${y.name}, row ${at}`, rows };
}

function isLetters({ data, shape }: NpyArray): boolean {
  return (
    (data instanceof Int32Array || data instanceof BigInt64Array) && shape.length === 2 && shape[1] === 8
  );
}

function isScores({ data, shape }: NpyArray): boolean {
  const isFloat = data instanceof Float32Array || data instanceof Float64Array;
  return isFloat && (shape.length === 1 || (shape.length === 2 && shape[1] === 1));
}

function indexOfRow(data: NpyData, row: number): number | undefined {
  let index = 0;
  for (let at = row * 8; at < row * 8 + 8; at++) {
    const letter = Number(data[at]!);
    if (letter < 0 || letter > 3) return undefined;
    index = index * 4 + letter;
  }
  return index;
}
