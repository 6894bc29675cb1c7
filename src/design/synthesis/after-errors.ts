/**
 * What an order is worth once synthesis errors have had their way: Σ_x K(x|a)·u(x) over everything that may come out.
 * On a space that is held as a table this is exact, one place at a time. Elsewhere all results with up to two errors
 * are summed and the small rest is taken to be like them; where those are too many, or letters are lost and added,
 * results are drawn.
 */
import { Generator } from "../../random/generator.ts";
import { type ErrorModel, lengthErrorsAt, matrixAt } from "./error-model.ts";

/** Σ_x K(x|a)·u(x) for every order of one length, in lexicographic order, from u of every sequence. */
export function tableAfterErrors(table: Float64Array, length: number, model: ErrorModel): Float64Array {
  const V = model.letters;
  let from = Float64Array.from(table);
  let to = new Float64Array(table.length);
  for (let place = 0; place < length; place++) {
    const matrix = matrixAt(model, place);
    const stride = V ** (length - 1 - place);
    for (let base = 0; base < table.length; base += stride * V) {
      for (let offset = base; offset < base + stride; offset++) {
        for (let a = 0; a < V; a++) {
          let sum = 0;
          for (let c = 0; c < V; c++) sum += matrix[a * V + c]! * from[offset + c * stride]!;
          to[offset + a * stride] = sum;
        }
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

const mostResults = 4000;
const drawn = 256;
/** The same draws for every order, so that orders are compared on the same luck. */
const seed = 20_261;

/** Values of some sequences. */
export type Values = (sequences: readonly ArrayLike<number>[]) => Float64Array;

/** The lengths that something is known about, and what anything else counts as. */
export interface KnownLengths {
  readonly minLength: number;
  readonly maxLength: number;
  readonly otherwise: number;
}

/** The values of orders after errors, from the values of what may come out. */
export function valuesAfterErrors(values: Values, model: ErrorModel, known?: KnownLengths): Values {
  const isKnown = ({ length }: ArrayLike<number>): boolean =>
    known === undefined || (length >= known.minLength && length <= known.maxLength);
  return (orders) =>
    Float64Array.from(orders, (order) => {
      const { results, weights } = possibleResults(order, model);
      const worth = values(results.filter(isKnown));
      let at = 0;
      return results.reduce(
        (sum, result, i) => sum + weights[i]! * (isKnown(result) ? worth[at++]! : known!.otherwise),
        0,
      );
    });
}

/** What may come out of an order and with which probability; the probabilities sum to one. */
export function possibleResults(
  order: ArrayLike<number>,
  model: ErrorModel,
): { readonly results: readonly Uint8Array[]; readonly weights: readonly number[] } {
  const V = model.letters;
  const length = order.length;
  const pairs = ((length * (length - 1)) / 2) * (V - 1) ** 2;
  if (model.lengths !== undefined || 1 + length * (V - 1) + pairs > mostResults)
    return drawnResults(order, model);
  const plain = Uint8Array.from(order);
  const results: Uint8Array[] = [];
  const weights: number[] = [];
  const add = (result: Uint8Array): void => {
    let weight = 1;
    for (let t = 0; t < length; t++) weight *= matrixAt(model, t)[order[t]! * V + result[t]!]!;
    if (weight === 0) return;
    results.push(result);
    weights.push(weight);
  };
  add(plain);
  for (let i = 0; i < length; i++) {
    for (let x = 0; x < V; x++) {
      if (x === order[i]) continue;
      const one = plain.with(i, x);
      add(one);
      for (let j = i + 1; j < length; j++) {
        for (let y = 0; y < V; y++) if (y !== order[j]) add(one.with(j, y));
      }
    }
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // Where three errors are not rare, the rest is not like what was summed.
  if (total < 0.9) return drawnResults(order, model);
  return { results, weights: weights.map((weight) => weight / total) };
}

function drawnResults(
  order: ArrayLike<number>,
  model: ErrorModel,
): { readonly results: readonly Uint8Array[]; readonly weights: readonly number[] } {
  const V = model.letters;
  const generator = Generator.fromSeed(seed);
  // With few errors most draws are the order itself, and each result needs to be looked at once only.
  const times = new Map<string, { readonly result: Uint8Array; weight: number }>();
  for (let draw = 0; draw < drawn; draw++) {
    const result: number[] = [];
    for (let t = 0; t < order.length; t++) {
      const matrix = matrixAt(model, t);
      const lengths = lengthErrorsAt(model, t);
      const wanted = order[t]!;
      // As many numbers for every letter, whatever comes of them, so that luck is the same for all orders.
      const [letter, loss, addition] = [generator.float64(), generator.float64(), generator.float64()];
      if (lengths === undefined || loss >= lengths.lost[wanted]!)
        result.push(letterAt(matrix, wanted * V, V, letter));
      if (lengths !== undefined && addition < lengths.added[wanted]!)
        result.push(Math.min(V - 1, Math.floor((V * addition) / lengths.added[wanted]!)));
    }
    const name = String.fromCharCode(...result);
    const before = times.get(name);
    if (before === undefined) times.set(name, { result: Uint8Array.from(result), weight: 1 / drawn });
    else before.weight += 1 / drawn;
  }
  const all = [...times.values()];
  return { results: all.map(({ result }) => result), weights: all.map(({ weight }) => weight) };
}

/** The letter of a row of probabilities in which a number from 0 to 1 falls. */
function letterAt(matrix: Float64Array, from: number, letters: number, number: number): number {
  let left = number;
  for (let c = 0; c < letters - 1; c++) {
    left -= matrix[from + c]!;
    if (left < 0) return c;
  }
  return letters - 1;
}
