/**
 * Sequences built from left to right, one token a step: of one fixed length, or of variable length with a stop
 * action. Without noise the outcome of a step is the intention.
 *
 * Every object has exactly one terminal state. A sequence shorter than `maxLength` is finished by stopping; one of
 * `maxLength` tokens is finished by its last token, and there is nothing left to stop.
 */

import { WindageError } from "../../error.ts";
import { describeValue } from "../../known-fields.ts";
import type { Context } from "../../landscape/context.ts";
import { createAlphabet, type Alphabet } from "./alphabet.ts";
import type { BackwardActions, Environment, StateEnumeration } from "../environment.ts";
import { lexicographicIndex, numberSequences, type SequenceNumbering } from "./sequence-numbering.ts";

/** What has been built so far; never changed, only followed by another. */
export interface SequenceState {
  readonly tokens: readonly number[];
  readonly done: boolean;
  /** The condition it is built under, where there is one (`withContext`). */
  readonly context?: Context;
}

/** Whether an intention (a token, or the stop action) may be chosen after a prefix. */
export type SequenceMask = (prefix: readonly number[], action: number) => boolean;

interface CommonOptions {
  readonly alphabet: string | Alphabet;
  /** Forbids intentions; noise that respects masks will not produce forbidden tokens either. */
  readonly isLegal?: SequenceMask;
}

/** The letters and the lengths. */
export type SequenceOptions = CommonOptions &
  ({ readonly length: number } | { readonly minLength: number; readonly maxLength: number });

/** An environment that builds strings over an alphabet. */
export interface SequenceEnvironment extends Environment<SequenceState> {
  readonly alphabet: Alphabet;
  readonly minLength: number;
  readonly maxLength: number;
  /** The number of the stop action and its outcome: V; undefined where all sequences have one length. */
  readonly stopAction: number | undefined;
  /** Whether some intentions are forbidden by a mask. */
  readonly masked: boolean;
}

/** What the fast paths need to know beyond the contract. */
export interface SequenceShape {
  readonly size: number;
  readonly minLength: number;
  readonly maxLength: number;
  readonly masked: boolean;
  readonly numbering: SequenceNumbering | undefined;
}

// Kept beside the objects and not on them: a copy with a changed method must not inherit the fast paths.
const shapes = new WeakMap<Environment, SequenceShape>();

/** The shape of a sequence environment made here, noisy or not; undefined for all others and for changed copies. */
export function sequenceShapeOf(environment: Environment): SequenceShape | undefined {
  return shapes.get(environment);
}

/** Tells the fast paths that `wrapper` differs from `original` in nothing but its outcome probabilities. */
export function keepSequenceShape(original: Environment, wrapper: Environment): void {
  const shape = shapes.get(original);
  if (shape !== undefined) shapes.set(wrapper, shape);
}

/** Environments whose states are a sequence of ours and what else is remembered. */
const withMore = new WeakSet<Environment>();

/** Says that an environment builds what another one builds, one letter after the other, and remembers something besides. */
export function keepBuildingSequences(original: Environment, wrapper: Environment): void {
  if (buildsSequences(original)) withMore.add(wrapper);
}

/** Whether what is built is known to be a sequence of ours, so that every state has one parent and every object one end. */
export function buildsSequences(environment: Environment): boolean {
  return shapes.has(environment) || withMore.has(environment);
}

/**
 * Sequences built letter by letter over an alphabet, all of one length or from `minLength` to `maxLength` with a stop
 * action.
 */
