/**
 * A level that wanders in continuous time and is read at any moments with an error; everything is in units of that
 * error's variance. Over a time Δ the level either returns to its mean as e^(−Δ/θ), or follows a trend that dies away as
 * e^(−Δ/τ), and what it may have done meanwhile grows with Δ, so readings far apart say less about each other than near
 * ones and nothing has to be interpolated. This is the Kalman filter of such a level, not the choice among them.
 */

/** How a level moves, in units of the reading error's variance and of the times. */
export interface Motion {
  /** Variance the level gains in a unit of time. */
  readonly diffusion: number;
  /** Time after which a deviation from the mean has gone to 1/e; Infinity for none. */
  readonly theta: number;
  readonly mean: number;
  /** Variance of the trend, 0 for none, and the time after which it has gone to 1/e. */
  readonly trend: number;
  readonly tau: number;
}

/** Level and trend with their variances and covariance. */
interface State {
  readonly level: number;
  readonly slope: number;
  readonly variance: number;
  readonly covariance: number;
  readonly slopeVariance: number;
}

/** Means and deviations of readings to come; deviations in units of the reading error's. */
export interface Outlook {
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
}

/** Knows nothing of the level before the first reading, in units of the error. */
const unknown = 1e3;

/** Reads a history and tells the outlook from each wanted origin, which is the number of readings before it. */
export function followReadings(
  motion: Motion,
  history: Float64Array,
  times: Float64Array,
  { first, wanted, horizon }: { first: number; wanted: ReadonlySet<number>; horizon: number },
): Map<number, Outlook> {
  const told = new Map<number, Outlook>();
  let state: State = {
    level: history[first]!,
    slope: 0,
    variance: unknown,
    covariance: 0,
    slopeVariance: motion.trend,
  };
  for (let k = first; k < history.length; k++) {
    if (k > first) state = later(motion, state, times[k]! - times[k - 1]!);
    state = corrected(state, history[k]!);
    if (!wanted.has(k + 1)) continue;
    const ahead = Array.from({ length: Math.min(horizon, times.length - k - 1) }, (_, t) =>
      later(motion, state, times[k + 1 + t]! - times[k]!),
    );
    told.set(k + 1, {
      mean: Float64Array.from(ahead, ({ level }) => level),
      deviation: Float64Array.from(ahead, ({ variance }) => Math.sqrt(1 + variance)),
    });
  }
  return told;
}

/** The state a time Δ later, before any reading. */
function later({ diffusion, theta, mean, trend, tau }: Motion, state: State, elapsed: number): State {
  const { level, slope, variance, covariance, slopeVariance } = state;
  if (trend === 0) {
    const kept = Math.exp(-elapsed / theta);
    const gained = theta === Infinity ? diffusion * elapsed : (diffusion * theta * (1 - kept * kept)) / 2;
    return { ...state, level: mean + (level - mean) * kept, variance: variance * kept * kept + gained };
  }
  const kept = Math.exp(-elapsed / tau);
  const along = tau * (1 - kept);
  const wandered = trend * tau * (2 * elapsed - tau * (3 - 4 * kept + kept * kept));
  return {
    level: level + along * slope,
    slope: kept * slope,
    // A difference of nearly equal numbers where almost no time has passed.
    variance:
      variance +
      2 * along * covariance +
      along * along * slopeVariance +
      diffusion * elapsed +
      Math.max(0, wandered),
    covariance: kept * (covariance + along * slopeVariance) + trend * tau * (1 - kept) ** 2,
    slopeVariance: kept * kept * slopeVariance + trend * (1 - kept * kept),
  };
}

/** The state after a reading, whose error has variance 1. */
function corrected({ level, slope, variance, covariance, slopeVariance }: State, reading: number): State {
  const total = variance + 1;
  const error = reading - level;
  return {
    level: level + (variance / total) * error,
    slope: slope + (covariance / total) * error,
    variance: variance / total,
    covariance: covariance / total,
    slopeVariance: slopeVariance - (covariance * covariance) / total,
  };
}
