/** Trains a run with a live progress line; Ctrl-C stops it cleanly, a second one at once. */
import { WindageError } from "../../error.ts";
import type { Run } from "../../run/index.ts";
import type { Report } from "../../assessment/index.ts";
import type { CommandContext, CommandResult } from "../option-table.ts";
import { memoryText, memoryWarning } from "../../experiment/memory-plan.ts";
import { runWord, shortPath } from "../../run/run-words.ts";
import { briefly } from "../glossary.ts";
import { engineNotice } from "../engine-notice.ts";
import { listenForStop } from "../stop-signals.ts";
import { ProgressLine } from "./progress-line.ts";
import { reportText } from "./report-text.ts";
import { warn } from "./warn.ts";

export async function trainInteractively(
  run: Run,
  mode: {
    readonly resume: boolean;
    readonly trust: boolean;
    readonly changedInputs?: boolean;
    readonly iterations?: number;
  },
  context: CommandContext,
): Promise<CommandResult> {
  const { trainRun } = await import("../../run/training/train-run.ts");
  const engine = await engineNotice(context);
  const line = new ProgressLine();
  const warnings: string[] = [];
  let needed: string | undefined;
  let when = "before training has begun";
  const stop = listenForStop(() => {
    line.end();
    context.progress(`Stopping ${when}; press Ctrl-C again to stop at once.`);
  });
  try {
    const outcome = await trainRun(run, {
      ...mode,
      signal: stop.signal,
      onPhase: (phase) => line.phase(phase),
      onStart: (iteration, goal) => {
        when = "after this iteration";
        line.end();
        const from = iteration === 0 ? "" : ` from iteration ${iteration}`;
        context.progress(`Training ${run.record.task}${from} on ${engine} in ${shortPath(run.folder)}`);
        if (needed !== undefined) context.progress(`It needs about ${needed} of memory.`);
        context.progress(briefly.training);
        if (goal.extended) context.progress(extensionText(run, goal.iterations));
      },
      onMemory(plan) {
        needed = memoryText(plan.bytes);
        const tight = memoryWarning(plan);
        if (tight !== undefined) warnings.push(warn(context, `${run.id}: ${tight}`));
      },
      onWarning: (text) => warnings.push(warn(context, text)),
      onReport: () => {
        when = "before the report is made";
      },
      onProgress: (progress) => {
        if (!stop.signal.aborted) line.show(progress);
      },
    });
    line.end();
    if (!outcome.finished) {
      throw new WindageError(
        "run/stopped",
        `Stopped at iteration ${outcome.iteration}. Nothing is lost: go on with "windage resume ${runWord(run.folder)}".`,
        { kind: "failure" },
      );
    }
    if (outcome.endedEarly) {
      const { stopMetric } = run.record.config;
      context.progress(
        `Ended early, at iteration ${outcome.report.steps}, because of ${JSON.stringify(stopMetric)}.`,
      );
    }
    return resultOf(run, outcome.report, context, warnings);
  } finally {
    line.end();
    stop.dispose();
  }
}

/** What becomes of the schedules of a run that goes on to other iterations than it was made for. */
function extensionText({ record }: Run, iterations: number): string {
  const { iterations: planned, finalRate } = record.config;
  if (typeof planned !== "number" || typeof finalRate !== "number") return "";
  if (iterations <= planned) {
    return `It goes on to iteration ${iterations}, on its schedule over ${planned}.`;
  }
  return (
    `It goes on to iteration ${iterations}: from iteration ${planned} on the learning rate stays at its last value ` +
    `(${finalRate} for the policy), and so does exploration; nothing ends it early.`
  );
}

/** A report as the result of a command. */
export function resultOf(
  run: Run,
  report: Report,
  { style, width }: CommandContext,
  warnings: readonly string[],
): CommandResult {
  return {
    document: { run: run.folder, warnings, ...report },
    text: `${reportText(report, style, width)}\nRun folder: ${shortPath(run.folder)}`,
  };
}
