/**
 * The error matrix of a process from pairs of what was intended and what was read: shares of every real letter for
 * every intended one, with Wilson's 95 % intervals. Where no read has another length than intended, letters are compared
 * place by place. Otherwise letters are lost and added, also in reads whose length is right, and every read is laid along
 * what was intended in all ways at once (`align-reads.ts`); counts are then expected ones.
 */
import { WindageError } from "../../error.ts";
import { breathe } from "../../breathe.ts";
import { alignReads, type AlignedCounts, type AlignStep } from "./align-reads.ts";
import type { ErrorModel } from "./error-model.ts";

/** One intended sequence and what came of it, `count` times. */
export interface Read {
  readonly intended: string;
  readonly observed: string;
  readonly count: number;
}

/** An error matrix with what it was counted from. */
export interface ErrorFit {
  readonly alphabet: string;
  /** Letters that were compared, rounded where they are expected ones. */
  readonly compared: number;
  readonly reads: number;
  /** Reads whose length differs from what was intended. */
  readonly changedLength: number;
  readonly counts: readonly Float64Array[];
  readonly model: ErrorModel;
  /** Lower and upper ends of the intervals, laid out as the matrices are. */
  readonly low: readonly Float64Array[];
  readonly high: readonly Float64Array[];
  /** Share of letters that came out wrong. */
  readonly wrong: Share;
  /** Intended letters of which nothing came, and after which another one did. */
  readonly lost: Share;
  readonly added: Share;
  /** Every how many-th read was looked at; more than 1 where laying all of them along would take minutes. */
  readonly every: number;
}

/** A share with its 95 % interval. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 % of the normal law. */
const z = 1.959963984540054;

/**
 * Fits an error matrix to pairs of intended and observed sequences: one for all places, or one for each place of the
 * longest intended sequence.
 */
export function fitErrors(reads: readonly Read[], alphabet: string, byPosition: boolean): ErrorFit {
  const steps = fitSteps(reads, alphabet, byPosition);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same for whoever waits: everything else has its turn meanwhile, and `onStep` hears of every read. */
export async function fitErrorsMeanwhile(
  reads: readonly Read[],
  alphabet: string,
  byPosition: boolean,
  onStep: (step: AlignStep) => void,
): Promise<ErrorFit> {
  const steps = fitSteps(reads, alphabet, byPosition);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    onStep(value);
    await breathe();
  }
}

function* fitSteps(
  reads: readonly Read[],
  alphabet: string,
  byPosition: boolean,
): Generator<AlignStep, ErrorFit, void> {
  const V = alphabet.length;
  const longest = reads.reduce((most, { intended }) => Math.max(most, intended.length), 1);
  const places = byPosition ? longest : 1;
  const total = reads.reduce((sum, { count }) => sum + count, 0);
  const changedLength = reads.reduce(
    (sum, { intended, observed, count }) => sum + (intended.length === observed.length ? 0 : count),
    0,
  );
  const { came, lost, added, letters, every } =
    changedLength === 0 ? comparePlaces(reads, alphabet, places) : yield* alignReads(reads, alphabet, places);
  const [compared, right] = came.reduce(
    ([all, same], matrix) => [
      all + matrix.reduce((sum, value) => sum + value, 0),
      same + Array.from(alphabet).reduce((sum, _, a) => sum + matrix[a * (V + 1)]!, 0),
    ],
    [0, 0],
  );
  if (compared === 0) {
    throw new WindageError(
      "design/bad-reads",
      `got ${total} reads, none of which has a letter of what was intended, expected at least one that does; check the columns, or trim the reads first`,
    );
  }
  const rowOf = (matrix: Float64Array, at: number): number => {
    const from = Math.floor(at / V) * V;
    return matrix.subarray(from, from + V).reduce((sum, value) => sum + value, 0);
  };
  const share = (matrix: Float64Array): Float64Array =>
    matrix.map((value, at) => {
      const row = rowOf(matrix, at);
      // A letter that was never intended is taken to come out right.
      return row === 0 ? (at % (V + 1) === 0 ? 1 : 0) : value / row;
    });
  const bound = (side: -1 | 1) => (matrix: Float64Array) =>
    matrix.map((value, at) => wilson(value, rowOf(matrix, at), side));
  return {
    alphabet,
    compared: Math.round(compared),
    reads: total,
    changedLength,
    counts: came,
    model: { letters: V, matrices: came.map(share) },
    low: came.map(bound(-1)),
    high: came.map(bound(1)),
    wrong: shareOf(Math.max(0, compared - right), compared),
    lost: shareOf(lost, letters),
    added: shareOf(added, letters),
    every,
  };
}

/** Counts of reads that all have the length that was intended. */
function comparePlaces(
  reads: readonly Read[],
  alphabet: string,
  places: number,
): AlignedCounts & { readonly every: number } {
  const V = alphabet.length;
  const came = Array.from({ length: places }, () => new Float64Array(V * V));
  let letters = 0;
  for (const { intended, observed, count } of reads) {
    letters += count * intended.length;
    for (let t = 0; t < intended.length; t++) {
      const at = alphabet.indexOf(intended[t]!) * V + alphabet.indexOf(observed[t]!);
      const matrix = came[places === 1 ? 0 : t]!;
      matrix[at] = matrix[at]! + count;
    }
  }
  return { came, lost: 0, added: 0, letters, every: 1 };
}

function shareOf(hits: number, tries: number): Share {
  return { share: hits / tries, low: wilson(hits, tries, -1), high: wilson(hits, tries, 1) };
}

/** One end of Wilson's interval for `hits` among `tries`. */
export function wilson(hits: number, tries: number, side: -1 | 1): number {
  if (tries === 0) return side === 1 ? 1 : 0;
  // Exact where the formula leaves a rounding error.
  if (hits === (side === 1 ? tries : 0)) return side === 1 ? 1 : 0;
  const p = hits / tries;
  const centre = p + z ** 2 / (2 * tries);
  const half = z * Math.sqrt((p * (1 - p)) / tries + z ** 2 / (4 * tries ** 2));
  const end = (centre + side * half) / (1 + z ** 2 / tries);
  return Math.min(1, Math.max(0, end));
}
