/** Forecasting as a job: from a file of series to backtests, a pool and forecasts, kept as a run. */
import type { ForecastJob, ForecastOutcome, ForecastPlan } from "../../run/forecast/index.ts";
import { startJob, type Job } from "../job.ts";

/** What is forecast: a file and a horizon, and what else is to be otherwise. */
export interface ForecastSettings extends ForecastJob {
  readonly signal?: AbortSignal | undefined;
}

/** What is heard of a forecast. */
export type ForecastEvent =
  | { readonly kind: "read"; readonly series: readonly string[]; readonly notes: readonly string[] }
  /** What it will cost, before it begins. */
  | { readonly kind: "plan"; readonly plan: ForecastPlan }
  /** So many of all steps are done, and what comes next. */
  | { readonly kind: "progress"; readonly done: number; readonly of: number; readonly doing: string };

/** What came of it. */
export interface ForecastResult extends ForecastOutcome {
  readonly kind: "forecast";
}

/** Forecasts the series of a file; stopped, it ends with the error `run/stopped` and keeps finished backtests. */
export function forecastJob({ signal, ...job }: ForecastSettings): Job<ForecastEvent, ForecastResult> {
  return startJob<ForecastEvent, ForecastResult>(
    async (tell, stop) => {
      const { forecastRun } = await import("../../run/forecast/index.ts");
      const outcome = await forecastRun(job, {
        signal: stop,
        onTable: ({ series, notes }) =>
          tell({ kind: "read", series: series.map(({ id }) => id), notes: [...notes] }),
        onPlan: (plan) => tell({ kind: "plan", plan }),
        onStep: async (done, of, doing) => {
          tell({ kind: "progress", done, of, doing });
          // Members compute without a pause; whoever wants to stop it has to be heard.
          await new Promise((resume) => setImmediate(resume));
        },
      });
      return { kind: "forecast", ...outcome };
    },
    { signal },
  );
}
