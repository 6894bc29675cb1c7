/**
 * Several rules at once: the product of their automata over the letters that may be changed, place by place. What is
 * held, and the flanks around, are read along the way, so that a word across a border is seen.
 */
import type { Frame } from "../request/frame.ts";
import { type Component, TooManyStates } from "./component.ts";
import { Machine } from "./machine.ts";

/** The sequences that rules are about. */
export interface RuledSpace {
  readonly alphabet: string;
  /** Lengths of whole sequences, without flanks. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly frame: Pick<Frame, "places" | "before" | "after" | "whole">;
  readonly flanks: { readonly before: string; readonly after: string };
}

/** States of all places together; beyond it a rule is held to by looking at whole sequences. */
const mostStates = 400_000;

/** The sequences that obey all of these; throws `TooManyStates` where that cannot be laid out. */
export function product(components: readonly Component[], space: RuledSpace): Machine {
  const { alphabet, minLength, maxLength, frame, flanks } = space;
  const letters = alphabet.length;
  const tokens = (text: string): number[] => Array.from(text, (letter) => alphabet.indexOf(letter));
  /** The states after some letters, undefined where a rule is broken. */
  const read = (states: readonly number[], text: readonly number[], where: (i: number) => number) => {
    let now = states;
    for (const [i, letter] of text.entries()) {
      const next = components.map((component, k) => component.step(now[k]!, letter, where(i)));
      if (next.includes(-1)) return undefined;
      now = next;
    }
    return now;
  };
  const around = frame.before.length + frame.after.length;
  const { places } = frame;
  const varying = places?.length;
  const least = varying ?? minLength - around;
  const most = varying ?? maxLength - around;
  const template = places === null ? [] : tokens(frame.whole(alphabet[0]!.repeat(places.length)));
  /** Letters that are held right after the t-th that varies, and where they begin; t = −1 is the start. */
  const heldAfter = (t: number): readonly [letters: readonly number[], from: number] => {
    if (places === null) return t < 0 ? [tokens(frame.before), 0] : [[], 0];
    const from = t < 0 ? 0 : places[t]! + 1;
    return [template.slice(from, places[t + 1] ?? template.length), from];
  };
  const placeOf = (t: number): number => (places === null ? frame.before.length + t : places[t]!);
  const followed = (states: readonly number[] | undefined, t: number): readonly number[] | undefined => {
    const [held, from] = heldAfter(t);
    return states === undefined ? undefined : read(states, held, (i) => from + i);
  };
  const behind = tokens(frame.after);
  const flank = tokens(flanks.after);
  const flanked = flanks.before.length + flanks.after.length;
  const isEnd = (states: readonly number[], t: number): boolean => {
    const from = placeOf(t);
    const held = places === null ? read(states, behind, (i) => from + i) : states;
    const end = held && read(held, flank, (i) => -2 - i);
    const length = (places === null ? t + around : template.length) + flanked;
    return end?.every((state, k) => components[k]!.accepts(state, length)) === true;
  };
  const begun = read(
    components.map(({ start }) => start),
    tokens(flanks.before),
    () => -1,
  );
  const start = followed(begun, -1);
  const next: Int32Array[] = [];
  const accepts: Uint8Array[] = [];
  let layer: readonly (readonly number[])[] = start === undefined ? [] : [start];
  let total = layer.length;
  for (let t = 0; t <= most; t++) {
    const here = t;
    accepts.push(Uint8Array.from(layer, (states) => (here >= least && isEnd(states, here) ? 1 : 0)));
    if (t === most) break;
    const numbers = new Map<string, number>();
    const after: (readonly number[])[] = [];
    const row = new Int32Array(layer.length * letters).fill(-1);
    for (const [state, states] of layer.entries()) {
      for (let c = 0; c < letters; c++) {
        const reached = followed(
          read(states, [c], () => placeOf(here)),
          t,
        );
        if (reached === undefined) continue;
        const name = reached.join(",");
        let number = numbers.get(name);
        if (number === undefined) {
          number = after.length;
          numbers.set(name, number);
          after.push(reached);
          if (++total > mostStates) throw new TooManyStates();
        }
        row[state * letters + c] = number;
      }
    }
    next.push(row);
    layer = after;
  }
  return new Machine({ letters, minLength: least, maxLength: most, next, accepts });
}
