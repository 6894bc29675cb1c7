/** What a series can plausibly do next, from what it did: regressions rolled forward and pools are held within it. */

/** A forecast held within [min, max + ¼ range] of the history. */
export function clipped(forecast: Float64Array, history: Float64Array): Float64Array {
  let low = Infinity;
  let high = -Infinity;
  for (const value of history) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const top = high + (high - low) / 4;
  return forecast.map((value) => Math.min(top, Math.max(low, value)));
}
