import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { forecastSeries } from "../forecaster.ts";
import type { Member } from "../member.ts";
import { perSeries } from "../member.ts";
import type { Window } from "./backtest.ts";
import { savePool } from "./saved-pool.ts";
import { sharedWeights } from "./shared-weights.ts";
import { sharedShare, weigher } from "./weigher.ts";

const history = Float64Array.of(0, 1, 0, 1, 0, 1);
const window = (actual: readonly number[], forecasts: Record<string, readonly number[]>): Window => ({
  held: 1,
  series: actual.map((_, i) => i),
  actual: actual.map((value) => Float64Array.of(value)),
  histories: actual.map(() => history),
  forecasts: new Map(
    Object.entries(forecasts).map(([name, list]) => [name, list.map((value) => Float64Array.of(value))]),
  ),
});

test("members whose errors cancel are taken together, and a worse one not at all", () => {
  // By hand: high is 0.2 above and low 0.2 below, so their mean is right; bad is 0.6 off.
  const only = window([0.5, 0.5], { bad: [1.1, 1.1], high: [0.7, 0.7], low: [0.3, 0.3] });
  expect([...sharedWeights(["bad", "high", "low"], [only], 1)]).toEqual([0, 0.5, 0.5]);
});

test("one series' luck does not outweigh all others; without windows all count alike", () => {
  const luck = window([0.5, 0.5, 0.5], { lucky: [0.5, 0.9, 0.9], steady: [0.6, 0.6, 0.6] });
  const names = ["lucky", "steady"];
  const pool = { names, own: names, season: 1 };
  expect([...weigher({ ...pool, weighing: "shared" }, [luck])(0)]).toEqual([0, 1]);
  expect(weigher({ ...pool, weighing: "own" }, [luck])(0)[0]).toBeGreaterThan(0.9);
  expect([...sharedWeights(names, [], 1)]).toEqual([0.5, 0.5]);
});

test("a series without a backtest has the shared weights where those judged were chosen to stand for it", () => {
  // Each series has its own right member, so that shared weights would have been worse, and are not taken.
  const own = { a: [0.5, 0.9, 0.5, 0.9], b: [0.9, 0.5, 0.9, 0.5], c: [0.9, 0.9, 0.9, 0.9] };
  const windows = [1, 2, 3].map(() => window([0.5, 0.5, 0.5, 0.5], own));
  const names = ["a", "b", "c"];
  const pool = { names, own: names, season: 1, weighing: "auto" as const };
  expect(sharedShare(pool, windows)).toBe(0);
  const shared = sharedWeights(names, windows, 1);
  expect([...shared]).toEqual([0.5, 0.5, 0]);
  expect([...weigher({ ...pool, isSampled: true }, windows)(4)]).toEqual([...shared]);
  expect(weigher({ ...pool, isSampled: true }, windows)(0)[0]).toBeGreaterThan(0.9);
  // One that was too short for a backtest knows nothing of itself, and its members count alike.
  expect([...weigher(pool, windows)(4)]).toEqual([1 / 3, 1 / 3, 1 / 3]);
});

test("a pool with shared weights keeps what counts, and a window's weights come from the others", async () => {
  const generator = Generator.fromSeed(4);
  const histories = [0, 1, 2].map(() => {
    let level = 50;
    return Float64Array.from({ length: 80 }, () => (level += generator.normal()));
  });
  const last: Member = perSeries("Last", (values, { horizon }) =>
    new Float64Array(horizon).fill(values.at(-1)!),
  );
  const far: Member = perSeries("Far", (values, { horizon }) =>
    new Float64Array(horizon).fill(values.at(-1)! + 9),
  );
  const forecast = await forecastSeries(histories, {
    horizon: 4,
    periods: [1],
    members: [last, far],
    weighing: "shared",
    windows: { count: 4, step: 4 },
  });
  expect([...forecast.weights.of(2)]).toEqual([1, 0]);
  expect(forecast.models.at(-1)!.point[1]).toEqual(forecast.models[0]!.point[1]);
  const saved = savePool(forecast, ["a", "b", "c"]);
  expect(saved.names).toEqual(["Last"]);
  expect(saved.series.map(({ weights }) => weights)).toEqual([[1], [1], [1]]);
});

test("auto takes the shared weights where own ones were luck, and a series' own where series differ", () => {
  const names = ["a", "b"];
  const pool = { weighing: "auto", names, own: names, season: 1 } as const;
  // By hand: b is always 0.1 off; a is right in one window and 0.9 off in the others, a different one for each series.
  const truth = [0.5, 0.5, 0.5];
  const steady = truth.map((value) => value + 0.1);
  const luck = [0, 1, 2].map((w) =>
    window(truth, { a: truth.map((value, i) => (i === w ? value : value + 0.9)), b: steady }),
  );
  expect(sharedShare(pool, luck)).toBe(1);
  expect([...weigher(pool, luck)(0)]).toEqual([0, 1]);
  // Each member is right about its own series, window after window.
  const special = [0, 1, 2].map(() => window([0.5, 0.5], { a: [0.5, 1.4], b: [1.4, 0.5] }));
  expect(sharedShare(pool, special)).toBe(0);
  expect(weigher(pool, special)(1)[1]).toBeGreaterThan(0.99);
  // One window, or one series, teaches nothing about it.
  expect(sharedShare(pool, luck.slice(0, 1))).toBe(0);
  expect(
    sharedShare(
      pool,
      [0, 1, 2].map(() => window([0.5], { a: [0.5], b: [1] })),
    ),
  ).toBe(0);
});

test("only the weights of all series reach members that the pool was not told of", () => {
  const pool = { weighing: "own", names: ["a", "b"], own: ["b"], season: 1 } as const;
  const right = window([0.5, 0.5], { a: [0.5, 0.5], b: [0.6, 0.6] });
  expect([...weigher(pool, [right])(0)]).toEqual([0, 1]);
  expect([...weigher({ ...pool, weighing: "shared" }, [right])(0)]).toEqual([1, 0]);
});
