/**
 * Whose backtests weigh the pool's members. Each series' own are what is special about it, and few; those of all series
 * together are many, and know nothing of the one. `auto` takes a mean of the two, own + λ·(shared − own), with the λ that
 * would have had the smallest error in windows that had no part in the weights. Where luck alone told members apart λ
 * comes out near 1, where series differ near 0.
 */
import { floorOf } from "../plausible.ts";
import type { Window } from "./backtest.ts";
import type { Situation } from "./error-marks.ts";
import { measuredError } from "./measured.ts";
import { placeIn } from "./place-in.ts";
import { poolForecasts, poolName, poolWeights } from "./pool.ts";
import { scaleOf } from "./score.ts";
import { sharedWeights } from "./shared-weights.ts";

/** Whose backtests weigh the members for a series: its own, those of all series together, or as much of each as helped. */
export type Weighing = "own" | "shared" | "auto";

/** Which members may be weighed how, and what errors are measured in. */
export interface WeighedPool {
  readonly weighing: Weighing;
  /** All members that may have a weight. */
  readonly names: readonly string[];
  /** Those that a series' own backtests choose among; the others have a weight by all series together alone. */
  readonly own: readonly string[];
  readonly season: number;
  /** Whether backtests are of some series, which stand for the others. */
  readonly isSampled?: boolean;
}

/** Weights of all members for a series. */
export type WeightsOf = (series: number) => Float64Array;

/** Weights by series, from the backtests of some windows. */
export function weigher(
  pool: WeighedPool,
  windows: readonly Window[],
  /** Those whose own backtests count, where a series' own go on after those of others. */
  ownWindows: readonly Window[] = windows,
): WeightsOf {
  const { weighing, names, season } = pool;
  if (weighing === "own") return ownWeights(pool, ownWindows);
  const shared = sharedWeights(names, windows, season);
  if (weighing === "shared") return () => shared;
  const share = sharedShare(pool, windows);
  const own = ownWeights(pool, ownWindows);
  const stands = (series: number): boolean =>
    ownWindows.some((window) => placeIn(window, series) !== undefined);
  return (series) =>
    pool.isSampled && !stands(series)
      ? shared
      : own(series).map((weight, m) => weight + share * (shared[m]! - weight));
}

function ownWeights({ names, own }: WeighedPool, windows: readonly Window[]): WeightsOf {
  return (series) => {
    const weights = poolWeights(own, windows, series);
    return Float64Array.from(names, (name) => weights[own.indexOf(name)] ?? 0);
  };
}

/** How much of the shared weights may be taken. */
const shares = [0, 0.25, 0.5, 0.75, 1];
/** Parts the windows are cut into at most; one at a time has no part in the weights. More would take long and tell little. */
const mostParts = 4;

/** The λ with the smallest mean scaled error in windows that had no part in the weights; 0 where there is nothing to learn it from. */
export function sharedShare(pool: WeighedPool, windows: readonly Window[]): number {
  const isOne = new Set(windows.flatMap(({ series }) => series)).size < 2;
  if (isOne || windows.length < 2) return 0;
  const errors = shares.map(() => 0);
  const parts = Math.min(mostParts, windows.length);
  for (let part = 0; part < parts; part++) {
    const others = windows.filter((_, w) => w % parts !== part);
    const [ownOf, sharedOf] = (["own", "shared"] as const).map((weighing) =>
      weigher({ ...pool, weighing }, others),
    );
    for (const window of windows.filter((_, w) => w % parts === part)) {
      const own = pooled(pool, ownOf!, window);
      const shared = pooled(pool, sharedOf!, window);
      window.actual.forEach((actual, at) => {
        const scale = scaleOf(window.histories[at]!, pool.season);
        shares.forEach((share, k) => {
          const mixed = own[at]!.map((value, t) => value + share * (shared[at]![t]! - value));
          errors[k]! += measuredError(mixed, actual) / scale;
        });
      });
    }
  }
  return shares[errors.indexOf(Math.min(...errors))]!;
}

/** A window's pooled forecasts. */
function pooled({ names }: WeighedPool, weightsOf: WeightsOf, window: Window): Float64Array[] {
  return poolForecasts(names, window.forecasts, window.histories, (position) =>
    weightsOf(window.series[position]!),
  );
}

/**
 * The windows with the pool among their forecasts, each pooled with weights from the other windows alone, later ones too: as
 * good as the pool is by the end, which is what its intervals are for.
 */
export function withPool(pool: WeighedPool, windows: readonly Window[]): Window[] {
  return windows.map((window) =>
    withPooled(
      pool,
      window,
      weigher(
        pool,
        windows.filter((other) => other !== window),
      ),
    ),
  );
}

/**
 * The same with weights from what had come by then: windows that ended before this one begins. It is what the pool would have
 * said at the time, so nothing that came later changes it. Members count the same where nothing has come yet. Where series end at
 * different times, those of others count as far as they had ended by then.
 */
export function withPoolOfItsTime(
  pool: WeighedPool,
  windows: readonly Window[],
  /** What moves pooled forecasts, from windows that hold them. */
  fanOf: (windows: readonly Window[]) => Mover,
): Window[] {
  return windows.map((window) => {
    const steps = window.actual[0]!.length;
    const earlier = windows.filter(({ held }) => held - steps >= window.held);
    const weightsBy = (others: readonly Window[]): WeightsOf =>
      others.length > 0 ? weigher(pool, others, earlier) : ownWeights(pool, earlier);
    const groups = window.times?.groups.map(({ until, at }) => ({ others: endedBy(windows, until), at }));
    const parts = groups ?? [{ others: earlier, at: [...window.series.keys()] }];
    const points: Float64Array[] = [];
    for (const { others, at } of parts) {
      const part = placed(window, at);
      const said = pooled(pool, weightsBy(others), part);
      // One window alone cannot tell what lasts.
      const mover = others.length < 2 ? undefined : fanOf(withPool(pool, others));
      at.forEach((position, k) => {
        const [history, series] = [part.histories[k]!, part.series[k]!];
        const point = said[k]!;
        points[position] = mover?.middle({ history, point }, series, floorOf(history)) ?? point;
      });
    }
    return { ...window, forecasts: new Map([...window.forecasts, [poolName, points]]) };
  });
}

/** What moves forecasts to the middle of their law. */
interface Mover {
  middle(situation: Situation, series: number, atLeast: number): Float64Array;
}

/** The windows with what had come by a time alone. */
function endedBy(windows: readonly Window[], until: number): Window[] {
  return windows.flatMap((window) => {
    const at = [...window.series.keys()].filter((position) => window.times!.ends[position]! <= until);
    return at.length === 0 ? [] : [placed(window, at)];
  });
}

/** The window with the series at some positions alone. */
function placed({ held, series, actual, histories, forecasts }: Window, at: readonly number[]): Window {
  const those = <T>(list: readonly T[]): T[] => at.map((position) => list[position]!);
  return {
    held,
    series: those(series),
    actual: those(actual),
    histories: those(histories),
    forecasts: new Map([...forecasts].map(([name, points]) => [name, those(points)])),
  };
}

function withPooled(pool: WeighedPool, window: Window, weightsOf: WeightsOf): Window {
  const forecasts = new Map([...window.forecasts, [poolName, pooled(pool, weightsOf, window)]]);
  return { ...window, forecasts };
}
