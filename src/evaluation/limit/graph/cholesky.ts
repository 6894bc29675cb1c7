/**
 * Sparse factorisation `L D Lᵀ` of a symmetric positive definite matrix whose pattern stays the same while its
 * numbers change: ordered once by minimum degree, then factored column by column. On a grid of n cells the factor
 * has about n log n entries. Patterns that would fill up are refused, so that callers can go another way.
 */

import type { Steps } from "../../long-computation.ts";

/** Where the numbers of a matrix and of its factor live; made once for each pattern. */
export interface Pattern {
  /** The place of each node in the order of elimination. */
  readonly place: Int32Array;
  /** Column `j` is `columnStart[j] … columnStart[j + 1] − 1`, its diagonal entry first. */
  readonly columnStart: Int32Array;
  /** The row of each entry, as a place; ascending in each column. */
  readonly row: Int32Array;
}

/** Nodes that are ordered between two yields. */
const NODES_PER_STEP = 16;

/** Orders the nodes and lays out the factor, or gives up when it takes more than `maxWork` multiplications. */
export function* patternOf(neighbours: readonly Int32Array[], maxWork: number): Steps<Pattern | undefined> {
  const count = neighbours.length;
  const adjacent = [...neighbours];
  const byDegree = new DegreeQueue(adjacent);
  const place = new Int32Array(count).fill(-1);
  const columns: Int32Array[] = [];
  const mark = new Int32Array(count).fill(-1);
  const merged = new Int32Array(count);
  let size = count;
  let work = 0;
  for (let j = 0; j < count; j++) {
    const pivot = byDegree.take();
    place[pivot] = j;
    const clique = adjacent[pivot]!;
    columns.push(clique);
    size += clique.length;
    work += clique.length ** 2;
    // The neighbours of the pivot are all next to each other now, and one after the other they will cost a sum of squares.
    if (work + (clique.length - 1) ** 3 / 3 > maxWork) return undefined;
    if (j % NODES_PER_STEP === 0) yield undefined;
    // Whoever remains next to the pivot becomes next to everyone else there.
    for (const u of clique) {
      let degree = 0;
      mark[u] = u;
      for (const v of clique) {
        if (v !== u) merged[degree++] = v;
        mark[v] = u;
      }
      for (const v of adjacent[u]!) if (mark[v] !== u && v !== pivot) merged[degree++] = v;
      adjacent[u] = merged.slice(0, degree);
      byDegree.move(u, degree);
    }
    for (const u of clique) mark[u] = -1;
    adjacent[pivot] = new Int32Array();
  }
  const columnStart = new Int32Array(count + 1);
  const row = new Int32Array(size);
  for (const [j, clique] of columns.entries()) {
    const start = columnStart[j]!;
    row[start] = j;
    row.set(Int32Array.from(clique, (u) => place[u]!).sort(), start + 1);
    columnStart[j + 1] = start + 1 + clique.length;
  }
  return { place, columnStart, row };
}

/** Nodes in doubly linked lists, one for each degree. */
class DegreeQueue {
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #degree: Int32Array;
  #least = 0;

  constructor(adjacent: readonly { readonly length: number }[]) {
    const count = adjacent.length;
    this.#first = new Int32Array(count + 1).fill(-1);
    this.#next = new Int32Array(count).fill(-1);
    this.#previous = new Int32Array(count).fill(-1);
    this.#degree = new Int32Array(count);
    for (let node = count - 1; node >= 0; node--) this.#link(node, adjacent[node]!.length);
  }

  #link(node: number, degree: number): void {
    const first = this.#first[degree]!;
    this.#degree[node] = degree;
    this.#next[node] = first;
    this.#previous[node] = -1;
    if (first >= 0) this.#previous[first] = node;
    this.#first[degree] = node;
  }

  #unlink(node: number): void {
    const next = this.#next[node]!;
    const previous = this.#previous[node]!;
    if (next >= 0) this.#previous[next] = previous;
    if (previous >= 0) this.#next[previous] = next;
    else this.#first[this.#degree[node]!] = next;
  }

  move(node: number, degree: number): void {
    this.#unlink(node);
    this.#link(node, degree);
    if (degree < this.#least) this.#least = degree;
  }

  /** Removes a node of least degree. */
  take(): number {
    while (this.#first[this.#least] === -1) this.#least++;
    const node = this.#first[this.#least]!;
    this.#unlink(node);
    return node;
  }
}

/** The entry of a pattern that holds the pair of nodes `a` and `b`; for writing the matrix, not for speed. */
export function entryOf({ place, columnStart, row }: Pattern, a: number, b: number): number {
  const column = Math.min(place[a]!, place[b]!);
  const wanted = Math.max(place[a]!, place[b]!);
  let low = columnStart[column]!;
  let high = columnStart[column + 1]! - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pivots below this share of their diagonal are rounding noise. */
const LEAST_PIVOT = 1e-30;
const HUGE_PIVOT = 1e128;

/** Replaces the matrix in `values` by its factor: `D` on the diagonal entries, `L` below. */
export function factorise({ columnStart, row }: Pattern, values: Float64Array): void {
  const count = columnStart.length - 1;
  const work = new Float64Array(count);
  const cursor = new Int32Array(count);
  // Columns that next contribute to row j are chained from waiting[j].
  const waiting = new Int32Array(count).fill(-1);
  const chain = new Int32Array(count).fill(-1);
  for (let j = 0; j < count; j++) {
    const start = columnStart[j]!;
    const end = columnStart[j + 1]!;
    for (let p = start; p < end; p++) work[row[p]!] = values[p]!;
    for (let k = waiting[j]!; k >= 0;) {
      const following = chain[k]!;
      const from = cursor[k]!;
      const last = columnStart[k + 1]!;
      const factor = values[from]! * values[columnStart[k]!]!;
      for (let p = from; p < last; p++) work[row[p]!] = work[row[p]!]! - values[p]! * factor;
      if (from + 1 < last) {
        cursor[k] = from + 1;
        chain[k] = waiting[row[from + 1]!]!;
        waiting[row[from + 1]!] = k;
      }
      k = following;
    }
    // A pivot lost to rounding is made huge, which sets its unknown to about zero.
    const pivot = work[j]! > LEAST_PIVOT * values[start]! ? work[j]! : HUGE_PIVOT;
    values[start] = pivot;
    for (let p = start + 1; p < end; p++) values[p] = work[row[p]!]! / pivot;
    if (start + 1 < end) {
      cursor[j] = start + 1;
      chain[j] = waiting[row[start + 1]!]!;
      waiting[row[start + 1]!] = j;
    }
  }
}

/** Solves with a factor, in place; `x` is by node. */
export function solve({ place, columnStart, row }: Pattern, factor: Float64Array, x: Float64Array): void {
  const count = place.length;
  const y = new Float64Array(count);
  for (let node = 0; node < count; node++) y[place[node]!] = x[node]!;
  for (let j = 0; j < count; j++) {
    const value = y[j]!;
    for (let p = columnStart[j]! + 1; p < columnStart[j + 1]!; p++)
      y[row[p]!] = y[row[p]!]! - factor[p]! * value;
  }
  for (let j = count - 1; j >= 0; j--) {
    let value = y[j]! / factor[columnStart[j]!]!;
    for (let p = columnStart[j]! + 1; p < columnStart[j + 1]!; p++) value -= factor[p]! * y[row[p]!]!;
    y[j] = value;
  }
  for (let node = 0; node < count; node++) x[node] = y[place[node]!]!;
}
