/**
 * Intervals from what a model got wrong in its backtests. How large its errors are on a series and at a step is learned from
 * all series together (`error-size.ts`), what is left of them when they are divided by that has one shape for all series, and
 * their middle, where it is not nought, a shift for all (`shared-shift.ts`). A quantile of the future is the point forecast
 * plus the size times the pooled quantile: the shape is learned from all series, the size from each and from what is like it.
 */
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";
import type { QuantileForecast } from "../../evaluation/forecast/sample-quantiles.ts";
import { normalQuantile } from "../../random/normal-quantile.ts";
import { seasonOf } from "../member.ts";
import { possible, possibleIn } from "../plausible.ts";
import type { Ask } from "../member.ts";
import type { Window } from "./backtest.ts";
import { errorMarks, usualMarks } from "./error-marks.ts";
import type { Situation } from "./error-marks.ts";
import { errorSize, fitErrorSize } from "./error-size.ts";
import type { MarkedError } from "./error-size.ts";
import { residualQuantile } from "./residual-quantile.ts";
import { sharedShift } from "./shared-shift.ts";

/** Steps on either side whose residuals are pooled with a step's own: at least two, more until there are enough. */
const fewestNeighbours = 2;
const fewestResiduals = 400;
/** Weight of a typical series in the size of a series' own errors, in windows. */
const shrinkage = 2;
/** No series' errors count as more typical ones than this. */
const largestRatio = 50;

/** How much wider errors are expected at each step after `origin` values of a series; 1 unless told. */
export type Stretch = (series: number, origin: number) => Float64Array | undefined;

/** One series in one window: what was wrong at each step, NaN where nothing was measured. */
interface Case {
  readonly window: number;
  readonly held: number;
  readonly series: number;
  readonly situation: Situation;
  readonly errors: Float64Array;
  /** The mean absolute error in units of the series. */
  readonly ratio: number;
  /** How much wider each step was expected to be. */
  readonly wider: Float64Array | undefined;
}

export interface FanOptions {
  readonly stretch?: Stretch;
  /** Whether forecasts are moved where all series' errors lie on one side. */
  readonly moves?: boolean;
}

export class ResidualFan {
  /** What marks add to the logarithm of the size of errors. */
  readonly marks: Float64Array;
  /** The shift of each step, in sizes. */
  readonly shift: Float64Array;
  /** Scaled residuals of each window and series, step by step: how errors hang together; NaN where nothing was measured. */
  readonly rows: readonly Float64Array[];
  /** Centred, scaled residuals at each step, ascending. */
  readonly #residuals: readonly Float64Array[];
  readonly #season: number;
  readonly #horizon: number;
  readonly #stretch: Stretch;
  readonly #typical: number;
  readonly #bySeries = new Map<number, Case[]>();

