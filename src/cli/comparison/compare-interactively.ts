/** Runs a comparison with live progress; Ctrl-C stops it at once, and what is finished is kept. */
import { availableParallelism } from "node:os";
import { WindageError } from "../../error.ts";
import type { ComparisonFolder } from "../../run/comparison/index.ts";
import { hasOwnNoise } from "../../experiment/comparison/plan.ts";
import { reportComparison } from "../../run/comparison/index.ts";
import { shortPath } from "../../run/run-words.ts";
import { runComparison } from "../../scale/index.ts";
import type { ComparisonOutcome } from "../../scale/index.ts";
import { sayScores } from "../design/say-assay.ts";
import { shellWord } from "../../shell-word.ts";
import { engineNotice } from "../engine-notice.ts";
import { briefly } from "../glossary.ts";
import type { CommandContext, CommandResult } from "../option-table.ts";
import { listenForStop } from "../stop-signals.ts";
import { renderFields } from "../terminal/fields.ts";
import { counted, grouped } from "../../number-words.ts";
import { printableLine } from "../terminal/printable.ts";
import { wrapLines } from "../terminal/wrap.ts";
import { CompareProgress, nameOf } from "./compare-progress.ts";
import { againstOf, comparisonOf, type CompareValues } from "../../job/compare/compare-plan.ts";
import { compareText } from "./compare-text.ts";

export async function compareInteractively(
  values: CompareValues,
  context: CommandContext,
): Promise<CommandResult> {
  const comparison = await comparisonOf(values, context.given);
  const { plan } = comparison;
  const labels = plan.methods.map(({ label }) => label);
  const against = againstOf(values, plan);
  const parallel = values.parallel ?? availableParallelism();
  await engineNotice(context);
  await sayScores(plan.methods[0]!.config, values.oracleCsv, context);
  announce(comparison, parallel, context);
  if (values.changedInputs && !comparison.resumed) {
    context.progress(
      "--changed-inputs: has no effect on a new comparison, whose inputs cannot have changed.",
    );
  }
  const warnings: string[] = [];
  const { changedInputs } = values;
  const outcome = await runStoppably(comparison, { parallel, changedInputs, warnings }, context);
  const folder = shortPath(comparison.folder);
  if (!outcome.complete) {
    throw new WindageError(
      "run/stopped",
      `Stopped with ${outcome.results.length} of ${plan.methods.length * plan.noise.length * plan.seeds.length} runs finished, which are kept. Go on with "windage compare --resume ${shellWord(folder)}".`,
      { kind: "failure" },
    );
  }
  if (outcome.results.length === 0) throw nothingToCompare(outcome);
  const { metric } = values;
  const ran = new Set(outcome.results.map(({ method }) => method));
  const reference = ran.has(against) ? against : labels.find((label) => ran.has(label))!;
  const report = await reportComparison(comparison, outcome.results, {
    against: reference,
    ...(metric ? { metric } : {}),
  });
  const { style, width } = context;
  return {
    document: {
      folder: comparison.folder,
      warnings,
      files: report.files,
      ...report.comparison,
      failed: outcome.failed,
    },
    text: [
      compareText(report.comparison, style, width, { primary: report.metric, ownNoise: hasOwnNoise(plan) }),
      ...(report.metric === "tv" ? [style.dim(wrapLines(briefly.comparisons, width ?? 120))] : []),
      "",
      ...(metric === undefined || metric === report.metric
        ? []
        : [`No run has ${metric} here, so ${report.metric} is shown in its place.`, ""]),
      ...(reference === against
        ? []
        : [
            `No run of ${printableLine(against)} finished, so differences are to ${printableLine(reference)}.`,
            "",
          ]),
      ...(report.metric === "elbo" && report.files.includes("curves.csv")
        ? ["curves.csv has mean log R/P by calls, run by run, with its standard error.", ""]
        : []),
      ...failures(outcome, folder),
      renderFields(
        [
          ["Folder", folder],
          ["Files", report.files.join(", ")],
        ],
        style,
        width,
      ),
    ].join("\n"),
    exitCode: outcome.failed.length > 0 ? 1 : 0,
  };
}

/** Says what is about to happen. */
function announce(
  { plan, folder, resumed }: ComparisonFolder,
  parallel: number,
  context: CommandContext,
): void {
  const { methods, noise, seeds, calls, steps } = plan;
  const runs = methods.length * noise.length * seeds.length;
  const levels = noise.length === 1 ? "" : ` × ${noise.length} noise levels`;
  const both = steps === null ? "" : ` and ${grouped(steps)} environment steps`;
  context.progress(
    `${resumed ? "Going on comparing" : "Comparing"} ${counted(methods.length, "method")}${levels} × ${counted(seeds.length, "seed")} on ${plan.task}: ` +
      `${counted(runs, "run")} of ${grouped(calls)} oracle calls${both}, ${Math.min(parallel, runs)} at a time${resumed ? `, in ${shortPath(folder)}` : ""}`,
  );
  if (seeds.length === 1) {
    context.progress(
      "One seed gives no intervals, so differences cannot be told from chance; add --seeds 3.",
    );
  } else if (seeds.length === 2) {
    context.progress(
      "Two seeds give very wide intervals; add --seeds 3 or more to tell differences from chance.",
    );
  }
}

/** Runs until done or until the user stops it. */
async function runStoppably(
  comparison: ComparisonFolder,
  {
    parallel,
    changedInputs,
    warnings,
  }: { readonly parallel: number; readonly changedInputs: boolean; readonly warnings: string[] },
  context: CommandContext,
): Promise<ComparisonOutcome> {
  const progress = new CompareProgress(parallel);
  let named = false;
  const stop = listenForStop(() => {
    progress.end();
    context.progress("Stopping.");
  }, ["SIGINT", "SIGTERM", "SIGHUP"]);
  try {
    return await runComparison(comparison, {
      parallel,
      signal: stop.signal,
      changedInputs,
      onEvent: (event) => {
        if (event.kind === "warning") warnings.push(event.text);
        if (stop.signal.aborted) return;
        // A new folder is named once methods have been found to run: it goes again where they do not.
        if (event.kind === "started" && !comparison.resumed && !named) {
          named = true;
          progress.end();
          context.progress(`Finished runs are kept in ${shortPath(comparison.folder)}`);
        }
        progress.show(event);
      },
    });
  } finally {
    progress.end();
    stop.dispose();
  }
}

/** What to say about runs that failed, if any. */
function failures({ failed, results }: ComparisonOutcome, folder: string): string[] {
  if (failed.length === 0) return [];
  return [
    `${failed.length} of ${counted(failed.length + results.length, "run")} failed and are not in the table:`,
    ...failed.map((job) => `  ${nameOf(job)}: ${printableLine(job.message.split("\n")[0]!)}`),
    `Try them again with "windage compare --resume ${shellWord(folder)}".`,
    "",
  ];
}

function nothingToCompare({ failed }: ComparisonOutcome): WindageError {
  const [first] = failed;
  return new WindageError(
    "run/method-failed",
    `No run finished, so there is nothing to compare. ${nameOf(first!)}: ${first!.message}`,
    { kind: "failure" },
  );
}
