/**
 * Intervals from what a model got wrong in its backtests. Residuals are divided by a scale of their series (its mean
 * absolute residual in the *other* windows), pooled over series and over neighbouring steps, and centred; a quantile
 * of the future is the point forecast plus the series' scale times the pooled quantile. So the shape of the errors is
 * learned from all series, their size from each.
 */
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";
import type { QuantileForecast } from "../../evaluation/forecast/sample-quantiles.ts";
import { normalQuantile } from "../../random/normal-quantile.ts";
import { seasonOf } from "../member.ts";
import type { Ask } from "../member.ts";
import type { Window } from "./backtest.ts";
import { measuredError } from "./measured.ts";
import { placeIn } from "./place-in.ts";
import { residualQuantile } from "./residual-quantile.ts";

/** Weight of the collection's typical scale, in windows, so that one lucky window does not make a series certain. */
const shrinkage = 0.1;
/** Steps on either side whose residuals are pooled with a step's own: at least two, more until there are enough. */
const fewestNeighbours = 2;
const fewestResiduals = 100;

/** What is known of the size of a series' errors besides its backtests, as some positive measure of its variation. */
export type NaturalScale = (series: number) => number;

/** How much wider errors are expected at each step after `origin` values of a series; 1 unless told. */
export type Stretch = (series: number, origin: number) => Float64Array | undefined;

export class ResidualFan {
  readonly #windows: readonly Window[];
  readonly #name: string;
  readonly #natural: NaturalScale;
  readonly #stretch: Stretch;
  /** The median over series of error to natural scale. */
  readonly ratio: number;
  /** Scaled residuals of each window and series, step by step: how errors hang together; NaN where nothing was measured. */
  readonly rows: readonly Float64Array[];
  /** Centred, scaled residuals at each step, ascending. */
  readonly #residuals: readonly Float64Array[];

  constructor(
    windows: readonly Window[],
    name: string,
    natural: NaturalScale,
    { horizon, periods }: Pick<Ask, "horizon" | "periods">,
    stretch: Stretch = () => undefined,
  ) {
    this.#windows = windows;
    this.#name = name;
    this.#natural = natural;
    this.#stretch = stretch;
    this.ratio = this.#typicalRatio();
    this.rows = this.#scaledRows(horizon);
    this.#residuals =
      this.rows.length > 0 ? pooled(this.rows, horizon) : guessed(horizon, seasonOf({ horizon, periods }));
  }

  /** The size of a series' errors. */
  scaleOf(series: number, windows: readonly Window[] = this.#windows): number {
    let sum = 0;
    let count = 0;
    for (const window of windows) {
      const error = this.#errorIn(window, series);
      if (error === undefined) continue;
      sum += error;
      count++;
    }
    return (sum + shrinkage * this.ratio * this.#natural(series)) / (count + shrinkage);
  }

  /** Quantiles around a point forecast; a series that was never negative stays so. */
  quantiles(
    point: Float64Array,
    series: number,
    levels: readonly number[],
    { atLeast = -Infinity, origin = 0 }: { readonly atLeast?: number; readonly origin?: number } = {},
  ): QuantileForecast {
    const scale = this.scaleOf(series);
    const wider = this.#stretch(series, origin);
    const values = levels.map((level) =>
      point.map((value, t) =>
        Math.max(atLeast, value + (wider?.[t] ?? 1) * scale * residualQuantile(this.#residuals[t]!, level)),
      ),
    );
    return { levels, values };
  }

  /** Quantiles of the centred, scaled residuals, `[step][level]`: all that is needed to forecast elsewhere. */
  residualQuantiles(levels: readonly number[]): number[][] {
    return this.#residuals.map((sorted) => levels.map((level) => residualQuantile(sorted, level)));
  }

  #errorIn(window: Window, series: number): number | undefined {
    const at = placeIn(window, series);
    return at === undefined
      ? undefined
      : measuredError(window.forecasts.get(this.#name)![at]!, window.actual[at]!);
  }

  #typicalRatio(): number {
    const ratios: number[] = [];
    for (const window of this.#windows) {
      window.series.forEach((series) => ratios.push(this.#errorIn(window, series)! / this.#natural(series)));
    }
    return ratios.length === 0 ? 1 : sortedQuantile(Float64Array.from(ratios).sort(), 0.5) || 1;
  }

  #scaledRows(horizon: number): Float64Array[] {
    return this.#windows.flatMap((window) => {
      const others = this.#windows.filter((other) => other !== window);
      return window.series.map((series, at) => {
        const scale = this.scaleOf(series, others);
        const forecast = window.forecasts.get(this.#name)![at]!;
        const actual = window.actual[at]!;
        const wider = this.#stretch(series, window.histories[at]!.length);
        return Float64Array.from(
          { length: horizon },
          (_, t) => (actual[t]! - forecast[t]!) / scale / (wider?.[t] ?? 1),
        );
      });
    });
  }
}

/** Residuals of each step and its neighbours, centred and ascending. */
function pooled(rows: readonly Float64Array[], horizon: number): Float64Array[] {
  const perStep = Array.from({ length: horizon }, (_, t) =>
    rows.map((row) => row[t]!).filter((value) => !Number.isNaN(value)),
  );
  return perStep.map((_, t) => {
    const sorted = Float64Array.from(around(perStep, t)).sort();
    const middle = sortedQuantile(sorted, 0.5);
    return sorted.map((value) => value - middle);
  });
}

/** The standard deviation of a normal law whose mean absolute value is 1. */
const deviation = Math.sqrt(Math.PI / 2);

/** Without backtests: errors of a normal law as large as the seasonal changes, which add up season after season. */
function guessed(horizon: number, season: number): Float64Array[] {
  const normal = Float64Array.from({ length: 199 }, (_, i) => normalQuantile((i + 1) / 200));
  return Array.from({ length: horizon }, (_, t) => {
    const growth = deviation * Math.sqrt(1 + Math.floor(t / season));
    return normal.map((value) => growth * value);
  });
}

function around(perStep: readonly (readonly number[])[], t: number): number[] {
  for (let reach = fewestNeighbours; ; reach++) {
    const near = perStep.slice(Math.max(0, t - reach), t + reach + 1).flat();
    if (near.length >= fewestResiduals || reach >= perStep.length) return near;
  }
}
