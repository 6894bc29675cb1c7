/**
 * A Gaussian process whose covariance falls with the number of letters in which two sequences differ, or of amino acids
 * with how unlike these letters are: k(x, x') = exp(−d(x, x')/ℓ), a product over positions, so it knows interactions of
 * every order. Letters beyond the
 * end of the shorter sequence count as different. On double-stranded DNA the covariance is averaged over strands.
 * Cost grows with the square of the rows, so at most `mostRows` take part, drawn at random.
 */
import type { Steps } from "../../evaluation/long-computation.ts";
import type { Generator } from "../../random/generator.ts";
import type { GramProduct } from "./block-solve.ts";
import { type Folds, partOf, solveFolds } from "./folds.ts";
import { type FittedModel, rootMeanSquare } from "./model.ts";
import { withCentres } from "./ridge-model.ts";

/** Rows beyond which a random part is taken; a covariance of this many rows has 2.25 million entries. */
const mostRows = 1500;
/** Rows times places up to which a prediction is quick enough for a pool that is asked about everything. */
const mostQuick = 12_000;
/** Reach ℓ as a share of the longest sequence, and the noise beside a prior variance of one. */
const grid = [
  { share: 0.2, noise: 0.3 },
  { share: 0.2, noise: 0.1 },
  { share: 0.4, noise: 0.1 },
  { share: 0.4, noise: 0.03 },
] as const;
/** Reach and noise are chosen on a part of the rows; trying each on all would take most of the time. */
const rowsToChooseOn = 500;

/** Fits the process; where rows are left out, their held-out predictions come from the fit to the others. */
export function* fitProcess(
  name: string,
  sequences: readonly ArrayLike<number>[],
  folds: Folds,
  kernelOptions: KernelOptions,
  generator: Generator,
): Steps<FittedModel> {
  const rows = sequences.length;
  const kept = someRows(rows, mostRows, generator);
  const known = kept.map((i) => sequences[i]!);
  const part = rows <= mostRows ? folds : partOf(folds, kept);
  const longest = sequences.reduce((most, { length }) => Math.max(most, length), 1);
  const trialRows = someRows(rows, rowsToChooseOn, generator);
  const trial = { rows: trialRows.map((i) => sequences[i]!), folds: partOf(folds, trialRows) };
  let best: { reach: number; noise: number; error: number; options: KernelOptions } | undefined;
  const { unlike, ...plain } = kernelOptions;
  const kernels = unlike === undefined ? [plain] : [plain, kernelOptions];
  for (const [{ share, noise }, options] of grid.flatMap((one) => kernels.map((of) => [one, of] as const))) {
    const reach = Number((share * longest).toPrecision(2));
    const kernel = letterKernel(reach, longest, options);
    const { heldOut } = yield* solveFolds(
      denseProduct(gramMatrix(kernel, trial.rows), trialRows.length),
      trial.folds,
      noise,
    );
    const error = rootMeanSquare(heldOut, trial.folds.values);
    if (best === undefined || error < best.error) best = { reach, noise, error, options };
  }
  const { reach, noise, options } = best!;
  const settings = `${options.unlike === undefined ? "" : "by properties, "}reach ${reach}, noise ${noise}`;
  const kernel = letterKernel(reach, longest, options);
  const solution = yield* solveFolds(denseProduct(gramMatrix(kernel, known), known.length), part, noise);
  const columns = part.count + 1;
  const last = Float64Array.from(known, (_, i) => solution.coefficients[i * columns + part.count]!);
  const predict = (asked: readonly ArrayLike<number>[]): Float64Array =>
    withCentres(crossTimes(kernel, asked, known, last, 1), part.centres.subarray(part.count));
  const heldOut = new Float64Array(rows);
  const place = new Map(kept.map((row, at) => [row, at]));
  const others = Array.from({ length: rows }, (_, i) => i).filter((i) => !place.has(i));
  const predicted = predict(others.map((i) => sequences[i]!));
  for (const [row, at] of place) heldOut[row] = solution.heldOut[at]!;
  for (const [at, row] of others.entries()) heldOut[row] = predicted[at]!;
  return {
    name,
    settings: kept.length < rows ? `${settings}, ${kept.length} of ${rows} rows` : settings,
    quick: known.length * longest * (kernelOptions.bothStrands ? 2 : 1) <= mostQuick,
    folds: part.count,
    heldOut,
    predictAll: (asked) =>
      withCentres(crossTimes(kernel, asked, known, solution.coefficients, columns), part.centres),
    predict,
  };
}

