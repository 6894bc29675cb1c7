/** From measurements to an order: a surrogate of what was measured, and what is worth making next. See docs/design.md. */
export type { BatchRules } from "./batch/choose-batch.ts";
export { type Design, propose, type ProposeOptions, type Proposal } from "./propose.ts";

export type { SearchKind, SearchStep } from "./search/search.ts";
export { type Interval } from "./surrogate/calibration.ts";
export {
  fitSurrogate,
  type ModelReport,
  type Prediction,
  Surrogate,
  type SurrogateData,
} from "./surrogate/surrogate.ts";
export { tableAfterErrors } from "./synthesis/after-errors.ts";
export { type ErrorModel, readErrorModel, uniformErrors } from "./synthesis/error-model.ts";
export { type ErrorFit, fitErrors, type Read } from "./synthesis/fit-errors.ts";
export { readReads } from "./synthesis/read-reads.ts";
export type { AcquisitionKind } from "./utility/acquisition.ts";
export { checkUtility, createUtility, type UtilityKind, type UtilityMap } from "./utility/utility-map.ts";
export { readSequenceList } from "./batch/read-sequence-list.ts";
export { mergeMeasurements, roundOutcome, type RoundOutcome } from "./rounds.ts";
export { logScores } from "./utility/log-scores.ts";
