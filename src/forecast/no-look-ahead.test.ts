import fc from "fast-check";
import { expect, test } from "vitest";
import { Generator } from "../random/generator.ts";
import { loadAugurs } from "../run/forecast/load-augurs.ts";
import type { SeriesFeatures } from "./features.ts";
import { forecastSeries } from "./forecaster.ts";
import { gflownet } from "./gflownet/member.ts";
import { levelInTime } from "./irregular/level-in-time.ts";
import { defaultMembers } from "./members.ts";
import type { Member } from "./member.ts";
import { backtest } from "./pool/backtest.ts";
import { timelineOf } from "./pool/timeline.ts";
import type { Window } from "./pool/backtest.ts";
import { readSeries } from "./series/read-series.ts";

const horizon = 3;
const periods = [4];
const augurs = await loadAugurs();

interface Panel {
  readonly timeline: readonly number[];
  readonly histories: readonly Float64Array[];
  readonly features: readonly SeriesFeatures[];
}

/** Series that begin and end when they like, with a feature known beforehand and one of the past. */
function panel(seed: number, ends: readonly number[]): Panel {
  const generator = Generator.fromSeed(seed);
  const timeline = ends.map((end) => Math.max(0, end - 30 - generator.integer(20)));
  const histories = ends.map((end, i) => {
    let level = 50;
    return Float64Array.from({ length: end - timeline[i]! + 1 }, (_, t) => {
      level += generator.normal();
      return level + 4 * Math.sin((Math.PI * t) / 2);
    });
  });
  const column = (length: number): Float64Array => Float64Array.from({ length }, () => generator.normal());
  const features = histories.map(({ length }) => ({
    known: [column(length + horizon)],
    past: [column(length)],
  }));
  return { timeline, histories, features };
}

/** The panel with everything after a time something else: what nobody can have known then. */
function altered({ timeline, histories, features }: Panel, time: number): Panel {
  const after = (values: Float64Array, i: number, until: number): Float64Array =>
    values.map((value, k) => (timeline[i]! + k > until ? 9 - 3 * value : value));
  return {
    timeline,
    histories: histories.map((values, i) => after(values, i, time)),
    features: features.map(({ known, past }, i) => ({
      known: known.map((values) => after(values, i, time + horizon)),
      past: past.map((values) => after(values, i, time)),
    })),
  };
}

/** What was forecast at cutoffs up to a time, model by model. */
function until(windows: readonly Window[], { timeline }: Pick<Panel, "timeline">, time: number): string[] {
  return windows.flatMap(({ series, histories, forecasts }) =>
    series.flatMap((i, at) =>
      timeline[i]! + histories[at]!.length - 1 > time
        ? []
        : [...forecasts].map(
            ([name, points]) => `${i} ${name} ${histories[at]!.length} ${points[at]!.join()}`,
          ),
    ),
  );
}

async function reported(
  given: Panel,
  members: readonly Member[],
  pool?: readonly string[],
): Promise<readonly Window[]> {
  const request = { horizon, periods, members, ...(pool ? { pool } : {}), windows: { count: 3, step: 3 } };
  const { histories, features, timeline } = given;
  return (await forecastSeries(histories, { ...request, features, timeline })).windows;
}

test("whatever comes after a time, of any series or feature, moves no forecast of that time or before: all members and the pool", async () => {
  const { members, pool } = defaultMembers(periods, augurs);
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1e6 }),
      fc.array(fc.integer({ min: 60, max: 90 }), { minLength: 2, maxLength: 7 }),
      fc.integer({ min: 52, max: 88 }),
      async (seed, ends, time) => {
        const given = panel(seed, ends);
        const before = until(await reported(given, members, pool), given, time);
        const after = until(await reported(altered(given, time), members, pool), given, time);
        expect(after).toEqual(before);
        compared += before.length;
      },
    ),
    { seed: 7, numRuns: 12 },
  );
  expect(compared).toBeGreaterThan(500);
}, 60_000);

test("nor does it where the generative forecaster learns from series of all ends", async () => {
  const given = panel(3, [60, 66, 72]);
  const settings = {
    iterations: 4,
    width: 8,
    heads: 2,
    layers: 1,
    bins: 16,
    paths: 8,
    references: ["levels"],
  } as const;
  const told = async (one: Panel): Promise<string[]> =>
    until(await reported(one, [gflownet(settings)]), given, 62);
  const before = await told(given);
  expect(before.length).toBeGreaterThan(5);
  expect(await told(altered(given, 62))).toEqual(before);
}, 60_000);

