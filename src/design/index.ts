/** From measurements to an order: a surrogate of what was measured, and what is worth making next. See docs/design.md. */
export { type Interval } from "./surrogate/calibration.ts";
export {
  fitSurrogate,
  type ModelReport,
  type Prediction,
  Surrogate,
  type SurrogateData,
} from "./surrogate/surrogate.ts";
