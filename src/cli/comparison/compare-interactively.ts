/** Runs a comparison with live progress; Ctrl-C stops it at once, and what is finished is kept. */
import { WindageError } from "../../error.ts";
import { hasOwnNoise, type ComparisonPlan } from "../../comparison/plan.ts";
import { compareJob, type CompareEvent, type CompareResult } from "../../job/compare/compare-job.ts";
import type { CompareValues } from "../../job/compare/compare-plan.ts";
import { shortPath } from "../../run/run-words.ts";
import { shellWord } from "../../shell-word.ts";
import { sayScores } from "../design/say-assay.ts";
import { unclearDirection } from "../../landscape/assay/score-direction.ts";
import { engineNotice } from "../engine-notice.ts";
import { followJob, type FollowedControl } from "../follow-job.ts";
import { briefly } from "../glossary.ts";
import { givenAmong, type CommandContext, type CommandResult } from "../option-table.ts";
import { reportBeside } from "../report/report-beside.ts";
import { renderFields } from "../terminal/fields.ts";
import { counted, grouped } from "../../number-words.ts";
import { printableLine } from "../terminal/printable.ts";
import { wrapLines } from "../terminal/wrap.ts";
import { CompareProgress, nameOf } from "./compare-progress.ts";
import { compareText } from "./compare-text.ts";

type Began = Extract<CompareEvent, { readonly kind: "folder" }>;

export async function compareInteractively(
  values: CompareValues,
  context: CommandContext,
  open?: boolean,
): Promise<CommandResult> {
  const warnings: string[] = [];
  const { outcome, plan } = await runStoppably(values, warnings, context);
  const folder = shortPath(outcome.folder);
  if (outcome.kind === "stopped") {
    throw new WindageError(
      "run/stopped",
      `Stopped with ${outcome.results.length} of ${runsOf(plan)} runs finished, which are kept. Go on with "windage compare --resume ${shellWord(folder)}".`,
      { kind: "failure" },
    );
  }
  if (outcome.kind === "failed") throw nothingToCompare(outcome);
  const { metric, against = plan.methods[0]!.label } = values;
  const { report } = outcome;
  const { style, width } = context;
  const page = await reportBeside(outcome.folder, context, open);
  return {
    document: {
      folder: outcome.folder,
      page: page.file,
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
      ...(outcome.against === against
        ? []
        : [
            `No run of ${printableLine(against)} finished, so differences are to ${printableLine(outcome.against)}.`,
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
      ...page.lines,
    ].join("\n"),
    exitCode: outcome.failed.length > 0 ? 1 : 0,
  };
}

function runsOf({ methods, noise, seeds }: ComparisonPlan): number {
  return methods.length * noise.length * seeds.length;
}

/** Says what is about to happen. */
function announce({ plan, folder, resumed, parallel }: Began, context: CommandContext): void {
  const { methods, noise, seeds, calls, steps } = plan;
  const runs = runsOf(plan);
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
  values: CompareValues,
  warnings: string[],
  context: CommandContext,
): Promise<{ readonly outcome: CompareResult; readonly plan: ComparisonPlan }> {
  let progress: CompareProgress | undefined;
  let about: Began;
  let named = false;
  const say = (text: string): void => {
    progress?.end();
    context.progress(text);
  };
  const start = (control: FollowedControl) => compareJob({ ...givenAmong(values, context), ...control });
  try {
    const outcome = await followJob(start, context, {
      signals: ["SIGINT", "SIGTERM", "SIGHUP"],
      onStop: () => say("Stopping."),
      async onEvent(event, { aborted }) {
        if (event.kind === "folder") {
          about = event;
          await engineNotice(context);
          // The plan is made by now, so that an answer would come too late.
          await sayScores(event.plan.methods[0]!.config, values.oracleCsv, context, (column) => {
            throw unclearDirection(column);
          });
          announce(event, context);
          if (values.changedInputs && !event.resumed)
            say("--changed-inputs: has no effect on a new comparison, whose inputs cannot have changed.");
          progress = new CompareProgress(event.parallel);
          return;
        }
        if (event.kind === "warning") warnings.push(event.text);
        if (aborted) return;
        // A new folder is named once methods have been found to run: it goes again where they do not.
        if (event.kind === "started" && !about.resumed && !named) {
          named = true;
          say(`Finished runs are kept in ${shortPath(about.folder)}`);
        }
        progress?.show(event);
      },
    });
    return { outcome, plan: about!.plan };
  } finally {
    progress?.end();
  }
}

/** What to say about runs that failed, if any. */
function failures(
  { failed, results }: Extract<CompareResult, { readonly kind: "compared" }>,
  folder: string,
): string[] {
  if (failed.length === 0) return [];
  return [
    `${failed.length} of ${counted(failed.length + results.length, "run")} failed and are not in the table:`,
    ...failed.map((job) => `  ${nameOf(job)}: ${printableLine(job.message.split("\n")[0]!)}`),
    `Try them again with "windage compare --resume ${shellWord(folder)}".`,
    "",
  ];
}

function nothingToCompare({ failed }: Extract<CompareResult, { readonly kind: "failed" }>): WindageError {
  const [first] = failed;
  return new WindageError(
    "run/method-failed",
    `No run finished, so there is nothing to compare. ${nameOf(first!)}: ${first!.message}`,
    { kind: "failure" },
  );
}