test("a series that ends in June is judged without others' November, and others' earlier windows weigh it", async () => {
  const given = panel(5, [60, 80, 80, 80]);
  const { members, pool } = defaultMembers(periods, augurs);
  const windows = await reported(given, members, pool);
  const other = await reported(altered(given, 61), members, pool);
  expect(until(other, given, 60)).toEqual(until(windows, given, 60));
  expect(until(other, given, 80)).not.toEqual(until(windows, given, 80));
});

test.each(["readings", "interpolate"] as const)(
  "irregular times as %s: a reading after a cutoff changes no forecast of it, of any model",
  async (irregular) => {
    const generator = Generator.fromSeed(8);
    const rows = ["a", "b"].flatMap((id, s) => {
      let [time, level] = [17 * s, 20];
      return Array.from({ length: 60 - 12 * s }, () => {
        time += 0.4 + 2 * generator.float64();
        level += generator.normal();
        return { id, time: Number(time.toFixed(3)), level };
      });
    });
    const at = async (cutoff: number, change: number) => {
      const text = rows.map(
        ({ id, time, level }) => `${id},${time},${time > cutoff ? change - level : level}`,
      );
      const table = readSeries(`unique_id,ds,y\n${text.join("\n")}\n`, "a.csv", { irregular });
      const { members, pool } = defaultMembers([1], { ...augurs, irregular: irregular === "readings" });
      const forecast = await forecastSeries(
        table.series.map(({ values }) => values),
        {
          horizon,
          periods: [1],
          members,
          pool,
          windows: { count: 4, step: 3 },
          features: table.series.some(({ times }) => times)
            ? table.series.map(({ times }) => ({ known: [], past: [], times: lengthened(times!) }))
            : undefined,
          knownFrom: table.series.map(({ knownFrom }) => knownFrom),
          timeline: timelineOf(table),
        },
      );
      const stampOf = (i: number, k: number): number => {
        const { start, times } = table.series[i]!;
        return times?.[k] ?? table.frequency.after(start, k);
      };
      return forecast.windows.flatMap(({ series, histories, forecasts }) =>
        series.flatMap((i, place) =>
          stampOf(i, histories[place]!.length - 1) > cutoff
            ? []
            : [...forecasts].map(([name, points]) => `${i} ${name} ${points[place]!.join()}`),
        ),
      );
    };
    let compared = 0;
    for (let cutoff = 60; cutoff < 90; cutoff += 3.7) {
      const before = await at(cutoff, 0);
      expect(await at(cutoff, 500), `${cutoff}`).toEqual(before);
      compared += before.length;
    }
    expect(compared).toBeGreaterThan(50);
  },
  60_000,
);

/** Stamps with three more steps. */
function lengthened(times: Float64Array): Float64Array {
  return Float64Array.from({ length: times.length + horizon }, (_, k) => times[k] ?? times.at(-1)! + k);
}

test("a word that first comes later is a column of its own, and changes nothing before", async () => {
  const generator = Generator.fromSeed(2);
  const history = Float64Array.from({ length: 40 }, (_, t) => 10 + (t % 4) + generator.normal());
  const sale = Float64Array.from({ length: 43 }, () => Number(generator.float64() < 0.4));
  const never = Array.from({ length: 7 }, () => new Float64Array(43));
  never[0]![39] = 1;
  const { members } = defaultMembers(periods);
  const windows = { count: 1, step: 3 };
  const told = async (known: Float64Array[]): Promise<Window[]> =>
    backtest(members, [history], { horizon, periods, features: [{ known, past: [] }] }, windows);
  expect(await told([sale, ...never.slice(1)])).toEqual(await told([sale]));
});

test("levels in time read no stamp after the horizon", async () => {
  const times = Float64Array.from({ length: 40 }, (_, k) => k + Math.sin(k));
  const history = Float64Array.from({ length: 30 }, (_, k) => Math.cos(k));
  const ask = (until_: number) => ({
    horizon,
    periods: [1],
    features: [{ known: [], past: [], times: times.subarray(0, until_) }],
  });
  expect(await levelInTime.forecast([history], ask(40))).toEqual(
    await levelInTime.forecast([history], ask(33)),
  );
});
