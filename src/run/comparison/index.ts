/** What is kept of a comparison in its folder, and the report written there. */
export { reportComparison } from "./report-comparison.ts";
export type { ComparisonDocument, ComparisonReport, ReportRequest } from "./report-comparison.ts";
export { createComparison } from "./store.ts";
export type { ComparisonFolder } from "./store.ts";

// For other rooms only: left out of the types and docs of the package.
/** @internal */
export { checkComparisonInputs } from "./comparison-inputs.ts";
/** @internal */
export { jobKeeper } from "./job-keeper.ts";
/** @internal */
export {
  discardComparison,
  forgetUnderWay,
  newComparisonFolder,
  openComparison,
  readJob,
  scoresFolder,
  tidyComparison,
  writeJob,
} from "./store.ts";
