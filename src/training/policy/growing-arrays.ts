/**
 * What is kept of every step of roll-outs, keys and values above all, in an array [… , places, columns] that a program
 * reads whole. So it begins with room for a quarter of all steps and is laid out anew, in the same memory, when that is
 * full. Places that are not written yet hold what happened to lie there.
 */
import { f32 } from "../../engine/spec.ts";
import type { Spec } from "../../engine/spec.ts";

export class GrowingArray {
  readonly name: string;
  /** What the next step adds, [… , columns]. */
  readonly fresh: Float32Array;
  readonly #outer: readonly number[];
  readonly #rows: number;
  readonly #columns: number;
  readonly #memory: Float32Array;
  /** The first part of the memory with so many places; the same array each time, because runtimes know arrays again. */
  readonly #windows = new Map<number, Float32Array>();
  #places = 0;

  /** `shape` is that of one step. */
  constructor(name: string, shape: readonly number[], mostPlaces: number) {
    this.name = name;
    this.#outer = shape.slice(0, -1);
    this.#columns = shape.at(-1)!;
    this.#rows = this.#outer.reduce((product, dim) => product * dim, 1);
    this.fresh = new Float32Array(this.#rows * this.#columns);
    this.#memory = new Float32Array(this.fresh.length * mostPlaces);
  }

  /** How a program is given it. */
  spec(places: number): Spec {
    return f32(...this.#outer, places, this.#columns);
  }

  /** The array with room for so many places, all that was kept among them where they are not fewer than before. */
  with(places: number): Float32Array {
    const [from, to] = [this.#places * this.#columns, places * this.#columns];
    // From the last row on, so that no row is written over before it has been moved.
    const last = to > from ? this.#rows - 1 : 0;
    for (let row = last; row > 0; row--) {
      this.#memory.copyWithin(row * to, row * from, (row + 1) * from);
    }
    this.#places = places;
    const window = this.#windows.get(places) ?? this.#memory.subarray(0, this.#rows * to);
    this.#windows.set(places, window);
    return window;
  }

  /** Keeps what a step has added; the last step's is read by nobody and has no place. */
  keep(step: number): void {
    if (step >= this.#places) return;
    const columns = this.#columns;
    let to = step * columns;
    for (let from = 0; from < this.fresh.length; from += columns, to += this.#places * columns) {
      for (let column = 0; column < columns; column++) this.#memory[to + column] = this.fresh[from + column]!;
    }
  }
}

/** Fewer places than this are all read at every step: one more program is not worth it. */
const few = 32;

/** Places that some step reads: those of all steps before the last. */
export const mostPlaces = (maxSteps: number): number => Math.max(1, maxSteps - 1);

/** How many places there should be at a step: room for its own too, unless it is the last, in quarters of all. */
export function placesFor(step: number, maxSteps: number): number {
  const most = mostPlaces(maxSteps);
  if (most < few) return most;
  const quarter = Math.ceil(most / 4);
  return Math.min(most, quarter * Math.ceil((step + 1) / quarter));
}
