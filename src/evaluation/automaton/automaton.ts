/**
 * Automaton worlds: spaces of sequences of any length whose log reward adds up along a finite automaton
 * (docs/methods.md section 12). A few tables of states by letters hold all there is to know of them, so that nothing has
 * to be enumerated.
 */
import { WindageError } from "../../error.ts";
import { noiseKernel, type NoiseKernel, type PlacedKernel } from "../law/kernel.ts";

/**
 * A finite automaton along which log rewards add up: `q_{t+1} = next[q_t][c_t]`, `log R(x) = Σ_t w_t[q_t][c_t] +
 * end[q_L]`. Letters are numbered from 0 on.
 */
export interface Automaton {
  readonly alphabetSize: number;
  readonly stateCount: number;
  /** The state before the first letter. */
  readonly start: number;
  readonly maxLength: number;
  /** From this length on a sequence may stop, by an intention that noise never touches; `maxLength` for one length only. */
  readonly minLength: number;
  /** `next[q * alphabetSize + c]`. */
  readonly next: Int32Array;
  /** `logWeight[t][q * alphabetSize + c]`, for every place; minus infinity where a letter is worth nothing. */
  readonly logWeight: readonly Float64Array[];
  /** What the state is worth in which a sequence ends. */
  readonly endLogWeight: Float64Array;
}

/** An automaton in rows, as a person writes one down. */
export interface AutomatonDescription {
  readonly next: readonly (readonly number[])[];
  /** One table of states by letters for every place, or a single one that holds at all of `maxLength` places. */
  readonly logWeight: readonly (readonly (readonly number[])[])[];
  readonly maxLength: number;
  readonly minLength?: number;
  readonly start?: number;
  /** Zero everywhere unless given. */
  readonly endLogWeight?: readonly number[];
}

/** Noise that is the same at every place, or that of each place. */
export type AutomatonNoise = NoiseKernel | PlacedKernel;

/** Makes an automaton of its transitions and weights, checked and laid out flat. */
export function createAutomaton(description: AutomatonDescription): Automaton {
  const { next, logWeight, maxLength, minLength = maxLength, start = 0 } = description;
  const stateCount = next.length;
  const alphabetSize = next[0]?.length ?? 0;
  if (stateCount < 1 || alphabetSize < 1)
    throw refused("next", `${stateCount} states`, "a row of next states for at least one state");
  requireWhole("maxLength", maxLength, 1, Infinity);
  requireWhole("minLength", minLength, 0, maxLength);
  requireWhole("start", start, 0, stateCount - 1);
  if (logWeight.length !== maxLength && logWeight.length !== 1)
    throw refused("logWeight", `${logWeight.length} tables`, `one, or one for each of ${maxLength} places`);
  const tables = logWeight.map((table, t) => flat(`logWeight[${t}]`, table, stateCount, alphabetSize));
  const nextStates = flat("next", next, stateCount, alphabetSize);
  for (const state of nextStates) requireWhole("next", state, 0, stateCount - 1);
  for (const table of tables) for (const weight of table) requireWeight("logWeight", weight);
  const endLogWeight = Float64Array.from(description.endLogWeight ?? new Float64Array(stateCount));
  if (endLogWeight.length !== stateCount)
    throw refused("endLogWeight", `${endLogWeight.length} numbers`, `one for each of ${stateCount} states`);
  for (const weight of endLogWeight) requireWeight("endLogWeight", weight);
  return {
    alphabetSize,
    stateCount,
    start,
    maxLength,
    minLength,
    next: Int32Array.from(nextStates),
    logWeight: Array.from({ length: maxLength }, (_, t) => tables[tables.length === 1 ? 0 : t]!),
    endLogWeight,
  };
}

/** The log reward `log R(x)` that an automaton gives a sequence of letters' numbers. */
export function automatonLogReward(automaton: Automaton, letters: ArrayLike<number>): number {
  const { alphabetSize, maxLength, minLength, next, logWeight, endLogWeight } = automaton;
  if (letters.length < minLength || letters.length > maxLength)
    throw refused("a sequence", `${letters.length} letters`, `${minLength} to ${maxLength}`);
  let state = automaton.start;
  let sum = 0;
  for (let t = 0; t < letters.length; t++) {
    const letter = letters[t]!;
    requireWhole(`letter ${t}`, letter, 0, alphabetSize - 1);
    sum += logWeight[t]![state * alphabetSize + letter]!;
    state = next[state * alphabetSize + letter]!;
  }
  return sum + endLogWeight[state]!;
}

/** The automaton of `R^β`, from that of R. */
export function sharpened(automaton: Automaton, exponent: number): Automaton {
  // An exponent of 0 is the uniform law, also over what is worth nothing.
  const scale = (weights: Float64Array): Float64Array =>
    weights.map((weight) => (exponent === 0 ? 0 : exponent * weight));
  const scaled = new Map<Float64Array, Float64Array>();
  const logWeight = automaton.logWeight.map((table) => {
    const known = scaled.get(table) ?? scale(table);
    scaled.set(table, known);
    return known;
  });
  return { ...automaton, logWeight, endLogWeight: scale(automaton.endLogWeight) };
}

/** Intentions in a state: the letters, and the stop where a sequence may end early. */
export function intentionCount({ alphabetSize, minLength, maxLength }: Automaton): number {
  return minLength < maxLength ? alphabetSize + 1 : alphabetSize;
}

/** The noise at one place; what does not fit the automaton is refused. */
export function kernelsOf(automaton: Automaton, noise: AutomatonNoise): (place: number) => NoiseKernel {
  const { alphabetSize, maxLength } = automaton;
  if (noise.size !== alphabetSize)
    throw refused("noise", `${noise.size} letters`, `as many as the automaton has, ${alphabetSize}`);
  if ("matrix" in noise) return () => noise;
  const { matrices } = noise;
  if (matrices.length < maxLength)
    throw refused("noise", `${matrices.length} places`, `one for each of ${maxLength}`);
  const kernels = new Map<Float64Array, NoiseKernel>();
  return (place) => {
    const matrix = matrices[place]!;
    const known = kernels.get(matrix) ?? noiseKernel(alphabetSize, matrix);
    kernels.set(matrix, known);
    return known;
  };
}

function flat(
  what: string,
  rows: readonly (readonly number[])[],
  stateCount: number,
  alphabetSize: number,
): Float64Array {
  const width = rows.find((row) => row.length !== alphabetSize)?.length ?? alphabetSize;
  if (rows.length !== stateCount || width !== alphabetSize) {
    const got = `${rows.length} rows of ${width}`;
    throw refused(what, got, `${stateCount} rows of ${alphabetSize}, states by letters`);
  }
  return Float64Array.from(rows.flat());
}

function requireWhole(what: string, value: number, least: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const range = most === Infinity ? `of at least ${least}` : `between ${least} and ${most}`;
  throw refused(what, String(value), `a whole number ${range}`);
}

function requireWeight(what: string, value: number): void {
  // Written so that NaN is caught too.
  if (!(value < Infinity))
    throw refused(what, String(value), "a finite number (or -Infinity for a reward of 0)");
}

function refused(what: string, got: string, expected: string): WindageError {
  return new WindageError(
    "evaluation/bad-automaton",
    `automaton: ${what}: got ${got}, expected ${expected}.`,
  );
}
