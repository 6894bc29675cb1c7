/**
 * Which letter came of which, where some were lost and others added: expectation and maximisation over all ways to lay a
 * read along what was intended. The process is that of `error-model.ts`: of every wanted letter one comes, or none; after
 * it a random one may follow. Reads are weighed by how likely each way is, so that a letter that moved is not taken for a
 * wrong one. Ways that leave the straight line by much more than the lengths differ are left out.
 */
import type { Read } from "./fit-errors.ts";

/** The process as it is believed to be. */
export interface Process {
  /** Row-major letters × letters of letters that came; one for all places, or one for each. */
  readonly matrices: readonly Float64Array[];
  /** Share of wanted letters of which nothing comes, and of those after which a random one does. */
  readonly lost: number;
  readonly added: number;
}

/** What reads say, as expected numbers. */
export interface AlignedCounts {
  readonly came: readonly Float64Array[];
  readonly lost: number;
  readonly added: number;
  /** Wanted letters of the reads that could be laid along. */
  readonly letters: number;
}

/** Letters by which a way may leave the straight line beyond the difference of the lengths. */
const slack = 6;
/** Cells that are looked at in one pass over all reads; beyond that only a share of the reads is. */
const mostCells = 1.5e7;
const mostPasses = 60;
const enough = 1e-6;

/** How far it is: the pass over the reads, and the share of them that was laid along in it. */
export interface AlignStep {
  readonly pass: number;
  readonly share: number;
}

/** The counts under the process that explains the reads best, and which share of the reads was looked at; read by read. */
export function* alignReads(
  reads: readonly Read[],
  alphabet: string,
  places: number,
): Generator<AlignStep, AlignedCounts & { readonly every: number }, void> {
  const cells = reads.reduce((sum, { intended, observed }) => {
    const band = 2 * (Math.abs(intended.length - observed.length) + slack) + 1;
    return sum + intended.length * Math.min(band, observed.length + 1);
  }, 0);
  const every = Math.max(1, Math.ceil(cells / mostCells));
  const some = reads.filter((_, at) => at % every === 0);
  let process = firstGuess(alphabet.length, places);
  let counts = yield* countsUnder(some, alphabet, process);
  for (let pass = 1; pass < mostPasses; pass++) {
    const next = processOf(counts, alphabet.length);
    const change = differenceOf(process, next);
    process = next;
    counts = yield* countsUnder(some, alphabet, process, pass + 1);
    if (change < enough) break;
  }
  return { ...counts, every };
}

function firstGuess(V: number, places: number): Process {
  const matrix = new Float64Array(V * V).fill(0.03 / V);
  for (let a = 0; a < V; a++) matrix[a * V + a] = 1 - 0.03 + 0.03 / V;
  return { matrices: Array.from({ length: places }, () => matrix), lost: 0.01, added: 0.01 };
}

/** The process with the shares that were counted. */
function processOf({ came, lost, added, letters }: AlignedCounts, V: number): Process {
  const matrices = came.map((counts) =>
    counts.map((value, at) => {
      const from = Math.floor(at / V) * V;
      const row = counts.subarray(from, from + V).reduce((sum, one) => sum + one, 0);
      return row === 0 ? (at % (V + 1) === 0 ? 1 : 0) : value / row;
    }),
  );
  return { matrices, lost: lost / letters, added: added / letters };
}

function differenceOf(a: Process, b: Process): number {
  let most = Math.max(Math.abs(a.lost - b.lost), Math.abs(a.added - b.added));
  for (const [place, matrix] of a.matrices.entries())
    for (const [at, value] of matrix.entries())
      most = Math.max(most, Math.abs(value - b.matrices[place]![at]!));
  return most;
}

