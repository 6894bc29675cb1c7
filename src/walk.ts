/**
 * Walking whatever can be reached from a start: everything is met once, in the order it was found. What a step is, only
 * the one who walks knows. States of environments are walked by `walkStates` of `environment/`, which stands on this.
 */

/** Breadth first: iterate over it, and `reach` what each thing leads to meanwhile. */
export class Walk<Place> implements Iterable<readonly [number: number, place: Place]> {
  /** All that has been found so far; the start is the first. */
  readonly places: Place[] = [];
  readonly #numbers = new Map<string | number, number>();
  readonly #identity: (place: Place) => string | number;

  /** Places with the same identity are one. */
  constructor(start: Place, identity: (place: Place) => string | number) {
    this.#identity = identity;
    this.reach(start);
  }

  /** The number of a place, in the order of finding. */
  reach(place: Place): number {
    const identity = this.#identity(place);
    const known = this.#numbers.get(identity);
    if (known !== undefined) return known;
    this.#numbers.set(identity, this.places.length);
    return this.places.push(place) - 1;
  }

  *[Symbol.iterator](): Generator<readonly [number: number, place: Place]> {
    for (let number = 0; number < this.places.length; number++) yield [number, this.places[number]!];
  }
}
