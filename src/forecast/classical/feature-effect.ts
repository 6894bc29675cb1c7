/**
 * What the features of a series do to it, as a number at every step: a linear function of the features, fitted to
 * seasonal changes, in which level and season are no more:
 *
 *     y_t − y_{t−s} = Σ_j β_j (x_tj − x_{t−s,j}) + error
 *
 * Features known beforehand count at the step itself, the others one horizon before it, which is always known. Effects
 * that, learned from the first two thirds of a history, do not help in the last third are taken for none, and so are
 * those of a history too short to learn them from; which it was is said.
 */
import { momentsBefore, standardisedBy } from "../features.ts";
import type { FeatureUse } from "../feature-use.ts";
import { fitNearAbsolute } from "../linear/near-absolute-fit.ts";
import type { Ask } from "../member.ts";

/** An effect on the value of a step, where there is one. */
export type Effect =
  | { readonly use: "used"; readonly at: (t: number) => number }
  | { readonly use: Exclude<FeatureUse, "used"> };

/** Most columns of a file say little, so their effects are shrunk to none. */
const ridge = 1e-3;
/** Rows for each coefficient at least; fewer teach nothing that holds. */
const rowsPerFeature = 5;

export function fitEffect(history: Float64Array, { features, horizon, periods }: Ask): Effect {
  const { known = [], past = [] } = features?.[0] ?? {};
  const season = periods[0] ?? 1;
  // What never changed so far says nothing, and must not count: a word that first comes later is a column of its own.
  const varies = (lag: number) => (values: Float64Array) =>
    values.subarray(0, history.length - lag).some((value, t) => t > 0 && value !== values[0]);
  const columns = [
    ...known.filter(varies(0)).map(columnOf(0)),
    ...past.filter(varies(horizon)).map(columnOf(horizon)),
  ];
  const start = season + (past.length > 0 ? horizon : 0);
  const wanted = columns.length || known.length + past.length;
  if (wanted === 0 || history.length - start < rowsPerFeature * wanted) return { use: "too-short" };
  if (columns.length === 0) return { use: "no-help" };
  const changes = history.map((value, t) => (t < season ? 0 : value - history[t - season]!));
  const none = new Float64Array(columns.length);
  const differences = columns.map((column) =>
    changes.map((_, t) => (t < start ? 0 : column(t) - column(t - season))),
  );
  const fitUntil = (end: number): Float64Array =>
    fitNearAbsolute(
      {
        values: changes.subarray(start, end),
        columns: differences.map((column) => column.subarray(start, end)),
      },
      ridge,
      none,
    );
  const cut = Math.floor(start + (2 / 3) * (history.length - start));
  const early = fitUntil(cut);
  let [without, withThem] = [0, 0];
  for (let t = cut; t < history.length; t++) {
    without += Math.abs(changes[t]!);
    withThem += Math.abs(changes[t]! - sumOf((j) => differences[j]![t]!, early));
  }
  if (withThem >= without) return { use: "no-help" };
  const coefficients = fitUntil(history.length);
  return { use: "used", at: (t) => sumOf((j) => columns[j]!(t), coefficients) };

  /** A feature in units of its spread in the history. */
  function columnOf(lag: number): (values: Float64Array) => (t: number) => number {
    return (values) => {
      const moments = momentsBefore(values, history.length);
      return (t) => standardisedBy(moments, values[t - lag]);
    };
  }
}

function sumOf(value: (j: number) => number, coefficients: Float64Array): number {
  return coefficients.reduce((sum, coefficient, j) => sum + coefficient * value(j), 0);
}
