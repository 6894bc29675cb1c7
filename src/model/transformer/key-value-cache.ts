/**
 * The keys and values of the positions a transformer has already seen, as one typed array that its step reads. Programs
 * are compiled for fixed shapes, so room grows by doubling and a step at position `t` runs the program for the smallest
 * room that holds `t` positions: its cost follows `t`, not the greatest length.
 */
import type { TransformerSizes } from "./options.ts";

/** The least room, so that short sequences need one program only. */
const FIRST_ROOM = 8;

/** The rooms a cache of up to `positions` positions goes through: 8, 16, 32, … and at last `positions` itself. */
export function roomsFor(positions: number): number[] {
  const rooms: number[] = [];
  for (let room = FIRST_ROOM; room < positions; room *= 2) rooms.push(room);
  return [...rooms, Math.max(1, positions)];
}

export class KeyValueCache {
  readonly #size: number;
  readonly #blocks: number;
  readonly #rooms: readonly number[];
  readonly #arrays = new Map<number, Float32Array>();
  #room: number;
  #position = 0;

  /** For `batch` sequences; the last position is never cached, because nothing comes after it. */
  constructor({ layers, heads, columns, length }: TransformerSizes, batch: number) {
    this.#size = columns;
    this.#blocks = layers * 2 * batch * heads;
    this.#rooms = roomsFor(length - 1);
    this.#room = this.#rooms[0]!;
  }

  /** Positions the present array has room for. */
  get room(): number {
    return this.#room;
  }

  /** The position of the next token. */
  get position(): number {
    return this.#position;
  }

  /** [layers, 2, batch, heads, room, columns]; positions from `position` on hold numbers that mean nothing. */
  get data(): Float32Array {
    return this.#array(this.#room);
  }

  /** Begins again with the first token. */
  reset(): void {
    this.#position = 0;
    this.#room = this.#rooms[0]!;
  }

  /** Keeps the keys and values [layers, 2, batch, heads, columns] of the present position and goes to the next. */
  append(fresh: Float32Array): void {
    const isLast = this.#position === this.#rooms.at(-1)!;
    if (!isLast) {
      if (this.#position === this.#room) this.#grow();
      const { data } = this;
      const size = this.#size;
      for (let block = 0; block < this.#blocks; block++) {
        const to = (block * this.#room + this.#position) * size;
        for (let i = 0; i < size; i++) data[to + i] = fresh[block * size + i]!;
      }
    }
    this.#position++;
  }

  #grow(): void {
    const old = this.data;
    const room = this.#room;
    this.#room = this.#rooms[this.#rooms.indexOf(room) + 1]!;
    const { data } = this;
    const [from, to] = [room * this.#size, this.#room * this.#size];
    for (let block = 0; block < this.#blocks; block++) {
      data.set(old.subarray(block * from, (block + 1) * from), block * to);
    }
  }

  #array(room: number): Float32Array {
    const known = this.#arrays.get(room);
    if (known) return known;
    const made = new Float32Array(this.#blocks * room * this.#size);
    this.#arrays.set(room, made);
    return made;
  }
}