export function sequenceEnvironment(options: SequenceOptions): SequenceEnvironment {
  const alphabet = typeof options.alphabet === "string" ? createAlphabet(options.alphabet) : options.alphabet;
  if (typeof alphabet?.size !== "number") {
    throw new WindageError(
      "environment/bad-alphabet",
      `sequenceEnvironment: got ${describeValue(alphabet)} as alphabet, expected its letters, such as "ACGT".`,
    );
  }
  const [minLength, maxLength] = lengthsOf(options);
  const { size } = alphabet;
  const stops = minLength < maxLength;
  const mask = options.isLegal;
  const numbering = numberSequences(size, minLength, maxLength);
  const actionCount = stops ? size + 1 : size;
  const lengthsAt = maxLength * size;
  const featureCount = lengthsAt + maxLength + 1 + (stops ? 1 : 0);
  const initial: SequenceState = { tokens: [], done: false };

  const environment: SequenceEnvironment = {
    name: `sequences of ${stops ? `${minLength} to ${maxLength}` : maxLength} over ${alphabet.symbols}`,
    alphabet,
    minLength,
    maxLength,
    stopAction: stops ? size : undefined,
    masked: mask !== undefined,
    actionCount,
    outcomeCount: actionCount,
    maxSteps: maxLength,
    featureCount,
    initial,
    isTerminal: (state) => state.done,
    isLegal({ tokens, done }, action) {
      if (done || (action === size && tokens.length < minLength)) return false;
      return mask === undefined || mask(tokens, action);
    },
    outcomeProbabilities(_state, action, out) {
      out.fill(0);
      out[action] = 1;
    },
    next(state, outcome) {
      checkStep(state, outcome, actionCount, environment);
      const { context } = state;
      const next =
        outcome === size
          ? { tokens: state.tokens, done: true }
          : { tokens: [...state.tokens, outcome], done: state.tokens.length + 1 === maxLength };
      return context === undefined ? next : { ...next, context };
    },
    encode({ tokens, done }, out, offset) {
      out.fill(0, offset, offset + featureCount);
      for (let at = 0; at < tokens.length; at++) out[offset + at * size + tokens[at]!] = 1;
      out[offset + lengthsAt + tokens.length] = 1;
      if (stops && done) out[offset + featureCount - 1] = 1;
    },
    tokens: {
      letters: size,
      length: maxLength,
      stops,
      write({ tokens, done }, out, offset) {
        out.fill(actionCount, offset, offset + maxLength);
        out.set(tokens, offset);
        if (done && tokens.length < maxLength) out[offset + tokens.length] = size;
      },
    },
    // Both kinds end in a sign, so that no letter of the alphabet can be mistaken for it.
    key: ({ tokens, done }) => alphabet.decode(tokens) + (done ? "." : "-"),
    objectOf: ({ tokens }) => alphabet.decode(tokens),
    slips: ({ tokens }, outcome) => outcome < size && (mask === undefined || mask(tokens, outcome)),
    backward: sequenceBackward(actionCount, size, maxLength, initial, (state, action) =>
      environment.isLegal(state, action),
    ),
    ...(numbering === undefined ? {} : { enumeration: sequenceEnumeration(numbering, size) }),
  };
  shapes.set(environment, { size, minLength, maxLength, masked: mask !== undefined, numbering });
  return environment;
}

/** A prefix has one parent, so the ways in are the intentions there; without noise only one of them is possible. */
function sequenceBackward(
  count: number,
  size: number,
  maxLength: number,
  initial: SequenceState,
  isLegal: (state: SequenceState, action: number) => boolean,
): BackwardActions<SequenceState> {
  const entry: NonNullable<BackwardActions<SequenceState>["entry"]> = (state, index) => {
    const { tokens, done } = state;
    const parentOf = (before: readonly number[]): SequenceState => {
      if (state.context !== undefined) return { tokens: before, done: false, context: state.context };
      return before.length === 0 ? initial : { tokens: before, done: false };
    };
    if (done && tokens.length < maxLength) {
      return index === size ? { parent: parentOf(tokens), action: size, outcome: size } : undefined;
    }
    if (tokens.length === 0 || index >= size) return undefined;
    return { parent: parentOf(tokens.slice(0, -1)), action: index, outcome: tokens.at(-1)! };
  };
  return {
    count,
    indexOf: (action) => action,
    isLegal(state, index) {
      const step = entry(state, index);
      return step !== undefined && step.outcome === index && isLegal(step.parent, index);
    },
    entry,
  };
}

function sequenceEnumeration(numbering: SequenceNumbering, size: number): StateEnumeration<SequenceState> {
  const { stateCount, openOffset, doneOffset } = numbering;
  return {
    stateCount,
    indexOf: ({ tokens, done }) =>
      (done ? doneOffset : openOffset)[tokens.length]! + lexicographicIndex(tokens, size),
  };
}

function lengthsOf(options: SequenceOptions): readonly [number, number] {
  const [minLength, maxLength] =
    "length" in options ? [options.length, options.length] : [options.minLength, options.maxLength];
  if (!Number.isInteger(maxLength) || maxLength < 1) {
    throw new WindageError(
      "environment/bad-length",
      `sequenceEnvironment: got ${"length" in options ? "length" : "maxLength"} ${maxLength}, expected a whole number ` +
        "of at least 1.",
    );
  }
  if (!Number.isInteger(minLength) || minLength < 0 || minLength > maxLength) {
    throw new WindageError(
      "environment/bad-length",
      `sequenceEnvironment: got minLength ${minLength}, expected a whole number from 0 to maxLength ${maxLength}.`,
    );
  }
  return [minLength, maxLength];
}

function checkStep(
  state: SequenceState,
  outcome: number,
  outcomeCount: number,
  environment: SequenceEnvironment,
): void {
  if (state.done) {
    throw new WindageError(
      "environment/finished",
      `next: got outcome ${outcome} at the finished sequence "${environment.objectOf(state)}", expected a state that ` +
        "can go on; ask isTerminal first.",
    );
  }
  checkOutcome(outcome, outcomeCount);
}

/** Throws unless `outcome` is the number of an outcome. */
export function checkOutcome(outcome: number, outcomeCount: number): void {
  if (Number.isInteger(outcome) && outcome >= 0 && outcome < outcomeCount) return;
  throw new WindageError(
    "environment/unknown-outcome",
    `next: got outcome ${outcome}, expected a whole number from 0 to ${outcomeCount - 1}.`,
  );
}
