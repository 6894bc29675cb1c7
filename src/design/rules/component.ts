/**
 * The parts that a set of rules is made of: each reads a sequence from left to right, with the flanks around it, and
 * remembers in one number what its rule has to know. States are made as they are met.
 */

/** Where a letter stands: in the flank before (−1), at a place from 0 on, or in the flank behind (−2, −3, …). */
export type Where = number;

/** How many letters of the flank behind have been read with this one; 0 elsewhere. */
const intoFlank = (where: Where): number => (where <= -2 ? -1 - where : 0);

export interface Component {
  readonly start: number;
  /** The state after a letter, −1 where the rule is broken. */
  step(state: number, letter: number, where: Where): number;
  /** Whether a sequence of so many letters, with its flanks, may end in a state. */
  accepts(state: number, length: number): boolean;
}

/** More states than this one rule does not need, or cannot have in memory. */
const mostStates = 2 ** 18;

/** Thrown where a rule would have too many states; it is then held to by looking at whole sequences. */
export class TooManyStates extends Error {}

/** Numbers what is remembered, as text, from 0 on. */
class Interned<T> {
  readonly all: T[] = [];
  readonly #numbers = new Map<string, number>();

  of(name: string, value: () => T): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.all.length >= mostStates) throw new TooManyStates();
    this.#numbers.set(name, this.all.length);
    this.all.push(value());
    return this.all.length - 1;
  }
}

/** A word as the letters that may stand at each of its places. */
export type Pattern = readonly ReadonlySet<number>[];

interface Reading {
  /** Words that have begun, by their number and how many letters of them stand there. */
  readonly begun: readonly (readonly [word: number, read: number])[];
  readonly found: boolean;
}

/** Words that may not stand anywhere but inside a flank, or of which one has to. */
export function wordComponent(patterns: readonly Pattern[], wanted: boolean): Component {
  const states = new Interned<Reading>();
  const stateOf = (reading: Reading): number =>
    states.of(`${reading.found ? "+" : ""}${reading.begun.join(";")}`, () => reading);
  return {
    start: stateOf({ begun: [], found: false }),
    step(state, letter, where) {
      const { begun, found } = states.all[state]!;
      if (found) return state;
      const next: (readonly [number, number])[] = [];
      for (const [word, read] of [...begun, ...patterns.map((_, i) => [i, 0] as const)]) {
        const pattern = patterns[word]!;
        if (!pattern[read]!.has(letter)) continue;
        if (read + 1 < pattern.length) next.push([word, read + 1]);
        else if (wanted) return stateOf({ begun: [], found: true });
        // What a flank has of itself is meant.
        else if (where !== -1 && intoFlank(where) < pattern.length) return -1;
      }
      return stateOf({ begun: next, found: false });
    },
    accepts: (state) => !wanted || states.all[state]!.found,
  };
}

/** No letter more often than so many times in a row. */
export function runComponent(most: number): Component {
  const states = new Interned<readonly [letter: number, times: number]>();
  const stateOf = (letter: number, times: number): number =>
    states.of(`${letter} ${times}`, () => [letter, times]);
  return {
    start: stateOf(-1, 0),
    step(state, letter, where) {
      const [last, before] = states.all[state]!;
      const times = letter === last ? before + 1 : 1;
      const isInFlank = where === -1 || times <= intoFlank(where);
      // Longer ones in a flank are not told apart: they break the rule with one more letter anyway.
      return times > most && !isInFlank ? -1 : stateOf(letter, Math.min(times, most + 1));
    },
    accepts: () => true,
  };
}

/** A share of certain letters between two bounds. */
export function shareComponent(of: ReadonlySet<number>, low: number, high: number): Component {
  return {
    start: 0,
    step: (state, letter) => (of.has(letter) ? state + 1 : state),
    accepts: (state, length) => isWithin(state, length, low, high),
  };
}

/** Whether a share lies between bounds, a rounding error aside. */
export function isWithin(count: number, of: number, low: number, high: number): boolean {
  return of === 0 || (count >= low * of - 1e-9 && count <= high * of + 1e-9);
}

/** The same in every window of so many letters. */
export function windowComponent(
  of: ReadonlySet<number>,
  width: number,
  low: number,
  high: number,
): Component {
  // A bit for each of the letters so far, of which the last `width` − 1 count.
  const states = new Interned<string>();
  const stateOf = (bits: string): number => states.of(bits, () => bits);
  return {
    start: stateOf(""),
    step(state, letter, where) {
      const bits = states.all[state]! + (of.has(letter) ? "1" : "0");
      if (bits.length < width) return stateOf(bits);
      const isInFlank = where === -1 || width <= intoFlank(where);
      const count = bits.split("1").length - 1;
      return isInFlank || isWithin(count, width, low, high) ? stateOf(bits.slice(1)) : -1;
    },
    accepts: () => true,
  };
}

/** At most so many letters that differ from those of a parent. */
export function changesComponent(parent: readonly number[], most: number): Component {
  return {
    start: 0,
    step(state, letter, where) {
      const changes = state + (where >= 0 && parent[where] !== letter ? 1 : 0);
      return changes > most ? -1 : changes;
    },
    accepts: () => true,
  };
}

/** Letters that may stand at a place. */
export function placeComponent(allowed: ReadonlyMap<number, ReadonlySet<number>>): Component {
  return {
    start: 0,
    step: (_state, letter, where) => (where >= 0 && allowed.get(where)?.has(letter) === false ? -1 : 0),
    accepts: () => true,
  };
}
