import { expect, test } from "vitest";
import { eachAlone } from "../each-alone.ts";
import { linearMap } from "../linear/linear-map.ts";
import { knownSeries, season } from "./known-law.fixture.ts";
import { gflownet } from "./member.ts";
import { gflownetPerSeries } from "./per-series.ts";

const ask = { horizon: 4, periods: [season] };
const quick = {
  references: ["season"],
  bins: 16,
  width: 8,
  heads: 2,
  layers: 1,
  patches: 3,
  iterations: 6,
  batch: 8,
  paths: 8,
} as const;
const [one, two] = knownSeries(2, 200).map(({ values }) => values) as [Float64Array, Float64Array];
const earlier = (values: Float64Array): Float64Array => values.subarray(0, 190);

test("a network per series forecasts as one that was trained on that series alone, whatever the others are", async () => {
  const member = gflownetPerSeries(quick);
  const points = await member.forecast([one, two], ask);
  const alone = gflownet(quick);
  const only = [two];
  expect(points[1]).toEqual((await alone.forecast(only, ask))[0]);
  expect(member.forecastQuantiles([one, two], ask, [0.1, 0.9])[1]).toEqual(
    alone.forecastQuantiles(only, ask, [0.1, 0.9])[0],
  );
  expect((await gflownet(quick).forecast([one, two], ask))[1]).not.toEqual(points[1]);
  const scaled = one.map((value) => 3 * value + 1);
  expect((await gflownetPerSeries(quick).forecast([scaled, two], ask))[1]).toEqual(points[1]);
  // Paths of two series are independent draws, also where the networks are the same.
  const same = gflownetPerSeries(quick);
  await same.forecast([two, two], ask);
  expect(await same.drawPaths(0, 3, 5)).not.toEqual(await same.drawPaths(1, 3, 5));
}, 120_000);

test("longer histories go on with their own networks, also when a series joins later", async () => {
  const member = gflownetPerSeries(quick);
  await member.forecast([earlier(two)], ask);
  const before = member.trainedFor(two)!;
  const points = await member.forecast([one, two], ask);
  expect(member.trainedFor(two)!.forecaster).toBe(before.forecaster);
  const alone = gflownet(quick);
  await alone.forecast([earlier(two)], ask);
  expect(points[1]).toEqual((await alone.forecast([two], ask))[0]);
  // Networks that are known are used as they are, in the order of the histories.
  const known = [member.trainedFor(two)!, member.trainedFor(one)!];
  const again = gflownetPerSeries({}, known);
  expect(await again.forecast([two, one], ask)).toEqual([points[1], points[0]]);
  await expect(again.forecast([one, two, one], ask)).rejects.toThrowError(/one of the 2 it has networks for/);
}, 120_000);

test("a linear map per series sees one series at a time", async () => {
  const [alone] = await linearMap().forecast([two], ask);
  expect((await eachAlone(linearMap()).forecast([one, two], ask))[1]).toEqual(alone);
  expect((await linearMap().forecast([one, two], ask))[1]).not.toEqual(alone);
});
