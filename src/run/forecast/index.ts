/** Forecast runs: the job behind `windage forecast`, and what can be done with a run later. See docs/forecasting.md. */
export {
  forecastRun,
  type ForecastFiles,
  type ForecastOutcome,
  type ForecastProgress,
} from "./forecast-run.ts";
export type { ForecastPlan } from "./table-size.ts";
export type { ForecastJob } from "./forecast-job.ts";
export { loadNetwork } from "./keep-network.ts";
export { loadForecast, type LoadedForecast } from "./load-forecast.ts";
export { evaluateRun, predictFromRun, type Evaluation, type Prediction } from "./use-forecast.ts";
export type { TableFormat } from "./write-columns.ts";
