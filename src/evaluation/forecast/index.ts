/** Measures of forecasts: of samples, of quantiles and of points, on plain arrays. */
export { coverage, msis, pit, pitHistogram, type IntervalOutcome } from "./calibration.ts";
export { crps, crpsFair, crpsFairPerStep, crpsPerStep } from "./crps.ts";
export { mae, mase, mse, owa, seasonalScale, smape, type PointScores } from "./point-errors.ts";
export { scaledQuantileLoss, weightedQuantileLoss, type QuantileOutcome } from "./quantile-loss.ts";
export { type Paths, type QuantileForecast } from "./sample-quantiles.ts";
