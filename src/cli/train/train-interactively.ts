/** Trains a run with a live progress line; Ctrl-C stops it cleanly, a second one at once. */
import type { Report } from "../../assessment/report.ts";
import { WindageError } from "../../error.ts";
import { memoryText } from "../../run/config/memory-plan.ts";
import type { Job } from "../../job/job.ts";
import type { TrainEvent, TrainResult } from "../../job/train/train-job.ts";
import type { Run } from "../../run/layout.ts";
import { runWord, shortPath } from "../../run/run-words.ts";
import { engineNotice } from "../engine-notice.ts";
import { followJob, type FollowedControl } from "../follow-job.ts";
import { briefly } from "../glossary.ts";
import type { CommandContext, CommandResult } from "../option-table.ts";
import { ProgressLine } from "./progress-line.ts";
import { reportText } from "./report-text.ts";
import { reportBeside } from "../report/report-beside.ts";
import { warn } from "./warn.ts";

/** What happens at the end of a training. */
interface AtTheEnd {
  /** Says what there is to say where nothing is left to train. */
  readonly onComplete?: (run: Run) => void;
  /** Whether the page is shown. */
  readonly open?: boolean | undefined;
}

/** Follows a training to its report, and writes that as a page as well. */
export async function trainInteractively(
  start: (control: FollowedControl) => Job<TrainEvent, TrainResult>,
  context: CommandContext,
  { onComplete, open }: AtTheEnd = {},
): Promise<CommandResult> {
  const line = new ProgressLine();
  const warnings: string[] = [];
  let run: Run;
  let engine = "";
  let needed: string | undefined;
  let when = "before training has begun";
  const say = (text: string): void => {
    line.end();
    context.progress(text);
  };
  try {
    const outcome = await followJob(start, context, {
      onStop: () => say(`Stopping ${when}; press Ctrl-C again to stop at once.`),
      async onEvent(event, { aborted }) {
        switch (event.kind) {
          case "started":
            run = event.run;
            engine = await engineNotice(context);
            break;
          case "complete":
            when = "";
            onComplete?.(run);
            break;
          case "phase":
            line.phase(event.text);
            break;
          case "memory":
            needed = memoryText(event.bytes);
            break;
          case "warning":
            warnings.push(warn(context, event.text));
            break;
          case "training":
            when = "after this iteration";
            say(
              `Training ${run.record.task}${event.iteration === 0 ? "" : ` from iteration ${event.iteration}`} on ${engine} in ${shortPath(run.folder)}`,
            );
            if (needed !== undefined) say(`It needs about ${needed} of memory.`);
            say(briefly.training);
            if (event.extended) say(extensionText(run, event.iterations));
            break;
          case "reporting":
            when = "before the report is made";
            break;
          case "progress":
            if (!aborted) line.show(event);
            break;
          case "metrics":
            break;
        }
      },
    });
    line.end();
    if (outcome.kind === "stopped") {
      throw new WindageError(
        "run/stopped",
        `Stopped at iteration ${outcome.iteration}. Nothing is lost: go on with "windage resume ${runWord(outcome.run.folder)}".`,
        { kind: "failure" },
      );
    }
    const { report, endedEarly } = outcome;
    if (endedEarly) {
      const { stopMetric } = outcome.run.record.config;
      say(`Ended early, at iteration ${report.steps}, because of ${JSON.stringify(stopMetric)}.`);
    }
    const { file, lines } = await reportBeside(outcome.run.folder, context, open);
    const { document, text } = resultOf(outcome.run, report, context, warnings);
    return { document: { ...(document as object), page: file }, text: [text, ...lines].join("\n") };
  } finally {
    line.end();
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
