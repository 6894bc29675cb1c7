/**
 * Backtests on rolling origins: every member forecasts windows at the end of the histories as if the rest had not
 * come yet. Window 1 is the last one. A series too short for a window, or not measured in it, is left out of it. Missing
 * values of the past, and those on the line to a reading that had not come, are filled anew at each origin, from what had
 * been measured by then alone.
 */
import { WindageError } from "../../error.ts";
import { askMembers } from "../ask-members.ts";
import { featuresAt } from "../features.ts";
import { seasonOf } from "../member.ts";
import type { Ask, Learn, Member, PointForecasts, Watch } from "../member.ts";
import { fillGaps } from "../series/fill-gaps.ts";
import { knownBy } from "../series/known-by.ts";
import type { KnownFrom } from "../series/known-by.ts";
import { isMeasured } from "./measured.ts";
import { countUntil, windowTimes } from "./timeline.ts";
import type { Timeline, WindowTimes } from "./timeline.ts";

/** How many windows, and how far apart. */
export interface Windows {
  /** Number of origins, the latest one horizon before the end. */
  readonly count: number;
  /** Steps between origins. */
  readonly step: number;
  /** The series to backtest; all unless told. The others are weighed and given error sizes by these. */
  readonly series?: readonly number[] | undefined;
}

/** What is asked at each origin. */
export interface BacktestAsk extends Ask {
  /** When values come; without it all series end at the same time. */
  readonly timeline?: Timeline | undefined;
  /** From which step on each value was known, where that is later than its own. */
  readonly knownFrom?: KnownFrom | undefined;
}

/** All members' forecasts at one origin. */
export interface Window {
  /** Values of each series after this origin. */
  readonly held: number;
  /** Indices of the series that are long enough, and measured before and after it. */
  readonly series: readonly number[];
  /** What came (NaN where nothing was measured), and what had been before, complete; in the order of `series`. */
  readonly actual: readonly Float64Array[];
  readonly histories: readonly Float64Array[];
  readonly forecasts: ReadonlyMap<string, PointForecasts>;
  /** Where series have times of their own: when the last step of each came, and which were cut when. */
  readonly times?: WindowTimes | undefined;
}

/** Called before each piece of work; throw or abort to stop. */
export interface Progress {
  readonly onStep?: (done: number, total: number, what: string) => void | Promise<void>;
  /** Called with each window once all members have forecast it. */
  readonly onWindow?: (window: Window) => void;
  readonly signal?: AbortSignal;
}

/** Fewest values a history may have to be forecast from in a backtest. */
export function fewestValues({ periods }: Pick<Ask, "periods">): number {
  return Math.max(4, 2 * (periods[0] ?? 1));
}

/** Windows to judge by where nobody says how many. */
const fewestWindows = 3;
const mostWindows = 10;
const enoughErrors = 100;

/** Three windows, or as many as it takes to see a hundred errors: intervals of a lone series rest on its own alone. */
export function usualWindows(series: number, horizon: number): number {
  const wanted = Math.ceil(enoughErrors / (series * horizon));
  return Math.min(mostWindows, Math.max(fewestWindows, wanted));
}

/**
 * Forecasts of all members at earlier origins, beside what came; NaN in a history means that nothing was measured.
 */
