/**
 * Fills missing values so that members get complete histories: from the same phase one season before and after where
 * those are known, else on the straight line between the neighbours, else from the nearest value.
 */

/**
 * A copy without NaN, or the values themselves where none is missing; `season` of 1 means none. An all-missing series
 * stays as it is.
 */
export function fillGaps(values: Float64Array, season: number): Float64Array {
  if (!values.some(Number.isNaN)) return values;
  const filled = values.slice();
  const known = (t: number): boolean => t >= 0 && t < values.length && !Number.isNaN(values[t]);
  // The nearest known values around t, moved along so that long gaps take no longer than short ones.
  let before = -1;
  let after = 0;
  for (let t = 0; t < values.length; t++) {
    if (known(t)) {
      before = t;
      continue;
    }
    after = Math.max(after, t + 1);
    while (after < values.length && !known(after)) after++;
    const seasons = season > 1 ? [t - season, t + season].filter(known) : [];
    if (seasons.length === 2) {
      filled[t] = (values[seasons[0]!]! + values[seasons[1]!]!) / 2;
      continue;
    }
    if (seasons.length === 1 && after - before > 2) filled[t] = values[seasons[0]!]!;
    else if (before >= 0 && after < values.length) {
      const share = (t - before) / (after - before);
      filled[t] = values[before]! + share * (values[after]! - values[before]!);
    } else filled[t] = before >= 0 ? values[before]! : (values[after] ?? NaN);
  }
  return filled;
}
