/**
 * What stays as it is in every order: places that are the same in everything measured, and ends that all sequences share
 * where lengths vary. Nothing is known of other letters there, so models and searches are given the rest alone, and what
 * they come to is put back between what is held.
 */
import { WindageError } from "../../error.ts";
import { readPlaces, writePlaces } from "../../landscape/assay/places.ts";
import type { ErrorModel } from "../synthesis/error-model.ts";
import { lengthErrorsAt, matrixAt } from "../synthesis/error-model.ts";

/** Places that are held, and the way to whole sequences and back. */
export interface Frame {
  /** How many letters are held. */
  readonly held: number;
  /** Places from 0 on that may be changed; null where lengths vary, and ends alone are held. */
  readonly places: readonly number[] | null;
  readonly before: string;
  readonly after: string;
  /** What is held, in words; undefined where nothing is. */
  readonly words: string | undefined;
  /** Whether a sequence has what is held. */
  readonly fits: (sequence: string) => boolean;
  /** The letters that may be changed. */
  readonly vary: (sequence: string) => string;
  /** The whole sequence again. */
  readonly whole: (varying: string) => string;
}

/** What is known of places beside the sequences. */
export interface FrameOptions {
  /** Places that may be changed although they never vary, such as "5,12-14", or "all". */
  readonly free?: string | undefined;
  /** What places are called, a number for each letter; from 1 on unless given. */
  readonly numbers?: readonly number[] | undefined;
}

/** What is held in orders after these sequences were measured. */
export function frameOf(sequences: readonly string[], { free, numbers }: FrameOptions = {}): Frame {
  const [first = ""] = sequences;
  const { length } = first;
  const oneLength = sequences.every((sequence) => sequence.length === length);
  if (!oneLength) return endsOf(sequences, free);
  const names = numbers?.length === length ? numbers : Array.from(first, (_, i) => i + 1);
  const freed = free === undefined || free === "all" ? [] : readPlaces(free, "--free");
  const unknown = freed.find((place) => !names.includes(place));
  if (unknown !== undefined) {
    throw new WindageError(
      "data/bad-places",
      `--free: got place ${unknown}, expected places of what was measured, ${writePlaces(names).slice(0, 60)}`,
    );
  }
  const isFree = new Set(freed);
  const varies = (place: number): boolean =>
    free === "all" ||
    isFree.has(names[place]!) ||
    sequences.some((sequence) => sequence[place] !== first[place]);
  const places = Array.from(first, (_, place) => place).filter(varies);
  const held = length - places.length;
  // A single sequence, or many of one and the same, hold nothing: there is nothing to learn from them either.
  if (held === 0 || places.length === 0) return unheld;
  const template = Array.from(first);
  const isHeld = template.map((_, place) => !places.includes(place));
  return {
    held,
    places,
    before: "",
    after: "",
    words: `${held} of ${length} places never vary and are held; ${places.length} may be changed: ${shortened(writePlaces(places.map((place) => names[place]!)))}`,
    fits: (sequence) =>
      sequence.length === length && template.every((letter, t) => !isHeld[t] || sequence[t] === letter),
    vary: (sequence) => places.map((place) => sequence[place]!).join(""),
    whole(varying) {
      const letters = [...template];
      for (const [i, place] of places.entries()) letters[place] = varying[i]!;
      return letters.join("");
    },
  };
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)} …` : text;
}

const unheld: Frame = {
  held: 0,
  places: null,
  before: "",
  after: "",
  words: undefined,
  fits: () => true,
  vary: (sequence) => sequence,
  whole: (varying) => varying,
};

function endsOf(sequences: readonly string[], free: string | undefined): Frame {
  if (free !== undefined && free !== "all") {
    throw new WindageError(
      "data/bad-places",
      `--free: got places, and sequences of several lengths, whose places have no common numbers, expected all, which frees the ends that they share`,
    );
  }
  const [first = ""] = sequences;
  const shortest = sequences.reduce((least, { length }) => Math.min(least, length), Infinity);
  const shared = (letterAt: (sequence: string, i: number) => string | undefined, most: number): number => {
    let count = 0;
    while (count < most && sequences.every((one) => letterAt(one, count) === letterAt(first, count))) count++;
    return count;
  };
  // One letter is left to vary in the shortest, so that it is a sequence.
  const front = free === "all" ? 0 : shared((one, i) => one[i], shortest - 1);
  const back = free === "all" ? 0 : shared((one, i) => one.at(-1 - i), shortest - 1 - front);
  if (front + back === 0) return unheld;
  const before = first.slice(0, front);
  const after = back === 0 ? "" : first.slice(-back);
  const ends = [
    ...(front > 0 ? [`begins with ${shortened(before)}`] : []),
    ...(back > 0 ? [`ends with ${shortened(after)}`] : []),
  ];
  return {
    held: front + back,
    places: null,
    before,
    after,
    words: `every sequence ${ends.join(" and ")}, which is held`,
    fits: (sequence) =>
      sequence.length > front + back && sequence.startsWith(before) && sequence.endsWith(after),
    vary: (sequence) => sequence.slice(front, sequence.length - back),
    whole: (varying) => before + varying + after,
  };
}

/** Errors at the places that may be changed. */
export function errorsWithin(errors: ErrorModel, { places, before }: Frame): ErrorModel {
  const { matrices, lengths } = errors;
  if (matrices.length === 1 && (lengths?.length ?? 1) === 1) return errors;
  const at = places ?? matrices.slice(before.length).map((_, i) => i + before.length);
  const kept = at.length === 0 ? [matrices.length - 1] : at;
  return {
    letters: errors.letters,
    matrices: kept.map((place) => matrixAt(errors, place)),
    ...(lengths === undefined ? {} : { lengths: kept.map((place) => lengthErrorsAt(errors, place)!) }),
  };
}
