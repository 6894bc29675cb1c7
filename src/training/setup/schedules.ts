/** Quantities that change over a run: a start, an end, and how many iterations the way takes. */

export interface Ramp {
  readonly from: number;
  readonly to: number;
  /** Iterations from `from` to `to`, in a straight line; afterwards `to`. */
  readonly over: number;
}

/** A number that stays, or one that moves. */
export type Scheduled = number | Ramp;

export function valueAt(scheduled: Scheduled, iteration: number): number {
  if (typeof scheduled === "number") return scheduled;
  const { from, to, over } = scheduled;
  return over <= 0 || iteration >= over ? to : from + ((to - from) * iteration) / over;
}
