/**
 * Numbers for all prefixes and finished sequences of a space small enough for tables: first the unfinished ones by
 * length, then the finished ones by length, each length contiguous and in lexicographic order. A number is an offset
 * plus the tokens read in base V, so it costs no look-up.
 */

/** The largest number of states that are numbered. */
export const MAX_STATES = 2 ** 22;

export interface SequenceNumbering {
  readonly stateCount: number;
  /** The number of the first unfinished sequence of each length. */
  readonly openOffset: readonly number[];
  /** The number of the first finished sequence of each length; undefined below the shortest. */
  readonly doneOffset: readonly (number | undefined)[];
}

/** The numbering of sequences over `size` tokens, or undefined where there are more than `MAX_STATES` states. */
export function numberSequences(
  size: number,
  minLength: number,
  maxLength: number,
): SequenceNumbering | undefined {
  // Even with one letter every length adds a state.
  if (maxLength > MAX_STATES) return undefined;
  let stateCount = 0;
  const openOffset: number[] = [];
  for (let length = 0; length < maxLength; length++) {
    openOffset.push(stateCount);
    stateCount += size ** length;
  }
  const doneOffset: (number | undefined)[] = Array.from({ length: minLength });
  for (let length = minLength; length <= maxLength; length++) {
    doneOffset.push(stateCount);
    stateCount += size ** length;
  }
  return stateCount <= MAX_STATES ? { stateCount, openOffset, doneOffset } : undefined;
}

/** Tokens read as one number in base `size`, the first one most significant. */
export function lexicographicIndex(tokens: ArrayLike<number>, size: number): number {
  let index = 0;
  for (let at = 0; at < tokens.length; at++) index = index * size + tokens[at]!;
  return index;
}
