/**
 * Where the errors of all series lie on one side of nought, window after window, the next ones will too: a panel of growing
 * economies outgrows every model that looks at one of them. The shift of a step is the mean over windows of the middle
 * error, in units of what was expected of each, less what chance and small effects may be of it.
 */
import { sortedQuantile } from "../../evaluation/forecast/sample-quantiles.ts";

/** Chosen on the three M1 sets, where it hardly matters between .1 and .2. */
const smallEffect = 0.1;

/** The variance of the middle of errors of mean size 1, times the number of series, with room for their hanging together. */
const chance = 4;
/** Fewer are no panel: what they have in common is chance more often than not. */
const fewestSeries = 10;

/** Windows that share values count as one. */
export interface WindowErrors {
  /** Steps between the window's origin and the end. */
  readonly held: number;
  /** How many series it is of. */
  readonly series: number;
  /** Errors of all series near a step. */
  readonly near: (step: number) => readonly number[];
}

/** The shift of one step; none from few series, or fewer than two windows that share no values. */
export function sharedShift(windows: readonly WindowErrors[], step: number, horizon: number): number {
  const middles = windows.flatMap(({ near }) => {
    const errors = near(step);
    return errors.length === 0 ? [] : [sortedQuantile(Float64Array.from(errors).sort(), 0.5)];
  });
  const apart = windowsApart(windows, horizon);
  const series = windows.reduce((sum, window) => sum + window.series / windows.length, 0);
  if (apart < 2 || middles.length < 2 || series < fewestSeries) return 0;
  const mean = middles.reduce((sum, one) => sum + one / middles.length, 0);
  const variance = middles.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (middles.length - 1);
  const doubt = smallEffect + Math.sqrt((variance + chance / series) / apart);
  return Math.sign(mean) * Math.max(0, Math.abs(mean) - doubt);
}

/** How many windows could share no values over the same time. */
function windowsApart(windows: readonly WindowErrors[], horizon: number): number {
  const helds = windows.map(({ held }) => held);
  return Math.min(windows.length, Math.floor((Math.max(...helds) - Math.min(...helds)) / horizon) + 1);
}
