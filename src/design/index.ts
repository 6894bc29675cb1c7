/** From measurements to an order: a surrogate of what was measured, and what is worth making next. See docs/design.md. */
export { type Design, propose, type ProposeOptions, type Proposal } from "./propose.ts";
export { writeOrder } from "./batch/write-order.ts";
export {
  type ProtocolName,
  type ProtocolOptions,
  type ProtocolRound,
  type ProtocolSearch,
  runProtocol,
} from "./protocol.ts";
export type { SearchKind, SearchStep } from "./search/search.ts";
export { type Interval } from "./surrogate/calibration.ts";
export type { PredictionOutcome } from "./surrogate/earlier-orders.ts";
export {
  fitSurrogate,
  type ModelReport,
  type Prediction,
  type Surrogate,
  type SurrogateData,
} from "./surrogate/surrogate.ts";
export { type ErrorModel, readErrorModel, uniformErrors } from "./synthesis/error-model.ts";
export type { OrderLimit } from "./synthesis/order-limit.ts";
export { type ErrorFit, fitErrors, type Read } from "./synthesis/fit-errors.ts";
export { readReads } from "./synthesis/read-reads.ts";
export type { AcquisitionKind } from "./utility/acquisition.ts";
export type { UtilityKind } from "./utility/utility-map.ts";
