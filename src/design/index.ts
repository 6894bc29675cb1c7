/** From measurements to an order: a surrogate of what was measured, and what is worth making next. See docs/design.md. */
export { chooseBatch, type BatchRules } from "./batch/choose-batch.ts";
export { type Design, propose, type ProposeOptions, type Proposal } from "./propose.ts";
export { type Candidate, Candidates } from "./search/candidates.ts";
export { DesignSpace, distanceBetween } from "./search/design-space.ts";
export { searchKinds, type SearchKind, type SearchStep } from "./search/search.ts";
export { type Interval } from "./surrogate/calibration.ts";
export {
  fitSurrogate,
  type ModelReport,
  type Prediction,
  Surrogate,
  type SurrogateData,
} from "./surrogate/surrogate.ts";
export {
  possibleResults,
  tableAfterErrors,
  type Values,
  valuesAfterErrors,
} from "./synthesis/after-errors.ts";
export {
  cleanShare,
  type ErrorModel,
  isFaultless,
  readErrorModel,
  uniformErrors,
} from "./synthesis/error-model.ts";
export { type ErrorFit, fitErrors, type Read } from "./synthesis/fit-errors.ts";
export { readReads } from "./synthesis/read-reads.ts";
export { acquisitionKinds, type AcquisitionKind } from "./utility/acquisition.ts";
export {
  checkUtility,
  createUtility,
  type UtilityKind,
  utilityKinds,
  type UtilityMap,
} from "./utility/utility-map.ts";
export { readSequenceList } from "./batch/read-sequence-list.ts";
export { mergeMeasurements, roundOutcome, type RoundOutcome } from "./rounds.ts";
export { logScores } from "./utility/log-scores.ts";
