/**
 * The law of the latest training samples: a ring of the last W objects and how often each is in it. Published tables
 * measure methods by it, and it is the only law that a Markov chain has.
 */

import type { Said } from "../wording.ts";

/** Samples that are kept unless told, as in published tables. */
export const usualWindow = 200_000;

/** What to say of a window that was set and changes nothing; `isListed` where all objects can be. */
export function idleWindow(
  { window, calls }: { readonly window: number; readonly calls: number },
  isListed: boolean,
): readonly Said[] {
  if (window === usualWindow) return [];
  if (!isListed)
    return [
      (say) =>
        `${say("window", window)}: has no effect, because objects cannot be listed, so there is no sample error.`,
    ];
  return Math.min(window, usualWindow) >= calls
    ? [(say) => `${say("window", window)}: has no effect, because a run has no more than ${calls} samples.`]
    : [];
}

/** Places of objects in the list of all there are. */
export type Places = ReadonlyMap<string, number>;

export class SampleWindow {
  readonly #places: Places;
  readonly #target: Float64Array;
  readonly #ring: Int32Array;
  readonly #counts: Int32Array;
  #next = 0;
  #size = 0;

  /** `target` has one probability per object of `places`. */
  constructor(places: Places, target: Float64Array, window: number) {
    this.#places = places;
    this.#target = target;
    this.#ring = new Int32Array(window);
    this.#counts = new Int32Array(target.length);
  }

  see(objects: readonly string[]): void {
    for (const object of objects) this.#add(this.#places.get(object)!);
  }

  /** The mean over all objects of |share of the samples − target|; null without samples. */
  error(): number | null {
    if (this.#size === 0) return null;
    let sum = 0;
    for (let place = 0; place < this.#target.length; place++) {
      sum += Math.abs(this.#counts[place]! / this.#size - this.#target[place]!);
    }
    return sum / this.#target.length;
  }

  /** The places of what it holds, the oldest first. */
  save(): Int32Array {
    const held = new Int32Array(this.#size);
    const full = this.#size === this.#ring.length;
    for (let i = 0; i < held.length; i++) {
      held[i] = this.#ring[full ? (this.#next + i) % this.#ring.length : i]!;
    }
    return held;
  }

  /** Fills an empty window with what another one held; throws where that is no place of an object. */
  restore(held: Int32Array): void {
    for (const place of held) {
      if (!(place >= 0 && place < this.#counts.length)) throw new RangeError(`there is no object ${place}`);
      this.#add(place);
    }
  }

  #add(place: number): void {
    if (this.#size === this.#ring.length) this.#counts[this.#ring[this.#next]!]!--;
    else this.#size++;
    this.#ring[this.#next] = place;
    this.#counts[place]!++;
    this.#next = (this.#next + 1) % this.#ring.length;
  }
}
