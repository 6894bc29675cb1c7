/**
 * Which measured sequences models are fitted to where there are very many: the best, since a batch is to be better
 * still, and as many of the others, drawn at random. The rest is not lost: it is predicted, as rows that a fit has not
 * seen, so that models are judged and intervals made of everything that was measured.
 */
import type { Steps } from "../../evaluation/long-computation.ts";
import type { Generator } from "../../random/generator.ts";
import type { FittedModel } from "./model.ts";

/** Rows that models are fitted to at most; more would take minutes and tell little more about the best. */
export const mostRows = 3000;

/** Rows predicted at a time, for the sake of memory. */
const chunk = 4096;

/** The rows to fit to and the others, both in rising order; `values` are greater where better. */
export function rowsToLearn(
  values: ArrayLike<number>,
  generator: Generator,
): { readonly kept: readonly number[]; readonly others: readonly number[] } {
  const best = Array.from({ length: values.length }, (_, i) => i);
  if (values.length <= mostRows) return { kept: best, others: [] };
  best.sort((a, b) => values[b]! - values[a]! || a - b);
  const rest = best.splice(mostRows / 2);
  generator.shuffle(rest);
  const drawn = rest.splice(0, mostRows - best.length);
  const rising = (rows: readonly number[]): readonly number[] => rows.toSorted((a, b) => a - b);
  return { kept: rising([...best, ...drawn]), others: rising(rest) };
}

/** A model fitted to some rows as one that has held-out predictions of all of them; `onShare` hears how far it is. */
export function* withOthers(
  model: FittedModel,
  sequences: readonly ArrayLike<number>[],
  { kept, others }: ReturnType<typeof rowsToLearn>,
  onShare: (share: number) => void,
): Steps<FittedModel> {
  if (others.length === 0) return model;
  const heldOut = new Float64Array(sequences.length);
  for (const [at, row] of kept.entries()) heldOut[row] = model.heldOut[at]!;
  for (let from = 0; from < others.length; from += chunk) {
    const asked = others.slice(from, from + chunk);
    const predicted = model.predict(asked.map((row) => sequences[row]!));
    for (const [at, row] of asked.entries()) heldOut[row] = predicted[at]!;
    onShare((from + asked.length) / others.length);
    yield undefined;
  }
  return { ...model, heldOut };
}
