/** Forecast runs: the job, what can be done with it later, its files and figures. */
export type { FanPanel } from "./fan-chart.ts";
export { fanPanel, forecastRun, summaryOf, type ForecastJob, type ForecastOutcome } from "./forecast-run.ts";
export { keepAnswer } from "./keep-answer.ts";
export { evaluateRun, predictFromRun } from "./use-forecast.ts";
export { writeColumns } from "./write-columns.ts";
