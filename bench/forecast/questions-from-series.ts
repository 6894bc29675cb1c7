/**
 * The same questions where the law has to be learned from one series of it: autoregressive noise around a seasonal mean, of
 * which 3,000 values are seen. The exact probability is that of the process given its last value, so what is off is what the
 * forecast does not know of it, not what the sampler does (bench/forecast/questions.ts):
 * `npx tsx bench/forecast/questions-from-series.ts [--seeds 0,1,2] [--windows 60]`.
 */
import { parseArgs } from "node:util";
import { defaultMembers } from "../../src/forecast/members.ts";
import { forecastSeries } from "../../src/forecast/forecaster.ts";
import { Generator } from "../../src/random/generator.ts";
import { normalQuantile } from "../../src/random/normal-quantile.ts";

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "0,1,2" }, windows: { type: "string", default: "60" } },
});
const [length, horizon, period, phi, deviation] = [3000, 12, 12, 0.7, 5];
const mean = (t: number): number => 100 + 10 * Math.sin((2 * Math.PI * t) / period);
/** The standard deviation of a new shock, of a process whose values have `deviation`. */
const shock = deviation * Math.sqrt(1 - phi ** 2);

/** The standard deviation of the noise at one step ahead, and of the sum over all. */
const stepSpread = shock;
const weights = Array.from({ length: horizon }, (_, k) => (1 - phi ** (horizon - k)) / (1 - phi));
const sumSpread = shock * Math.hypot(...weights);

console.log("seed | question | exact | got | got / exact | 95 % interval");
for (const seed of values.seeds.split(",").map(Number)) {
  const generator = Generator.fromSeed(seed);
  let noise = 0;
  const series = Float64Array.from({ length }, (_, t) => {
    noise = phi * noise + shock * generator.normal();
    return mean(t) + noise;
  });
  const forecast = await forecastSeries([series], {
    ...defaultMembers([period]),
    horizon,
    periods: [period],
    windows: { count: Number(values.windows), step: horizon },
  });
  const ahead = Array.from({ length: horizon }, (_, k) => mean(length + k) + noise * phi ** (k + 1));
  const total = ahead.reduce((sum, value) => sum + value);
  for (const exact of [0.1, 1e-2, 1e-3, 1e-4, 1e-5]) {
    const z = -normalQuantile(exact);
    for (const question of [`y[1] > ${ahead[0]! + z * stepSpread}`, `sum(y) > ${total + z * sumSpread}`]) {
      const { probability, interval } = await forecast.given(question, { seed });
      const cells = [
        seed,
        question.replace(/\d+\.\d+/, (number) => Number(number).toFixed(1)),
        exact,
        probability.toExponential(2),
        (probability / exact).toFixed(2),
        interval.map((end) => end.toExponential(1)).join(" to "),
      ];
      console.log(cells.join(" | "));
    }
  }
}
