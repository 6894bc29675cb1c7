/** Forecasting as a job: from a file of series to backtests, a pool and forecasts, kept as a run. */
import type { ForecastJob } from "../../run/forecast/forecast-job.ts";
import type { ForecastOutcome } from "../../run/forecast/forecast-run.ts";
import type { ForecastPlan } from "../../run/forecast/table-size.ts";
import { startJob, type Job, type JobControl } from "../job.ts";
import type { AnsweredQuestion } from "./question.ts";

/** What is forecast: a file and a horizon, and what else is to be otherwise. */
export interface ForecastSettings extends ForecastJob, JobControl {
  /** A question about the future, such as `sum(y) > 1200`, or a module whose default export weighs a whole path. */
  readonly given?: string | undefined;
  /** The series that the question is about; the first unless told. */
  readonly series?: string | undefined;
}

/** What is heard of a forecast. */
export type ForecastEvent =
  | { readonly kind: "read"; readonly series: readonly string[]; readonly notes: readonly string[] }
  /** What it will cost, before it begins. */
  | { readonly kind: "plan"; readonly plan: ForecastPlan }
  /** So many of all steps are done, and what comes next. */
  | { readonly kind: "progress"; readonly done: number; readonly of: number; readonly doing: string };

/** What `forecastJob` came to: the run, its forecasts and its scores. */
export interface ForecastResult extends ForecastOutcome {
  readonly kind: "forecast";
  /** What the question found; missing where none was asked. */
  readonly asked?: AnsweredQuestion;
}

/** Forecasts the series of a file; stopped, it ends with the error `run/stopped` and keeps finished backtests. */
export function forecastJob({
  signal,
  say,
  given,
  series: named,
  ...job
}: ForecastSettings): Job<ForecastEvent, ForecastResult> {
  return startJob<ForecastEvent, ForecastResult>(
    async (tell, stop) => {
      const { forecastRun } = await import("../../run/forecast/forecast-run.ts");
      const { requireEffectOn } = await import("./effect-on-table.ts");
      const { askQuestion, findSeries, readQuestion, tryQuestion } = await import("./question.ts");
      const question = given === undefined ? undefined : await readQuestion(given, job.horizon);
      const onStep = async (done: number, of: number, doing: string): Promise<void> => {
        tell({ kind: "progress", done, of, doing });
        // Members compute without a pause; whoever wants to stop it has to be heard.
        await new Promise((resume) => setImmediate(resume));
      };
      let series = 0;
      const outcome = await forecastRun(job, {
        signal: stop,
        onTable(table) {
          requireEffectOn(table, job);
          const ids = table.series.map(({ id }) => id);
          series = findSeries(named, ids);
          if (question !== undefined) tryQuestion(question, table.series[series]!.values, job.horizon);
          tell({ kind: "read", series: ids, notes: [...table.notes] });
        },
        onPlan: (plan) => tell({ kind: "plan", plan }),
        onStep,
      });
      if (question === undefined) return { kind: "forecast", ...outcome };
      const asked = await askQuestion(outcome, question, {
        series,
        seed: job.seed ?? 0,
        signal: stop,
        onStep: (done, of) => onStep(done, of, `asking: ${question.label}`),
      });
      return { kind: "forecast", ...outcome, asked };
    },
    { signal, say },
  );
}
