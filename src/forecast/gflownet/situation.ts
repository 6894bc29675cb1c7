/**
 * What the network reads at an origin: patches of the context, and for each step ahead what is known about it
 * beforehand. Everything is a difference to the reference in units of the series, so that series of any size can teach
 * one model, and compressed by asinh, so that outliers do not shout.
 */
import { momentsBefore, standardisedBy } from "../features.ts";
import { seasonOf } from "../member.ts";
import type { Ask } from "../member.ts";
import { scaleOf } from "../pool/score.ts";
import { anchorFor, unitAt } from "./series-past.ts";
import type { SeriesPast } from "./series-past.ts";

/** Sizes of what is read. */
export interface Layout {
  readonly horizon: number;
  /** Patches of the context, the most recent first, and values in each. */
  readonly patches: number;
  readonly patch: number;
  /** Numbers known about each step. */
  readonly features: number;
}

export interface Situation {
  /** The reference forecast, in the series' own unit. */
  readonly reference: Float64Array;
  /** What a residual of 1 means. */
  readonly unit: number;
  /** [patches, patch]; 0 where the history does not reach. */
  readonly context: Float32Array;
  /** Patches that the history reaches, at least 1. */
  readonly known: number;
  /** [horizon, features]. */
  readonly steps: Float32Array;
}

const seasonsBack = 8;

/** Patches of a season; of short seasons several together. */
export function layoutOf(ask: Ask, references: number, patches: number): Layout {
  const season = seasonOf(ask);
  return {
    horizon: ask.horizon,
    patches,
    patch: season * Math.ceil(8 / season),
    // Same phase in earlier seasons, longer periods, other references, the last error, how large errors are, and
    // whatever else is known of the series.
    features: seasonsBack + Math.max(0, ask.periods.length - 1) + (references - 1) + 2 + featureNumbers(ask),
  };
}

/** Of each feature two numbers, of irregular times two. */
function featureNumbers({ features }: Ask): number {
  const { known = [], past = [], times } = features?.[0] ?? {};
  return 2 * (known.length + past.length + (times ? 1 : 0));
}

/** The situation at an origin, or nothing before the first fit. */
export function situationAt(
  past: SeriesPast,
  origin: number,
  layout: Layout,
  ratio: number,
): Situation | undefined {
  const anchor = anchorFor(past, origin);
  if (!anchor) return undefined;
  const { ask } = past;
  const before = past.values.subarray(0, origin);
  const season = seasonOf(ask);
  const scale = scaleOf(before, season);
  const unit = unitAt(past, origin, ratio * scale);
  const reference = anchor.reference(before);
  const others = anchor.others().map((forecast) => forecast(before));
  const lastError = errorBefore(past, origin);
  const steps = new Float32Array(layout.horizon * layout.features);
  const further = featuresAhead(past, origin);
  let at = 0;
  const put = (difference: number): void => void (steps[at++] = Math.asinh(difference / unit));
  const earlier = (index: number, t: number): void =>
    put(index >= 0 && index < origin ? before[index]! - reference[t]! : 0);
  for (let t = 0; t < layout.horizon; t++) {
    for (let m = 1; m <= seasonsBack; m++) earlier(origin + (t % season) - m * season, t);
    for (const period of ask.periods.slice(1)) earlier(origin + (t % period) - period, t);
    for (const other of others) put(other[t]! - reference[t]!);
    put(lastError?.[t] ?? 0);
    steps[at++] = Math.min(3, Math.max(-3, Math.log(unit / scale)));
    for (const number of further(t)) steps[at++] = number;
  }
  return { reference, unit, steps, ...contextOf(before, season, unit, layout) };
}

/**
 * What features say about each step ahead, in units of what they were before the origin. Known beforehand: at the step,
 * and one season before it. Of the past: the last one, and its mean over the last season. Irregular times: how long
 * after the reading before, and how long after the origin, in units of the mean distance so far, as logarithms.
 */
function featuresAhead({ ask }: SeriesPast, origin: number): (t: number) => number[] {
  const { known = [], past = [], times } = ask.features?.[0] ?? {};
  const season = seasonOf(ask);
  const ahead = known.map((column) => {
    const moments = momentsBefore(column, origin);
    return (t: number) => [
      standardisedBy(moments, column[origin + t]),
      standardisedBy(moments, column[origin + (t % season) - season]),
    ];
  });
  const constant = past.flatMap((column) => {
    const moments = momentsBefore(column, origin);
    const recent = column.subarray(Math.max(0, origin - season), origin);
    const mean = recent.reduce((sum, value) => sum + value, 0) / recent.length;
    return [standardisedBy(moments, column[origin - 1]), standardisedBy(moments, mean)];
  });
  const distance = times ? (times[origin - 1]! - times[0]!) / Math.max(1, origin - 1) || 1 : 1;
  const since = (from: number, to: number): number =>
    Math.log(1e-3 + (times![to]! - times![from]!) / distance);
  return (t) => [
    ...ahead.flatMap((numbers) => numbers(t)),
    ...constant,
    ...(times ? [since(origin + t - 1, origin + t), since(origin - 1, origin + t)] : []),
  ];
}

/** What the reference of one horizon ago got wrong, step by step. */
function errorBefore(past: SeriesPast, origin: number): Float64Array | undefined {
  const start = origin - past.ask.horizon;
  const anchor = anchorFor(past, start);
  return anchor?.reference(past.values.subarray(0, start)).map((value, t) => past.values[start + t]! - value);
}

/** The latest patch shows its own shape, earlier ones how they differ from the last season. */
function contextOf(
  before: Float64Array,
  season: number,
  unit: number,
  { patches, patch }: Layout,
): Pick<Situation, "context" | "known"> {
  const context = new Float32Array(patches * patch);
  const origin = before.length;
  const known = Math.min(patches, Math.max(1, Math.floor(origin / patch)));
  const latest = before.subarray(Math.max(0, origin - patch));
  const level = latest.reduce((sum, value) => sum + value, 0) / latest.length;
  for (let j = 0; j < known; j++) {
    for (let i = 0; i < patch; i++) {
      const index = origin - (j + 1) * patch + i;
      if (index < 0) continue;
      const sameInLastSeason = before[origin - season + (i % season)] ?? level;
      context[j * patch + i] = Math.asinh((before[index]! - (j === 0 ? level : sameInLastSeason)) / unit);
    }
  }
  return { context, known };
}