export async function backtest(
  members: readonly Member[],
  histories: readonly Float64Array[],
  { knownFrom, timeline, ...ask }: BacktestAsk,
  windows: Windows,
  progress: Progress = {},
): Promise<Window[]> {
  checkWindows(windows, ask);
  const results: Window[] = [];
  const total = members.length * (windows.count + 1);
  let done = 0;
  for (let w = windows.count; w >= 1; w--) {
    const held = ask.horizon + (w - 1) * windows.step;
    const splits = histories.map((values, i) => {
      const origin = Math.max(0, values.length - held);
      return {
        before: knownBy(values, origin, knownFrom?.[i]),
        // What only a reading after the window tells has not come by its end, and is not judged by.
        came: knownBy(values, values.length - held + ask.horizon, knownFrom?.[i]).subarray(origin),
      };
    });
    const series = [...(windows.series ?? histories.keys())].filter((i) => {
      const { before: past, came } = splits[i]!;
      return past.length >= fewestValues(ask) && isMeasured(past) && isMeasured(came);
    });
    if (series.length === 0) {
      done += members.length;
      continue;
    }
    const before = series.map((i) => fillGaps(splits[i]!.before, seasonOf(ask)));
    const features =
      ask.features && series.map((i, k) => featuresAt(ask.features![i]!, before[k]!.length, ask.horizon));
    const actual = series.map((i) => splits[i]!.came);
    const times = timeline && windowTimes(timeline, series, before, ask.horizon);
    const groups = times?.groups ?? [{ until: Infinity, at: [...series.keys()] }];
    const points = new Map<string, Float64Array[]>(members.map(({ name }) => [name, []]));
    for (const { until, at } of groups) {
      const learn = times?.differ
        ? learnUntil(until, histories, { knownFrom, timeline, ...ask }, windows.series)
        : undefined;
      const asked = { ...ask, features: features && at.map((k) => features[k]!), learn };
      const told = await askMembers(
        members,
        at.map((k) => before[k]!),
        asked,
        ({ name }) => {
          const share = 1 / groups.length;
          const began = done;
          done += share;
          const what = `${name}, backtest ${windows.count - w + 1} of ${windows.count}`;
          return watchMember(progress, began, total, what, share);
        },
      );
      for (const [name, forecasts] of told)
        at.forEach((k, place) => (points.get(name)![k] = forecasts[place]!));
    }
    const window: Window = { held, series, actual, histories: before, forecasts: points, times };
    progress.onWindow?.(window);
    results.push(window);
  }
  return results;
}

/** What had come of all series by a time, for models that learn from all of them. */
function learnUntil(
  until: number,
  histories: readonly Float64Array[],
  { timeline, knownFrom, ...ask }: BacktestAsk,
  judged: readonly number[] = [...histories.keys()],
): Learn {
  const all = judged.flatMap((i) => {
    const count = countUntil(timeline!, i, histories[i]!.length, until);
    const before = knownBy(histories[i]!, count, knownFrom?.[i]);
    if (count < fewestValues(ask) || !isMeasured(before)) return [];
    const features = ask.features && featuresAt(ask.features[i]!, count, ask.horizon);
    return [{ history: fillGaps(before, seasonOf(ask)), features }];
  });
  return {
    histories: all.map(({ history }) => history),
    features: ask.features && all.map(({ features }) => features!),
  };
}

/** Says that a member begins, and lets it say how far it is within its own share of the work. */
export async function watchMember(
  { onStep, signal }: Progress,
  done: number,
  total: number,
  what: string,
  /** How much of a step it is. */
  share = 1,
): Promise<Watch> {
  await onStep?.(done, total, what);
  signal?.throwIfAborted();
  return {
    onStep: (part, parts, note) => onStep?.(done + (share * part) / parts, total, `${what}: ${note}`),
    signal,
  };
}

function checkWindows({ count, step }: Windows, { horizon, periods }: Ask): void {
  const odd = periods.find((period) => !Number.isInteger(period) || period < 1);
  if (odd !== undefined) {
    throw new WindageError(
      "forecast/bad-period",
      `backtest: got a seasonal period of ${odd} steps, expected whole numbers of at least 1; round it, or take a shorter step.`,
    );
  }
  if (Number.isInteger(count) && count >= 1 && Number.isInteger(step) && step >= 1 && horizon >= 1) return;
  throw new WindageError(
    "forecast/bad-windows",
    `backtest: got ${count} windows, ${step} steps apart, horizon ${horizon}; expected whole numbers of at least 1.`,
  );
}
