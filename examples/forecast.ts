/**
 * Forecasting a few simulated daily series a week ahead: backtests, the pool, its intervals.
 * Run it with `npx tsx examples/forecast.ts`; it takes a second or two.
 */
import { defaultMembers, forecastSeries } from "windage/forecast";
import { Generator } from "windage/random";

const histories = Array.from({ length: 8 }, (_, shop) => {
  const rng = Generator.fromSeed(shop);
  const level = 100 + 40 * rng.normal();
  return Float64Array.from({ length: 140 }, (_, day) => {
    const weekend = day % 7 >= 5 ? 1.4 : 1;
    return Math.max(0, level * weekend + 8 * rng.normal() + 0.1 * day);
  });
});

const { members, pool } = defaultMembers([7]);
const forecast = await forecastSeries(histories, {
  horizon: 7,
  periods: [7],
  members,
  pool,
  windows: { count: 3, step: 7 },
});

console.log("backtests       MASE   80 % covers");
for (const [name, { mase, coverage80 }] of forecast.scores) {
  console.log(`${name.padEnd(22)} ${mase.toFixed(3)}   ${(100 * coverage80).toFixed(0)} %`);
}
const model = forecast.models.find(({ name }) => name === "Pool")!;
const [low, high] = model.quantiles(0, [0.1, 0.9]).values;
console.log("\nfirst shop, next week: forecast and 80 % interval");
model.point[0]!.forEach((value, t) =>
  console.log(`day ${t + 1}  ${value.toFixed(1)}  [${low![t]!.toFixed(1)}, ${high![t]!.toFixed(1)}]`),
);
