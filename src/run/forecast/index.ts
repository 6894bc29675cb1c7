/** Forecast runs: the job behind `windage forecast`, and what can be done with a run later. See docs/forecasting.md. */
export {
  forecastRun,
  type ForecastFiles,
  type ForecastJob,
  type ForecastOutcome,
  type ForecastProgress,
} from "./forecast-run.ts";
export { loadNetwork } from "./keep-network.ts";
export { evaluateRun, predictFromRun, type Evaluation, type Prediction } from "./use-forecast.ts";
export type { TableFormat } from "./write-columns.ts";

// For other rooms only: left out of the types and docs of the package.
/** @internal */
export type { FanPanel } from "./fan-chart.ts";
/** @internal */
export { fanPanel, summaryOf } from "./forecast-run.ts";
/** @internal */
export { keepAnswer } from "./keep-answer.ts";
/** @internal */
export { encodeColumns } from "./write-columns.ts";