/** One pass: expected counts of all reads under a process. */
export function* countsUnder(
  reads: readonly Read[],
  alphabet: string,
  process: Process,
  pass = 1,
): Generator<AlignStep, AlignedCounts, void> {
  const came = process.matrices.map((matrix) => new Float64Array(matrix.length));
  const totals = { lost: 0, added: 0, letters: 0 };
  const tokens = (text: string): number[] => Array.from(text, (letter) => alphabet.indexOf(letter));
  for (const [at, { intended, observed, count }] of reads.entries()) {
    yield { pass, share: at / reads.length };
    if (count === 0) continue;
    const found = layAlong(tokens(intended), tokens(observed), count, alphabet.length, process, came);
    if (found === null) continue;
    totals.lost += found.lost;
    totals.added += found.added;
    totals.letters += count * intended.length;
  }
  return { came, ...totals };
}

/** Adds the expected letters of one read to `came`; null where no way along the read is possible. */
function layAlong(
  wanted: readonly number[],
  read: readonly number[],
  count: number,
  V: number,
  { matrices, lost: L, added: A }: Process,
  came: readonly Float64Array[],
): { readonly lost: number; readonly added: number } | null {
  const [n, m] = [wanted.length, read.length];
  const width = m + 1;
  const reach = Math.abs(n - m) + slack;
  const forward = new Float64Array((n + 1) * width);
  const backward = new Float64Array((n + 1) * width);
  const scales = new Float64Array(n + 1).fill(1);
  const rowOf = (i: number): Float64Array =>
    matrices[Math.min(i - 1, matrices.length - 1)]!.subarray(wanted[i - 1]! * V, (wanted[i - 1]! + 1) * V);
  const [first, last] = [
    (i: number): number => Math.max(0, i - reach),
    (i: number): number => Math.min(m, i + reach),
  ];
  // What one wanted letter may become: nothing, an added letter, one that came, one that came and an added one.
  const nothing = L * (1 - A);
  const onlyAdded = (L * A) / V;
  const single = (1 - L) * (1 - A);
  const both = ((1 - L) * A) / V;
  forward[0] = 1;
  for (let i = 1; i <= n; i++) {
    const row = rowOf(i);
    const [here, before] = [i * width, (i - 1) * width];
    let sum = 0;
    for (let j = first(i); j <= last(i); j++) {
      let mass = forward[before + j]! * nothing;
      if (j > 0) mass += forward[before + j - 1]! * (onlyAdded + single * row[read[j - 1]!]!);
      if (j > 1) mass += forward[before + j - 2]! * both * row[read[j - 2]!]!;
      forward[here + j] = mass;
      sum += mass;
    }
    if (!(sum > 0)) return null;
    scales[i] = sum;
    for (let j = first(i); j <= last(i); j++) forward[here + j] = forward[here + j]! / sum;
  }
  const total = forward[n * width + m]!;
  if (!(total > 0)) return null;
  backward[n * width + m] = 1;
  const found = { lost: 0, added: 0 };
  for (let i = n; i >= 1; i--) {
    const row = rowOf(i);
    const counts = came[Math.min(i - 1, came.length - 1)]!;
    const from = wanted[i - 1]! * V;
    const [here, before] = [i * width, (i - 1) * width];
    for (let j = first(i); j <= last(i); j++) {
      const rest = backward[here + j]! / scales[i]!;
      if (rest === 0) continue;
      const weight = (count * rest) / total;
      backward[before + j] = backward[before + j]! + nothing * rest;
      found.lost += forward[before + j]! * nothing * weight;
      if (j > 0) {
        const letter = read[j - 1]!;
        const [gone, one] = [onlyAdded, single * row[letter]!];
        const at = forward[before + j - 1]!;
        backward[before + j - 1] = backward[before + j - 1]! + (gone + one) * rest;
        found.lost += at * gone * weight;
        found.added += at * gone * weight;
        counts[from + letter] = counts[from + letter]! + at * one * weight;
      }
      if (j > 1) {
        const letter = read[j - 2]!;
        const two = both * row[letter]!;
        const at = forward[before + j - 2]!;
        backward[before + j - 2] = backward[before + j - 2]! + two * rest;
        found.added += at * two * weight;
        counts[from + letter] = counts[from + letter]! + at * two * weight;
      }
    }
  }
  return found;
}
