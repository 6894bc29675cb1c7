/**
 * Seasons that the times do not tell, from the values. What each value does not owe to the one before it comes again where there
 * is a season: its autocorrelation at that lag stands out of what chance makes of as many lags, and at twice the lag too, and a
 * profile of the season, learned from the first two thirds of a series, is found again in the last third. In random walks and
 * noise it comes again at no lag; cycles whose length varies lose their step.
 */

/** A season, and what speaks for it. */
export interface FoundSeason {
  readonly period: number;
  /** Correlation of what is new at each step with what was new one season before, mean over series. */
  readonly correlation: number;
  /** Correlation of the last third with the profile of the first two. */
  readonly repeated: number;
}

/** The last values of each series that are looked at, and series at most, spread evenly. */
const mostValues = 8192;
const mostSeries = 50;
/** Longest period, as a share of the values: three seasons to see it, and as a number of steps. */
const fewestSeasons = 3;
const longest = 2000;
/** How rarely chance alone may lift one of all lags out, and correlations that are worth a season. */
const byChance = 0.05;
const fewestCorrelation = 0.15;
const fewestRepeated = 0.25;
/** What has to be left of the correlation two seasons apart; cycles whose length varies keep its square. */
const leftTwice = 0.4;
/** A shorter season counts where its correlation is at least this share of the best one. */
const nearlyAsGood = 0.6;
/** A longer season is taken beside a shorter one where it leaves at most this share of its error, beyond so many standard errors. */
const betterBy = 0.85;
const sure = 3;

/** Up to two periods in ascending order, the longer one a multiple of the shorter; none where there is nothing to see. */
export function findSeasons(all: readonly Float64Array[]): FoundSeason[] {
  const stride = Math.max(1, Math.ceil(all.length / mostSeries));
  const histories = all
    .filter((_, i) => i % stride === 0)
    .map((values) => values.subarray(Math.max(0, values.length - mostValues)))
    .filter(
      (values) =>
        values.length >= 12 && values.every(Number.isFinite) && values.some((one) => one !== values[0]),
    );
  if (histories.length === 0) return [];
  const lags = Math.min(
    longest,
    Math.floor(Math.min(...histories.map(({ length }) => length)) / fewestSeasons),
  );
  if (lags < 2) return [];
  const shortest = Math.min(...histories.map(({ length }) => length));
  const correlations = meanCorrelations(histories.map(newAtEachStep), Math.floor(1.6 * lags));
  const bound = Math.max(fewestCorrelation, Math.sqrt((2 * Math.log(lags / byChance)) / shortest));
  const peaks = range(2, lags - 1).filter(
    (lag) =>
      correlations[lag]! > bound &&
      correlations[lag]! > correlations[lag - 1]! &&
      correlations[lag]! >= (correlations[lag + 1] ?? -1) &&
      (correlations[2 * lag] ?? 1) >= leftTwice * correlations[lag]!,
  );
  const best = peaks.reduce((most, lag) => Math.max(most, correlations[lag]!), 0);
  const seasonAt = (period: number): FoundSeason => ({
    period,
    correlation: correlations[period]!,
    repeated: mean(histories.map((values) => repeatedShare(values, period))),
  });
  const candidates = peaks
    .filter((lag) => correlations[lag]! >= nearlyAsGood * best)
    .map(seasonAt)
    .filter(({ repeated }) => repeated >= fewestRepeated);
  const [smallest] = candidates;
  if (!smallest) return [];
  // Of a smooth season the peak itself may be missed, and only one of its multiples be found.
  const parts = range(2, Math.floor(smallest.period / 2)).filter(
    (period) =>
      smallest.period % period === 0 && correlations[period]! >= nearlyAsGood * smallest.correlation,
  );
  const first = parts.map(seasonAt).find(({ repeated }) => repeated >= 0.9 * smallest.repeated) ?? smallest;
  // Twice a season is a season too: a longer one has to tell more than the shorter one does, and the shortest of those is taken.
  const longer = candidates.filter(
    ({ period }) =>
      period > first.period &&
      period % first.period === 0 &&
      mean(histories.map((values) => gained(values, first.period, period))) > 0,
  );
  const most = longer.reduce((high, { correlation }) => Math.max(high, correlation), 0);
  const second = longer.find(({ correlation }) => correlation >= 0.95 * most);
  return second ? [first, second] : [first];
}

