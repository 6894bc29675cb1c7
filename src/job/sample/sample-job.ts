/** Sampling as a job: fresh objects of a trained run, picked by rules, with their scores or without. */
import { notesOnList, readSequenceList, type Made } from "../../design/batch/read-sequence-list.ts";
import { reportOf, type RulesReport } from "../../design/rules/ruled-space.ts";
import { WindageError } from "../../error.ts";
import { readTableText } from "../../file/read-table.ts";
import type { Run } from "../../run/layout.ts";
import { openRun } from "../../run/open-run.ts";
import { startJob, type Job, type JobControl, type Phase, type Warned } from "../job.ts";
import { namingSetting } from "../naming-setting.ts";
import { drawAll, hasRules, type Drawn, type SampleSettings } from "./draw-all.ts";
import { drawPieces } from "./draw-pieces.ts";
import type { DrawProgress } from "./draw-selected.ts";
import { createSampler, type NextReport, type Sampler } from "./sampler.ts";
import type { SampleRow } from "./select-samples.ts";
import { withSource } from "./with-source.ts";

/** What is sampled, from which run. */
export interface SampleJobSettings extends Omit<SampleSettings, "exclude">, JobControl {
  /** A run, or its name, the beginning of one, "latest" or a path. */
  readonly run: Run | string;
  /** The folder of runs, for one that is named. */
  readonly runs?: string | undefined;
  /** Lets a run that was made elsewhere open or start what it names. */
  readonly trust?: boolean | undefined;
  /** Sequences to leave out: a list, the text of a file with them, or the file. */
  readonly exclude?: SampleSettings["exclude"] | { readonly file: string };
  /** A file of beginnings to finish as well: FASTA, one per line, or a table. */
  readonly completeFile?: string | undefined;
  /** The sequence that rules about changes speak of. */
  readonly parent?: string | undefined;
  /** Takes samples piece by piece as they are drawn, any number of them; none are in the result then. Not with rules. */
  readonly take?:
    | ((pieces: AsyncIterable<readonly SampleRow[]>, next: readonly NextReport[]) => Promise<void>)
    | undefined;
}

/** What is heard of a job of sampling. */
export type SampleEvent =
  | { readonly kind: "started"; readonly run: Run }
  | Phase
  | Warned
  /** What rules on sequences leave. */
  | { readonly kind: "rules"; readonly rules: RulesReport }
  /** How a file of sequences to leave out was read. */
  | { readonly kind: "excluded"; readonly file: string; readonly notes: readonly string[] }
  /** What may come after each beginning. */
  | { readonly kind: "next"; readonly next: readonly NextReport[] }
  | ({ readonly kind: "progress" } & DrawProgress);

/** What `sampleJob` drew, and what may come after each beginning. */
export interface SampleResult extends Drawn {
  readonly kind: "samples";
  readonly run: Run;
  readonly next: readonly NextReport[];
}

/** More are only taken piece by piece. */
export const mostHeld = 1_000_000;

/** Draws samples of a run; stopped, it ends with the error `job/stopped`. */
export function sampleJob(settings: SampleJobSettings): Job<SampleEvent, SampleResult> {
  return startJob<SampleEvent, SampleResult>(async (tell, signal, say) => {
    const { run: named, runs, unscored = false, decideAhead = 0, count = 20, trust = false } = settings;
    const { take, exclude, completeFile, seed = 0 } = settings;
    checkCount(count, take !== undefined);
    const run =
      typeof named === "string"
        ? await openRun(named, { use: "samples", ...(runs === undefined ? {} : { root: runs }) })
        : named;
    tell({ kind: "started", run });
    const file = typeof exclude === "object" && "file" in exclude ? exclude.file : undefined;
    const excluded = file === undefined ? (exclude as SampleSettings["exclude"]) : await readTableText(file);
    const listed = completeFile === undefined ? undefined : await readTableText(completeFile);
    const onWarning = (text: string): void => tell({ kind: "warning", text });
    const open = {
      trust,
      unscored,
      looksAhead: decideAhead > 0,
      signal,
      say,
      onWarning,
      onPhase: (text: string) => tell({ kind: "phase", text }),
    };
    const onProgress = (progress: DrawProgress): void => {
      if (signal.aborted) throw stopped(progress.drawn);
      tell({ kind: "progress", ...progress });
    };
    return withSource(run, open, async (source) => {
      const sampler = createSampler(source, { ...settings, onWarning });
      if (settings.rules !== undefined) tell({ kind: "rules", rules: rulesOf(sampler) });
      if (file !== undefined && typeof excluded === "string" && sampler.made !== undefined)
        tell({ kind: "excluded", file, notes: notesOnList(excluded, sampler.made, `exclude: ${file}`) });
      const texts =
        listed === undefined
          ? settings.complete
          : [...(settings.complete ?? []), ...begun(listed, sampler.made)];
      const beginnings = sampler.beginnings(texts);
      const next = await sampler.nextLetters(beginnings);
      if (next.length > 0) tell({ kind: "next", next });
      const asked = { ...settings, exclude: excluded };
      if (take === undefined || hasRules(asked)) {
        const drawn = await drawAll(sampler, beginnings, asked, { onWarning, onProgress });
        return { kind: "samples", run, next, ...drawn };
      }
      const wanted = count * beginnings.length;
      const onDrawn = (drawn: number): void => onProgress({ drawn, kept: null, wanted });
      await take(drawPieces(sampler, { beginnings, count, seed, onDrawn }), next);
      return { kind: "samples", run, next, samples: [], drawn: wanted };
    });
  }, settings);
}

/** The rules that samples obey; a run that makes no sequences has no use for any. */
function rulesOf({ ruled }: Sampler): RulesReport {
  if (ruled !== undefined) return reportOf(ruled.rules);
  throw new WindageError(
    "design/bad-rule",
    "got rules on sequences, and this run makes none, expected a run that does; leave them out.",
  );
}

/** The beginnings that a file lists. */
function begun(text: string, made: Made | undefined): readonly string[] {
  const letters = made?.alphabet ?? "";
  const beginnings = { alphabet: letters, minLength: 1, maxLength: made?.maxLength ?? 1 };
  let texts: readonly string[];
  try {
    texts = readSequenceList(text, beginnings, "completeFile");
  } catch (error) {
    throw namingSetting(error, "completeFile");
  }
  if (texts.length > 0) return texts;
  throw new WindageError(
    "cli/invalid-value",
    (say) =>
      `${say("completeFile")}: got a file without a beginning in it, expected one per line, of the letters ${letters}.`,
  );
}

function checkCount(count: number, taken: boolean): void {
  if (Number.isSafeInteger(count) && count >= 1 && (taken || count <= mostHeld)) return;
  throw new WindageError(
    "job/bad-setting",
    `count: got ${count}, expected a whole number from 1 to ${mostHeld}; more can only be taken piece by piece.`,
  );
}

function stopped(drawn: number): WindageError {
  return new WindageError("job/stopped", `sample: stopped after ${drawn} samples.`, { kind: "failure" });
}
