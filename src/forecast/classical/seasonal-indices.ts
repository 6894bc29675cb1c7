/**
 * Classical multiplicative decomposition as the M4 benchmarks use it: a test on the autocorrelation at the seasonal
 * lag decides whether there is a season at all; if so, indices are averaged ratios to a centred moving average.
 */

/** True where the autocorrelation at the season exceeds its 90 % limit and three seasons are there to see it. */
export function isSeasonal(history: Float64Array, season: number): boolean {
  const length = history.length;
  if (season < 2 || length < 3 * season) return false;
  const mean = history.reduce((sum, value) => sum + value, 0) / length;
  const centred = history.map((value) => value - mean);
  const variance = centred.reduce((sum, value) => sum + value * value, 0);
  if (variance === 0) return false;
  let squares = 0;
  let correlation = 0;
  for (let lag = 1; lag <= season; lag++) {
    // The limit at a lag uses the correlations before it.
    squares += lag > 1 ? correlation ** 2 : 0;
    let product = 0;
    for (let t = lag; t < length; t++) product += centred[t]! * centred[t - lag]!;
    correlation = product / variance;
  }
  return Math.abs(correlation) > 1.645 * Math.sqrt((1 + 2 * squares) / length);
}

/** Multiplicative indices, one per position in the season counted from the first value; their mean is 1. */
export function seasonalIndices(history: Float64Array, season: number): Float64Array {
  const sums = new Float64Array(season);
  const counts = new Float64Array(season);
  const half = Math.floor(season / 2);
  for (let t = half; t < history.length - half; t++) {
    const trend = centredMean(history, t, season);
    const ratio = history[t]! / trend;
    if (!Number.isFinite(ratio)) continue;
    sums[t % season]! += ratio;
    counts[t % season]! += 1;
  }
  const means = sums.map((sum, i) => (counts[i]! > 0 ? sum / counts[i]! : 1));
  const level = means.reduce((sum, value) => sum + value, 0) / season;
  return level === 0 ? means.fill(1) : means.map((value) => value / level);
}

/** Moving average of one season around `t`; for an even season the two ends count half. */
function centredMean(values: Float64Array, t: number, season: number): number {
  const half = Math.floor(season / 2);
  let sum = 0;
  for (let i = t - half; i <= t + half; i++) sum += values[i]!;
  if (season % 2 === 0) sum -= (values[t - half]! + values[t + half]!) / 2;
  return sum / season;
}

/** A forecast made on the deseasonalised history and put back into season. */
export function overSeason(
  history: Float64Array,
  horizon: number,
  season: number,
  forecast: (adjusted: Float64Array) => Float64Array,
): Float64Array {
  if (!isSeasonal(history, season)) return forecast(history);
  const indices = seasonalIndices(history, season);
  // An index of zero cannot be divided by: such a series (closed at night, say) is forecast as it is.
  if (indices.some((value) => value === 0)) return forecast(history);
  const adjusted = history.map((value, t) => value / indices[t % season]!);
  return forecast(adjusted)
    .slice(0, horizon)
    .map((value, t) => value * indices[(history.length + t) % season]!);
}