/** What is said of seasons that were found. */
export function seasonNote(found: readonly FoundSeason[]): string {
  const parts = found.map(
    ({ period, correlation, repeated }) =>
      `${period} steps (what is new at each step correlates over them by ${correlation.toFixed(2)}, and its profile in the first two thirds with the last third by ${repeated.toFixed(2)})`,
  );
  return `Season found in the values: ${parts.join(" and ")}. --season with other periods overrules it, --season 1 forecasts without.`;
}

/** What a value does not owe to the one before it, as far as that tells anything; walks leave their changes. */
function newAtEachStep(values: Float64Array): Float64Array {
  const middle = mean(values);
  let [product, squares] = [0, 0];
  for (let t = 1; t < values.length; t++) {
    product += (values[t]! - middle) * (values[t - 1]! - middle);
    squares += (values[t - 1]! - middle) ** 2;
  }
  const kept = Math.min(1, Math.max(0, product / squares));
  const news = values.subarray(1).map((value, t) => value - middle - kept * (values[t]! - middle));
  const mid = mean(news);
  // What happens once must not look like what comes again: news far out count as less.
  const most = 4 * mean(news.map((one) => Math.abs(one - mid)));
  return news.map((one) => Math.min(most, Math.max(-most, one - mid)));
}

/** Autocorrelations from lag 0 on, mean over series; unknown beyond the ends of a series. */
function meanCorrelations(series: readonly Float64Array[], lags: number): Float64Array {
  const result = new Float64Array(lags + 1);
  for (const values of series) {
    const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length || 1;
    for (let lag = 0; lag <= lags; lag++) {
      let sum = 0;
      for (let t = lag; t < values.length; t++) sum += values[t]! * values[t - lag]!;
      result[lag]! += sum / (values.length - lag) / variance / series.length;
    }
  }
  return result;
}

/** How well the mean season of the first two thirds is found in the last third, both without their level; a correlation. */
function repeatedShare(values: Float64Array, period: number): number {
  const level = movingMean(values, period);
  const half = Math.floor(period / 2);
  const cut = Math.floor((2 * values.length) / 3);
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  for (let t = half; t < cut; t++) {
    sums[t % period]! += values[t]! - level[t]!;
    counts[t % period]! += 1;
  }
  const pairs: [number, number][] = [];
  for (let t = cut; t < values.length - half; t++) {
    const count = counts[t % period]!;
    if (count > 0) pairs.push([sums[t % period]! / count, values[t]! - level[t]!]);
  }
  return correlationOf(pairs);
}

/** The mean of one season around each value, where there is one. */
function movingMean(values: Float64Array, period: number): Float64Array {
  const before = new Float64Array(values.length + 1);
  for (let t = 0; t < values.length; t++) before[t + 1] = before[t]! + values[t]!;
  const half = Math.floor(period / 2);
  return values.map((_, t) => {
    const [from, until] = [Math.max(0, t - half), Math.min(values.length, t - half + period)];
    return (before[until]! - before[from]!) / (until - from);
  });
}

function correlationOf(pairs: readonly (readonly [number, number])[]): number {
  if (pairs.length < 3) return 0;
  const [x, y] = [mean(pairs.map(([one]) => one)), mean(pairs.map(([, one]) => one))];
  let [xy, xx, yy] = [0, 0, 0];
  for (const [a, b] of pairs) {
    xy += (a - x) * (b - y);
    xx += (a - x) ** 2;
    yy += (b - y) ** 2;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}

/** What the value one long season ago says better of the last third than that one short season ago; 0 where that may be chance. */
function gained(values: Float64Array, short: number, long: number): number {
  const cut = Math.max(long, Math.floor((2 * values.length) / 3));
  const [near, far] = [short, long].map((period) =>
    values.subarray(cut).map((value, t) => Math.abs(value - values[cut + t - period]!)),
  );
  const gains = near!.map((one, t) => one - far![t]!);
  const gain = mean(gains);
  const error = Math.sqrt(mean(gains.map((one) => (one - gain) ** 2)) / gains.length);
  return mean(far!) < betterBy * mean(near!) && gain > sure * error ? gain / mean(near!) : 0;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return values.length === 0 ? 0 : sum / values.length;
}

function range(from: number, until: number): number[] {
  return Array.from({ length: Math.max(0, until - from + 1) }, (_, i) => from + i);
}
