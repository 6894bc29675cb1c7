/**
 * A generative forecaster on simulated daily series: one small network for all of them draws whole futures, beside the
 * classical members and in the pool. Run it with `npx tsx examples/generative-forecast.ts`; it takes some seconds.
 */
import { defaultMembers, forecastSeries, gflownet, gflownetName, poolName } from "windage/forecast";
import { Generator } from "windage/random";

const histories = Array.from({ length: 12 }, (_, shop) => {
  const rng = Generator.fromSeed(shop);
  const level = 100 + 20 * rng.normal();
  let mood = 0;
  return Float64Array.from({ length: 180 }, (_, day) => {
    mood = 0.8 * mood + 4 * rng.normal();
    return Math.max(0, level * (day % 7 >= 5 ? 1.4 : 1) + mood);
  });
});

// The defaults are made for hundreds of series; here a smaller network on fewer bins will do.
const generative = gflownet({ bins: 64, width: 16, heads: 2, iterations: 200 });
const { members, pool } = defaultMembers([7], { gflownet: generative });
const forecast = await forecastSeries(histories, {
  horizon: 7,
  periods: [7],
  members,
  pool,
  windows: { count: 2, step: 7 },
});

for (const name of ["SeasonalNaive7", "SeasonalAR", gflownetName, poolName]) {
  const { crps, mase, coverage80 } = forecast.scores.get(name)!;
  console.log(
    `${name.padEnd(15)} CRPS ${crps.toFixed(2)}  MASE ${mase.toFixed(3)}  80 % covers ${(100 * coverage80).toFixed(0)} %`,
  );
}

// Paths of the pool: its marginals, in the order in which the network's paths lie.
const paths = await forecast.paths(0, 200);
const totals = paths.map((path) => path.reduce((sum, value) => sum + value, 0)).sort((a, b) => a - b);
console.log(
  `\nfirst shop, total of the week: ${totals[100]!.toFixed(0)}, 80 % between ${totals[20]!.toFixed(0)} and ${totals[180]!.toFixed(0)}`,
);
