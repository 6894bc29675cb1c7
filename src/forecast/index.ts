/**
 * The public face of `windage/forecast`: forecasts of many series with calibrated intervals. Everything here runs in
 * a browser; reading files is `windage/run`'s part.
 */
export { createAugurs, type AugursBytes } from "./classical/augurs.ts";
export { drift, naive, seasonalNaive } from "./classical/naive.ts";
export { seasonalAutoregression, type AutoregressionForm } from "./classical/seasonal-autoregression.ts";
export { naive2, theta } from "./classical/theta.ts";
export {
  forecastSeries,
  type Forecast,
  type ForecastRequest,
  type GivenOptions,
  type ModelForecast,
} from "./forecaster.ts";
export type { FeatureMember, FeatureUse, FeatureUses, UsesFeatures } from "./feature-use.ts";
export type { SeriesFeatures } from "./features.ts";
export { levelInTime } from "./irregular/level-in-time.ts";
export { tableFeatures, type FeatureWishes } from "./series/table-features.ts";
export type { PathModel } from "./generative/path-model.ts";
export { gflownet, type GflownetMember, type Trained } from "./gflownet/member.ts";
export { gflownetPerSeries, type GflownetPerSeries } from "./gflownet/per-series.ts";
export { restoreGflownet, saveGflownet, type SavedGflownet } from "./gflownet/saved.ts";
export type { GflownetSettings } from "./gflownet/settings.ts";
export type { Answer, AskOptions } from "./question/answer.ts";
export type { ZEstimate } from "./question/mixture.ts";
export type { RewardFunction } from "./question/condition.ts";
export type { TokenLaw, TokenPaths } from "./question/token-law.ts";
export { linearMap, type LinearMapOptions } from "./linear/linear-map.ts";
export { quantileRegression, type QuantileMember } from "./linear/quantile-regression.ts";
export type { Ask, Member, PathMember, PointForecasts, Watch } from "./member.ts";
export { defaultMembers, type Extra, type MemberChoice } from "./members.ts";
export { backtest, type Progress, type Window, type Windows } from "./pool/backtest.ts";
export type { Weighing } from "./pool/weigher.ts";
export { score, type Outcome, type Scores } from "./pool/score.ts";
export { crossValidation, type CrossValidationOptions } from "./cross-validation.ts";
export {
  predictPool,
  savePool,
  type PoolForecast,
  type SavedPool,
  type SavedSeries,
} from "./pool/saved-pool.ts";
export type { Column, Spread } from "./output/long-table.ts";
export type { Frequency } from "./series/frequency.ts";
export type { Series } from "./series/grid.ts";
export type { Clock, TimeKind } from "./series/parse-time.ts";
export type { DateOrder } from "./series/date-order.ts";
export { readSeries, type ReadOptions, type SeriesTable } from "./series/read-series.ts";
