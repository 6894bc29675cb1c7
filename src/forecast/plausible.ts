/** What a series can plausibly do next, from what it did: regressions rolled forward, pools and quantiles are held within it. */

/**
 * A forecast held within [min − ¼ range, max + ¼ range] of the history, and at 0 or above where nothing was ever negative:
 * what has been falling may fall on.
 */
export function clipped(forecast: Float64Array, history: Float64Array): Float64Array {
  let low = Infinity;
  let high = -Infinity;
  for (const value of history) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const room = (high - low) / 4;
  const bottom = low >= 0 ? Math.max(0, low - room) : low - room;
  return forecast.map((value) => Math.min(high + room, Math.max(bottom, value)));
}

/** Zero for a series that was never negative. */
export function floorOf(history: Float64Array): number {
  return history.every((value) => value >= 0) ? 0 : -Infinity;
}

/** What values of a series can be. */
export interface Possible {
  readonly atLeast: number;
  /** Counts stay whole; their quantiles have an atom at zero where the series has one. */
  readonly areWhole: boolean;
}

export function possibleIn(history: Float64Array): Possible {
  return { atLeast: floorOf(history), areWhole: history.every(Number.isInteger) };
}

/** The nearest possible value. */
export function possible(value: number, { atLeast, areWhole }: Possible): number {
  return Math.max(atLeast, areWhole ? Math.round(value) : value);
}
