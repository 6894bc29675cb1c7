/**
 * Forecasting a few simulated daily series a week ahead: features, backtests, the pool and its intervals, a small
 * generative forecaster among the members, and a question about the week to come.
 * Run it with `npx tsx examples/forecast.ts`; it takes some seconds.
 */
import { Generator } from "windage";
import { defaultMembers, forecastSeries, gflownet } from "windage/forecast";

const [days, horizon] = [140, 7];
const shops = Array.from({ length: 8 }, (_, shop) => {
  const rng = Generator.fromSeed(shop);
  const level = 100 + 20 * rng.normal();
  // Promotions are planned, so they are known for the week ahead too.
  const promotion = Float64Array.from({ length: days + horizon }, () => (rng.float64() < 0.15 ? 1 : 0));
  let mood = 0;
  const sales = Float64Array.from({ length: days }, (_, day) => {
    mood = 0.8 * mood + 4 * rng.normal();
    return Math.max(0, level * (day % 7 >= 5 ? 1.4 : 1) + 30 * promotion[day]! + mood);
  });
  return { sales, features: { known: [promotion], past: [] } };
});

// The defaults are made for hundreds of series; here a smaller network on fewer bins will do.
const generative = gflownet({ bins: 64, width: 16, heads: 2, iterations: 120 });
const { members, pool } = defaultMembers([7], { gflownet: generative });
const forecast = await forecastSeries(
  shops.map(({ sales }) => sales),
  {
    horizon,
    periods: [7],
    features: shops.map(({ features }) => features),
    members,
    pool,
    windows: { count: 2, step: 7 },
  },
);

console.log("backtests               CRPS   MASE   80 % covers");
for (const [name, { crps, mase, coverage80 }] of forecast.scores) {
  console.log(
    `${name.padEnd(22)} ${crps.toFixed(2).padStart(5)}  ${mase.toFixed(3)}   ${(100 * coverage80).toFixed(0)} %`,
  );
}
const model = forecast.models.find(({ name }) => name === "Pool")!;
const [low, high] = model.quantiles(0, [0.1, 0.9]).values;
console.log("\nfirst shop, next week: forecast and 80 % interval");
model.point[0]!.forEach((value, t) =>
  console.log(`day ${t + 1}  ${value.toFixed(1)}  [${low![t]!.toFixed(1)}, ${high![t]!.toFixed(1)}]`),
);

const expected = model.point[0]!.reduce((sum, value) => sum + value, 0);
const question = `sum(y) > ${Math.round(1.08 * expected)}`;
const answer = await forecast.given(question, { iterations: 80, samples: 1000 });
console.log(`\nP(${question}) = ${answer.probability.toPrecision(2)}, asked of the network's own policy`);
