/** The portrait of a forecast: its fans, what the pool is made of, and how it did in its backtests. */
import { pitHistogram } from "../../evaluation/forecast/calibration.ts";
import { mae } from "../../evaluation/forecast/point-errors.ts";
import type { Forecast } from "../../forecast/forecaster.ts";
import { poolName } from "../../forecast/pool/pool.ts";
import { scaleOf } from "../../forecast/pool/score.ts";
import type { FigureData } from "../../figure/figures.ts";
import type { Portrait } from "./portrait.ts";

/** Shares of an interval's promise that a calibration looks at. */
const stated = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
const mostFans = 6;

/** Draws up what figures need; `subject` is what is forecast. */
export function forecastPortrait(
  forecast: Forecast,
  histories: readonly Float64Array[],
  fan: FigureData<"fan">,
  subject: string,
): Portrait {
  const { transforms } = forecast;
  return {
    fan: { ...fan, panels: fan.panels.slice(0, mostFans) },
    weights: { subject, members: membersOf(forecast, histories.length) },
    ...(forecast.windows.length === 0
      ? {}
      : {
          backtests: {
            subject,
            measure: "MASE (error in units of repeating the last season)",
            models: errorsByWindow(forecast),
          },
        }),
    ...(transforms.length === 0
      ? {}
      : {
          calibration: {
            subject,
            note: "From backtests, with intervals made of the other windows",
            series: [
              {
                name: poolName,
                count: transforms.length,
                points: stated.map((share) => ({
                  stated: share,
                  held: transforms.filter((u) => Math.abs(2 * u - 1) <= share).length / transforms.length,
                })),
              },
            ],
          },
          pit: { subject, shares: Array.from(pitHistogram(transforms)), count: transforms.length },
        }),
  };
}

/** Weights of the pool: of one series as they are, of several their mean with the least and the most. */
function membersOf({ weights }: Forecast, series: number): FigureData<"weights">["members"] {
  const all = Array.from({ length: series }, (_, i) => weights.of(i));
  return weights.names.map((name, member) => {
    const own = all.map((one) => one[member] ?? 0);
    const weight = own.reduce((sum, value) => sum + value / own.length, 0);
    if (own.length === 1) return { name, weight };
    const low = own.reduce((least, value) => Math.min(least, value), Infinity);
    return { name, weight, low, high: own.reduce((most, value) => Math.max(most, value), 0) };
  });
}

/** The mean scaled error of each model in each window, the oldest first. */
function errorsByWindow({ models, windows, periods }: Forecast): FigureData<"backtests">["models"] {
  const season = periods[0] ?? 1;
  return models.map(({ name }) => ({
    name,
    errors: windows.map(({ series, actual, histories, forecasts }) => {
      const points = forecasts.get(name);
      if (points === undefined) return null;
      const errors = series.flatMap((_, at) => {
        const steps = Array.from(actual[at]!.keys()).filter((t) => !Number.isNaN(actual[at]![t]));
        if (steps.length === 0) return [];
        const measured = (row: Float64Array): Float64Array => Float64Array.from(steps, (t) => row[t]!);
        return [mae(measured(points[at]!), measured(actual[at]!)) / scaleOf(histories[at]!, season)];
      });
      return errors.length === 0 ? null : errors.reduce((sum, error) => sum + error / errors.length, 0);
    }),
  }));
}
