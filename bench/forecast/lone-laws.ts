/**
 * Whether 80 % intervals of lone series hold 80 % at each step: series simulated from known laws, forecast 14 steps ahead by
 * the usual pool without ETS and MSTL, with ten windows: `npx tsx bench/forecast/lone-laws.ts [--series 30]`.
 */
import { parseArgs } from "node:util";
import { forecastSeries } from "../../src/forecast/forecaster.ts";
import { defaultMembers } from "../../src/forecast/members.ts";
import { Generator } from "../../src/random/generator.ts";

const { values } = parseArgs({ options: { series: { type: "string", default: "30" } } });
const count = Number(values.series);
const horizon = 14;
const lengths = [100, 200, 300] as const;
const shown = [1, 4, 7, 14] as const;

/** A law makes one value after the other. */
type Law = (generator: Generator) => () => number;

const laws: Readonly<Record<string, Law>> = {
  "random walk": (generator) => {
    let level = 200;
    return () => (level += generator.normal());
  },
  "AR(1), .8": (generator) => {
    let level = 0;
    return () => 50 + (level = 0.8 * level + generator.normal());
  },
  GARCH: (generator) => {
    let [variance, last] = [1, 0];
    return () => {
      variance = 0.05 + 0.1 * last * last + 0.85 * variance;
      last = Math.sqrt(variance) * generator.normal();
      return 10 + last;
    };
  },
};

console.log(["law", ...shown.map((step) => `step ${step}`), "all steps", "pinball"].join(" | "));
for (const [name, law] of Object.entries(laws)) {
  const held = new Float64Array(horizon);
  let pinball = 0;
  for (let s = 0; s < count; s++) {
    const next = law(Generator.fromSeed(9000 + s));
    const all = Float64Array.from({ length: lengths[s % lengths.length]! + horizon }, () => next());
    const windows = { count: 10, step: horizon };
    const request = { horizon, periods: [1], ...defaultMembers([1]), windows };
    const forecast = await forecastSeries([all.subarray(0, -horizon)], request);
    const levels = [0.1, 0.25, 0.5, 0.75, 0.9];
    const quantiles = forecast.models.at(-1)!.quantiles(0, levels).values;
    all.subarray(-horizon).forEach((came, t) => {
      if (came >= quantiles[0]![t]! && came <= quantiles.at(-1)![t]!) held[t]! += 1 / count;
      levels.forEach((level, k) => {
        const miss = came - quantiles[k]![t]!;
        pinball += Math.max(level * miss, (level - 1) * miss) / levels.length / horizon / count;
      });
    });
  }
  const percent = (share: number): string => (100 * share).toFixed(0);
  const mean = held.reduce((sum, share) => sum + share / horizon, 0);
  const cells = [...shown.map((step) => percent(held[step - 1]!)), percent(mean), pinball.toFixed(3)];
  console.log([name, ...cells].join(" | "));
}
