/**
 * How many backtest windows a lone series wants: forty simulated series, each forecast alone a week ahead from 200 days,
 * with intervals from 3, 6, 10 and 15 windows, against what came: `npx tsx bench/forecast/lone-series.ts`. The pool is the usual
 * one with Theta in MSTL's place.
 */
import { defaultMembers } from "../../src/forecast/members.ts";
import { forecastSeries } from "../../src/forecast/forecaster.ts";
import { score } from "../../src/forecast/pool/score.ts";
import { Generator } from "../../src/random/generator.ts";

const horizon = 7;
const length = 200;
const choice = defaultMembers([7]);
const members = choice.members.filter(({ name }) => choice.pool.includes(name));
const all = Array.from({ length: 40 }, (_, s) => {
  const generator = Generator.fromSeed(500 + s);
  const kept = [0, 0.5, 0.9][s % 3]!;
  let noise = 0;
  return Float64Array.from({ length: length + horizon }, (_day, t) => {
    noise = kept * noise + generator.normal();
    return 100 + 20 * Math.sin((2 * Math.PI * t) / 7) + 8 * noise;
  });
});

console.log("windows | CRPS | MASE | 50 | 80 | 95 % covers | MSIS");
for (const count of [3, 6, 10, 15]) {
  const outcomes = [];
  for (const values of all) {
    const history = values.subarray(0, length);
    const windows = { count, step: horizon };
    const forecast = await forecastSeries([history], { horizon, periods: [7], members, windows });
    const pool = forecast.models.at(-1)!;
    outcomes.push({
      history,
      actual: values.subarray(length),
      point: pool.point[0]!,
      quantiles: (levels: readonly number[]) => pool.quantiles(0, levels),
    });
  }
  const { crps, mase, coverage50, coverage80, coverage95, msis95 } = score(outcomes, 7);
  const covered = [coverage50, coverage80, coverage95].map((share) => (100 * share).toFixed(0));
  console.log([count, crps.toFixed(3), mase.toFixed(3), ...covered, msis95.toFixed(2)].join(" | "));
}
