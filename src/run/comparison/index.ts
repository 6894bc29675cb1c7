/** What is kept of a comparison in its folder, and the report written there. */
export { checkComparisonInputs } from "./comparison-inputs.ts";
export { jobKeeper } from "./job-keeper.ts";
export { reportComparison } from "./report-comparison.ts";
export type { ComparisonDocument, ComparisonReport, ReportRequest } from "./report-comparison.ts";
export {
  createComparison,
  discardComparison,
  forgetUnderWay,
  newComparisonFolder,
  openComparison,
  readJob,
  scoresFolder,
  tidyComparison,
  writeJob,
} from "./store.ts";
export type { ComparisonFolder } from "./store.ts";
