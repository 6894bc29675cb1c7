/** Comparing methods at equal budgets as a job: a plan from a few settings, its runs over several processes, and a table. */
import { availableParallelism } from "node:os";
import { recordSpecs } from "../../run/config/config.ts";
import type { JobResult } from "../../comparison/job-result.ts";
import type { ComparisonPlan } from "../../comparison/plan.ts";
import type { ComparisonReport } from "../../run/comparison/report-comparison.ts";
import type { ComparisonNews, FailedJob } from "../../scale/run-comparison.ts";
import { startJob, type Job, type JobControl } from "../job.ts";
import { settingsGiven } from "../settings-given.ts";
import { compareOptions } from "./compare-options.ts";
import type { CompareValues } from "./compare-plan.ts";

/** What is compared: the options of `windage compare` by their names in config files; everything has a default. */
export type CompareSettings = {
  readonly [K in keyof CompareValues]?: CompareValues[K] | undefined;
} & JobControl;

/** What is heard of a comparison: its folder, then what becomes of each of its runs, with `done` for each that is finished. */
export type CompareEvent =
  | {
      readonly kind: "folder";
      readonly folder: string;
      readonly plan: ComparisonPlan;
      readonly resumed: boolean;
      /** Runs at a time. */
      readonly parallel: number;
    }
  | ComparisonNews;

/**
 * How a comparison ended: with a table, without a single run to make one of, or stopped, to be gone on with by
 * `resume`.
 */
export type CompareResult =
  | {
      readonly kind: "compared";
      readonly folder: string;
      readonly results: readonly JobResult[];
      readonly failed: readonly FailedJob[];
      /** The method that the others are held against: the one asked for, where it has a run that finished. */
      readonly against: string;
      readonly report: ComparisonReport;
    }
  | { readonly kind: "failed"; readonly folder: string; readonly failed: readonly FailedJob[] }
  | { readonly kind: "stopped"; readonly folder: string; readonly results: readonly JobResult[] };

/** Compares methods; what is finished is kept in the folder whatever happens. */
export function compareJob({ signal, say: spelling, ...settings }: CompareSettings = {}): Job<
  CompareEvent,
  CompareResult
> {
  return startJob<CompareEvent, CompareResult>(
    async (tell, stop, say) => {
      const { values: all, given } = settingsGiven(
        { task: recordSpecs["task"]!, ...compareOptions },
        settings,
      );
      const values = all as unknown as CompareValues;
      const { againstOf, comparisonOf } = await import("./compare-plan.ts");
      const { reportComparison } = await import("../../run/comparison/report-comparison.ts");
      const { runComparison } = await import("../../scale/run-comparison.ts");
      const comparison = await comparisonOf(values, given);
      const { folder, plan, resumed } = comparison;
      const against = againstOf(values, plan);
      const parallel = values.parallel ?? availableParallelism();
      tell({ kind: "folder", folder, plan, resumed, parallel });
      const { complete, results, failed } = await runComparison(comparison, {
        parallel,
        changedInputs: values.changedInputs,
        signal: stop,
        say,
        onEvent: tell,
      });
      if (!complete) return { kind: "stopped", folder, results };
      if (results.length === 0) return { kind: "failed", folder, failed };
      const ran = new Set(results.map(({ method }) => method));
      // Where no run of it finished, the others are held against the first that has one.
      const held = ran.has(against) ? against : plan.methods.find(({ label }) => ran.has(label))!.label;
      const { metric } = values;
      const asked = { against: held, ...(metric === undefined ? {} : { metric }) };
      const report = await reportComparison(comparison, results, asked);
      return { kind: "compared", folder, results, failed, against: held, report };
    },
    { signal, say: spelling, tables: [compareOptions] },
  );
}