  constructor(
    windows: readonly Window[],
    name: string,
    { horizon, periods }: Pick<Ask, "horizon" | "periods">,
    { stretch = () => undefined, moves = false }: FanOptions = {},
  ) {
    this.#season = seasonOf({ horizon, periods });
    this.#horizon = horizon;
    this.#stretch = stretch;
    const cases = windows.flatMap((window, w) => this.#casesOf(window, w, name));
    for (const one of cases) this.#bySeries.set(one.series, [...(this.#bySeries.get(one.series) ?? []), one]);
    const ratios = Float64Array.from(cases, ({ ratio }) => ratio).sort();
    this.#typical = (ratios.length > 0 && sortedQuantile(ratios, 0.5)) || 1;
    if (cases.length === 0) {
      // Growth is in the guess.
      this.marks = usualMarks.with(1, 0);
      this.shift = new Float64Array(horizon);
      this.rows = [];
      this.#residuals = guessed(horizon, this.#season);
      return;
    }
    const marked = cases.map((one) => this.#marked(one));
    this.marks = fitErrorSize(
      marked.flat().filter(({ size }) => !Number.isNaN(size)),
      horizon,
    );
    this.rows = cases.map(({ errors }, c) =>
      errors.map(
        (error, t) => Math.sign(error) * (marked[c]![t]!.size / errorSize(this.marks, marked[c]![t]!.marks)),
      ),
    );
    const near = (rows: readonly Float64Array[]) => {
      const perStep = Array.from({ length: horizon }, (_, t) =>
        rows.map((row) => row[t]!).filter((value) => !Number.isNaN(value)),
      );
      return (t: number, fewest: number): number[] => around(perStep, t, fewest);
    };
    const perWindow = windows.map(({ held, series }, w) => {
      const own = near(this.rows.filter((_, c) => cases[c]!.window === w));
      return { held, series: series.length, near: (t: number) => own(t, 0) };
    });
    this.shift = Float64Array.from({ length: horizon }, (_, t) =>
      moves ? sharedShift(perWindow, t, horizon) : 0,
    );
    const all = near(this.rows);
    this.#residuals = Array.from({ length: horizon }, (_, t) => centred(all(t, fewestResiduals)));
  }

  /** The size of the model's errors on a series, in units of those on a typical one. */
  ownOf(series: number): number {
    return this.#own(series, undefined);
  }

  /** The point forecast moved to the middle of its law. */
  middle(situation: Situation, series: number, atLeast = -Infinity): Float64Array {
    if (this.shift.every((shift) => shift === 0)) return situation.point;
    const sizes = this.#sizes(situation, series);
    return situation.point.map((value, t) => Math.max(atLeast, value + sizes[t]! * this.shift[t]!));
  }

  /** Quantiles of the law, among the values that are possible. */
  quantiles(situation: Situation, series: number, levels: readonly number[]): QuantileForecast {
    const among = possibleIn(situation.history);
    const sizes = this.#sizes(situation, series);
    const values = levels.map((level) =>
      situation.point.map((value, t) =>
        possible(value + sizes[t]! * (this.shift[t]! + residualQuantile(this.#residuals[t]!, level)), among),
      ),
    );
    return { levels, values };
  }

  /** Quantiles of the centred, scaled residuals, `[step][level]`: all that is needed to forecast elsewhere. */
  residualQuantiles(levels: readonly number[]): number[][] {
    return this.#residuals.map((sorted) => levels.map((level) => residualQuantile(sorted, level)));
  }

  #sizes(situation: Situation, series: number): Float64Array {
    const wider = this.#stretch(series, situation.history.length);
    return sizesOf(this.marks, situation, this.#season, this.ownOf(series), wider);
  }

  #casesOf({ held, series, histories, forecasts, actual }: Window, window: number, name: string): Case[] {
    return series.flatMap((one, at): Case[] => {
      const point = forecasts.get(name)![at]!;
      const situation = { history: histories[at]!, point };
      const errors = Float64Array.from({ length: this.#horizon }, (_, t) => actual[at]![t]! - point[t]!);
      const wider = this.#stretch(one, situation.history.length);
      const { unit } = errorMarks(situation, this.#season, 1);
      let [sum, count] = [0, 0];
      errors.forEach((error, t) => {
        if (Number.isNaN(error)) return;
        sum += Math.abs(error) / unit / (wider?.[t] ?? 1);
        count++;
      });
      if (count === 0) return [];
      return [
        { window, held, series: one, situation, errors, ratio: Math.min(largestRatio, sum / count), wider },
      ];
    });
  }

  #marked({ series, held, situation, errors, wider }: Case): MarkedError[] {
    const { unit, marks } = errorMarks(situation, this.#season, this.#own(series, held));
    return marks.map((one, t) => ({ marks: one, size: Math.abs(errors[t]!) / unit / (wider?.[t] ?? 1) }));
  }

  /** From windows that share no value with that of `held`, if one is told; those that share some count in part. */
  #own(series: number, held: number | undefined): number {
    let sum = shrinkage * this.#typical;
    let count = shrinkage;
    for (const one of this.#bySeries.get(series) ?? []) {
      const share = held === undefined ? 1 : Math.min(1, Math.abs(one.held - held) / this.#horizon);
      sum += share * one.ratio;
      count += share;
    }
    return sum / count / this.#typical;
  }
}

/** The size of errors at each step. */
export function sizesOf(
  beta: ArrayLike<number>,
  situation: Situation,
  season: number,
  own: number,
  wider: Float64Array | undefined,
): Float64Array {
  const { unit, marks } = errorMarks(situation, season, own);
  return Float64Array.from(marks, (one, t) => unit * errorSize(beta, one) * (wider?.[t] ?? 1));
}

/** In ascending order around their middle. */
function centred(residuals: readonly number[]): Float64Array {
  const sorted = Float64Array.from(residuals).sort();
  const middle = sortedQuantile(sorted, 0.5);
  return sorted.map((value) => value - middle);
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

function around(perStep: readonly (readonly number[])[], t: number, fewest: number): number[] {
  for (let reach = fewestNeighbours; ; reach++) {
    const near = perStep.slice(Math.max(0, t - reach), t + reach + 1).flat();
    if (near.length >= fewest || reach >= perStep.length) return near;
  }
}
