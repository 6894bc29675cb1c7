/** Comparisons of methods: plans, jobs, and the tables and plots made of their results. */
export type { CurvePoint, JobKey, JobResult, MetricName, Metrics } from "./job-result.ts";
export type { ComparisonPlan, PlannedMethod } from "./plan.ts";
