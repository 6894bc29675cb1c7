/**
 * How global members see one window: everything relative to the last season and in units of the series' own seasonal
 * change, so that series of any size and unit can teach one model. Only values before the origin are read.
 */

/** The reference of a window and the unit its residuals are measured in. */
export interface Frame {
  /** The last season before the origin; step `t` ahead has reference `season[t mod length]`. */
  readonly season: Float64Array;
  /** Mean absolute seasonal change over the context. */
  readonly unit: number;
}

/** The frame at an origin, or nothing where the context does not change at all. */
export function frameAt(
  values: Float64Array,
  origin: number,
  context: number,
  season: number,
): Frame | undefined {
  let change = 0;
  for (let t = origin - context + season; t < origin; t++)
    change += Math.abs(values[t]! - values[t - season]!);
  const unit = change / (context - season);
  if (!(unit > 0)) return undefined;
  return { season: values.subarray(origin - season, origin), unit };
}

/** The reference of `steps` values from `offset` steps after the origin (before it when negative). */
export function referenceAt({ season }: Frame, offset: number): number {
  const length = season.length;
  return season[((offset % length) + length) % length]!;
}

/** A value at `offset` from the origin as a residual, held within ±12 units: outliers must not steer a whole model. */
export function residualAt(frame: Frame, value: number, offset: number): number {
  const residual = (value - referenceAt(frame, offset)) / frame.unit;
  return Math.min(12, Math.max(-12, residual));
}
