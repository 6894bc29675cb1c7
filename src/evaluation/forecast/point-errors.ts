/**
 * Errors of a point forecast, and the two scales the M4 competition compares series by: the seasonal naive error
 * inside the history (MASE) and Naive2 (OWA).
 */
import { WindageError } from "../../error.ts";
import { checkSteps } from "./check.ts";

/** The mean absolute error of point forecasts. */
export function mae(forecast: ArrayLike<number>, actual: ArrayLike<number>): number {
  checkSteps("mae", forecast.length, actual.length);
  return meanOver(actual, (y, t) => Math.abs(forecast[t]! - y));
}

/** The mean squared error of point forecasts. */
export function mse(forecast: ArrayLike<number>, actual: ArrayLike<number>): number {
  checkSteps("mse", forecast.length, actual.length);
  return meanOver(actual, (y, t) => (forecast[t]! - y) ** 2);
}

/** Symmetric mean absolute percentage error, 0 … 200; a step where both are 0 counts as no error. */
export function smape(forecast: ArrayLike<number>, actual: ArrayLike<number>): number {
  checkSteps("smape", forecast.length, actual.length);
  return meanOver(actual, (y, t) => {
    const size = Math.abs(forecast[t]!) + Math.abs(y);
    return size === 0 ? 0 : (200 * Math.abs(forecast[t]! - y)) / size;
  });
}

/** Mean absolute error of "as one season ago" inside the history: the unit of MASE and MSIS. */
export function seasonalScale(history: ArrayLike<number>, season: number): number {
  if (!Number.isInteger(season) || season < 1 || history.length <= season) {
    throw new WindageError(
      "evaluation/short-history",
      `seasonalScale: got ${history.length} values and season ${season}, expected a whole season of at least 1 and more values than one season.`,
    );
  }
  let sum = 0;
  for (let t = season; t < history.length; t++) sum += Math.abs(history[t]! - history[t - season]!);
  return sum / (history.length - season);
}

/** Mean absolute scaled error: below 1, better than the seasonal naive forecast was inside the history. */
export function mase(
  forecast: ArrayLike<number>,
  actual: ArrayLike<number>,
  history: ArrayLike<number>,
  season: number,
): number {
  return mae(forecast, actual) / seasonalScale(history, season);
}

/** sMAPE and MASE averaged over the series of a collection. */
export interface PointScores {
  readonly smape: number;
  readonly mase: number;
}

/** Overall weighted average of M4: the mean of sMAPE and MASE, each relative to Naive2's average. */
export function owa(scores: PointScores, naive2: PointScores): number {
  return (scores.smape / naive2.smape + scores.mase / naive2.mase) / 2;
}

function meanOver(actual: ArrayLike<number>, error: (y: number, t: number) => number): number {
  let sum = 0;
  for (let t = 0; t < actual.length; t++) sum += error(actual[t]!, t);
  return sum / actual.length;
}
