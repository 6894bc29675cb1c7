/** What can be said of a forecast where some of what came was not measured: those steps count for nothing. */
import { mae } from "../../evaluation/forecast/point-errors.ts";

/** Whether anything was measured at all; NaN stands where nothing was. */
export function isMeasured(values: Float64Array): boolean {
  return values.some((value) => !Number.isNaN(value));
}

/** The steps that were measured. */
export function measuredSteps(actual: Float64Array): number[] {
  return [...actual.keys()].filter((t) => !Number.isNaN(actual[t]));
}

/** The mean absolute error over the steps that were measured. */
export function measuredError(point: Float64Array, actual: Float64Array): number {
  if (!actual.some(Number.isNaN)) return mae(point, actual);
  const steps = measuredSteps(actual);
  return mae(at(point, steps), at(actual, steps));
}

/** The values at some steps. */
export function at(values: ArrayLike<number>, steps: readonly number[]): Float64Array {
  return Float64Array.from(steps, (t) => values[t]!);
}
