/** What is kept of a comparison in its folder, and the report written there. */
export { reportComparison } from "./report-comparison.ts";
export type { ComparisonDocument, ComparisonReport, ReportRequest } from "./report-comparison.ts";
export { createComparison } from "./store.ts";
export type { ComparisonFolder } from "./store.ts";