function someRows(rows: number, most: number, generator: Generator): readonly number[] {
  if (rows <= most) return Array.from({ length: rows }, (_, i) => i);
  return Array.from(generator.sampleWithoutReplacement(rows, most)).sort((a, b) => a - b);
}

type Kernel = (left: ArrayLike<number>, right: ArrayLike<number>) => number;

/** How letters are compared. */
export interface KernelOptions {
  readonly letters: number;
  readonly bothStrands: boolean;
  /** How unlike two letters are, letters × letters; unless given all that differ are 1. */
  readonly unlike?: Float64Array;
}

/** exp(−d/ℓ), averaged over strands where both are read. */
export function letterKernel(
  reach: number,
  longest: number,
  { letters, bothStrands, unlike }: KernelOptions,
): Kernel {
  if (unlike !== undefined) return propertyKernel(reach, letters, unlike);
  const fall = Float64Array.from({ length: longest + 1 }, (_, d) => Math.exp(-d / reach));
  const plain: Kernel = (left, right) => {
    const shared = Math.min(left.length, right.length);
    let different = Math.max(left.length, right.length) - shared;
    for (let t = 0; t < shared; t++) if (left[t] !== right[t]) different++;
    return fall[different]!;
  };
  if (!bothStrands) return plain;
  return (left, right) => {
    const length = right.length;
    const shared = Math.min(left.length, length);
    let different = Math.max(left.length, length) - shared;
    for (let t = 0; t < shared; t++) if (left[t] !== letters - 1 - right[length - 1 - t]!) different++;
    return (plain(left, right) + fall[different]!) / 2;
  };
}

/** The same with letters that are more or less unlike; a letter beyond the end of the other sequence counts as 1. */
function propertyKernel(reach: number, letters: number, unlike: Float64Array): Kernel {
  const fall = unlike.map((apart) => Math.exp(-apart / reach));
  return (left, right) => {
    const shared = Math.min(left.length, right.length);
    let product = Math.exp((shared - Math.max(left.length, right.length)) / reach);
    for (let t = 0; t < shared; t++) product *= fall[left[t]! * letters + right[t]!]!;
    return product;
  };
}

function gramMatrix(kernel: Kernel, rows: readonly ArrayLike<number>[]): Float32Array {
  const n = rows.length;
  const gram = new Float32Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let l = 0; l <= i; l++) {
      const value = kernel(rows[i]!, rows[l]!);
      gram[i * n + l] = value;
      gram[l * n + i] = value;
    }
  }
  return gram;
}

/** Four columns at a time, so that their sums stay in registers. */
function denseProduct(gram: Float32Array, n: number): GramProduct {
  return (block, out, columns) => {
    for (let i = 0; i < n; i++) {
      const row = gram.subarray(i * n, (i + 1) * n);
      let j = 0;
      for (; j + 4 <= columns; j += 4) {
        let [a, b, c, d] = [0, 0, 0, 0];
        for (let l = 0, at = j; l < n; l++, at += columns) {
          const value = row[l]!;
          a += value * block[at]!;
          b += value * block[at + 1]!;
          c += value * block[at + 2]!;
          d += value * block[at + 3]!;
        }
        out[i * columns + j] = a;
        out[i * columns + j + 1] = b;
        out[i * columns + j + 2] = c;
        out[i * columns + j + 3] = d;
      }
      for (; j < columns; j++) {
        let sum = 0;
        for (let l = 0, at = j; l < n; l++, at += columns) sum += row[l]! * block[at]!;
        out[i * columns + j] = sum;
      }
    }
  };
}

function crossTimes(
  kernel: Kernel,
  asked: readonly ArrayLike<number>[],
  known: readonly ArrayLike<number>[],
  coefficients: Float64Array,
  columns: number,
): Float64Array {
  const out = new Float64Array(asked.length * columns);
  for (const [i, tokens] of asked.entries()) {
    for (let l = 0; l < known.length; l++) {
      const value = kernel(tokens, known[l]!);
      for (let j = 0; j < columns; j++) {
        out[i * columns + j] = out[i * columns + j]! + value * coefficients[l * columns + j]!;
      }
    }
  }
  return out;
}
