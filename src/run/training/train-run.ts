/**
 * Trains a run in its folder: metrics line by line, a checkpoint every so often and when asked to stop, the summary at
 * the end. A run that was killed goes on from its last checkpoint to the same numbers it would have had.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { WindageError } from "../../error.ts";
import { OracleError } from "../../landscape/oracle/oracle-error.ts";
import { hasScores } from "../../landscape/source/score-journal.ts";
import { runFiles, type Run } from "../layout.ts";
import { checkpointNames } from "../checkpoint/checkpoint.ts";
import { lockRun } from "../lock/lock.ts";
import type { MetricRow } from "../metrics/metrics-writer.ts";
import { truncateMetrics } from "../metrics/truncate-metrics.ts";
import { runWord } from "../run-words.ts";
import { removeRun } from "../remove-run.ts";
import { readStatus, updateStatus } from "../status.ts";
import { summaryProblem } from "../summary.ts";
import { buildExperiment } from "../config/build.ts";
import type { Experiment } from "../config/build.ts";
import { readConfig } from "../config/config.ts";
import { randomObjects } from "../../assessment/learning/random-objects.ts";
import type { Report } from "../../assessment/report.ts";
import { unlessStopped } from "../../assessment/take-steps.ts";
import { notesOfSparse, refuseFlatRewards, uniformTarget } from "../config/flat-rewards.ts";
import { requireMemory } from "../config/memory-plan.ts";
import type { MemoryPlan } from "../config/memory-plan.ts";
import { spaceOf } from "../../world/run-space.ts";
import { inLibrary, inWords, type Said, type Spelling } from "../../wording.ts";
import { readSpace, writeSpace } from "../policy/space-file.ts";
import { requireTrust } from "../trust.ts";
import { checkInputs, recordInputs } from "./run-inputs.ts";
import { idleIntervals } from "./idle-intervals.ts";
import { nothingYet, restoreRun } from "./restore-state.ts";
import { settleGoal } from "./run-goal.ts";
import type { RunGoal } from "./run-goal.ts";
import { TrainingLoop } from "./training-loop.ts";
import type { Memory, Progress } from "./training-loop.ts";

/** Who is told of progress, when to stop, and whether to go on from a checkpoint. */
export interface TrainHooks {
  /** Everything is built, and training begins at this iteration. */
  onStart?(iteration: number, goal: RunGoal): void;
  onProgress(progress: Progress): void;
  /** The line of metrics of an iteration, as it is written. */
  onMetrics?(row: MetricRow): void;
  /** All iterations are done, and what became of them is evaluated. */
  onReport?(): void;
  /** What memory training will need, before it is taken. */
  onMemory?(plan: MemoryPlan): void;
  /** Something begins that may take seconds without an iteration, in words. */
  readonly onPhase?: (phase: string) => void;
  /** Something the user should know, such as a damaged file that was passed over. */
  onWarning?(text: string): void;
  /** How settings are written in warnings; by their paths in the library unless given. */
  readonly say?: Spelling | undefined;
  /** Stops cleanly, with a checkpoint, after the iteration under way, or in the middle of the report at the end. */
  readonly signal?: AbortSignal;
  /** Goes on from the last checkpoint. */
  readonly resume?: boolean;
  /** Goes on to so many iterations, no fewer than are done, instead of as many as were asked for before. */
  readonly iterations?: number;
  /** Goes on although a file that the run learns from has changed. */
  readonly changedInputs?: boolean;
  /** Lets a run that was made elsewhere start the program or module it names. */
  readonly trust?: boolean;
}

/** A report, or the iteration at which a run was stopped. */
export type TrainOutcome =
  | { readonly finished: true; readonly report: Report; readonly endedEarly: boolean }
  | { readonly finished: false; readonly iteration: number };

/** Trains a run to its end or until the signal; a new run that cannot even begin is removed again. */
export async function trainRun(run: Run, hooks: TrainHooks): Promise<TrainOutcome> {
  const { say = inLibrary } = hooks;
  const warn = (said: Said): void => hooks.onWarning?.(inWords(said, say));
  const config = readConfig(run.id, run.record.config);
  const unneeded = await requireTrust(run, { trust: hooks.trust === true });
  // A refusal leaves the run as it is, finished or not.
  const changed = hooks.resume ? await checkInputs(run, config, hooks.changedInputs === true) : [];
  const lock = await lockRun(run, { onWait: (text) => hooks.onPhase?.(text) });
  let experiment: Experiment | undefined;
  let loop: TrainingLoop | undefined;
  // Before anything else is said of the run: a number that does not fit leaves it as it is.
  const goal = await settleGoal(run, config, hooks.iterations).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  try {
    const before = await readStatus(run);
    await updateStatus(run, "running");
    if (before?.state === "finished") {
      const problem = await summaryProblem(run);
      if (problem !== undefined) hooks.onWarning?.(`${problem}; the run is evaluated again`);
    }
    hooks.onPhase?.(`Opening ${run.record.task}`);
    if (!hooks.resume) await recordInputs(run, config);
    // A new run is one's own, and nobody asked for trust.
    else if (unneeded !== undefined) warn(unneeded);
    for (const text of changed) hooks.onWarning?.(text);
    if (hooks.changedInputs && changed.length === 0) {
      warn(
        (to) =>
          `${to("changedInputs")}: has no effect, because nothing that the run learns from has changed.`,
      );
    }
    experiment = await buildExperiment(config, run.folder, {
      signal: hooks.signal,
      onMemory(plan) {
        requireMemory(plan);
        hooks.onMemory?.(plan);
      },
    });
    const ofStart = hooks.resume ? [] : [...(experiment.notes ?? []), ...uniformTarget(config)];
    await noteSpace(run, experiment);
    const memory = hooks.resume ? await goOnFrom(run, experiment, hooks) : nothingYet;
    const done = experiment.trainer.iteration;
    const asking = randomObjects(experiment, config.seed, (scored, of) => {
      // Nobody waits any more for what is left of it.
      hooks.signal?.throwIfAborted();
      if (scored < of) hooks.onPhase?.(`Scoring random objects, ${scored} of ${of}`);
    });
    const random = await unlessStopped(asking, "Asking for the scores of random objects", hooks.signal);
    if (done === 0 && random !== null) {
      refuseFlatRewards(config, experiment, random);
      for (const note of notesOfSparse(config, experiment, random)) warn(note);
    }
    // What is refused needs no notes beside it.
    for (const note of [...experiment.trainer.notesIn(say), ...ofStart]) warn(note);
    hooks.onPhase?.("Computing the limits that no policy can beat");
    const owned = { run, mayWrite: () => lock.verify() };
    loop = await TrainingLoop.create(owned, experiment, { memory, goal, random }, hooks);
    if (!hooks.resume) for (const note of idleIntervals(config, loop.isExact)) warn(note);
    hooks.onStart?.(done, goal);
    const outcome = await loop.run(hooks);
    await updateStatus(run, outcome.finished ? "finished" : "stopped", {
      iterations: experiment.trainer.iteration,
    });
    return outcome;
  } catch (error) {
    if (hooks.resume && experiment !== undefined && isStop(error)) {
      await updateStatus(run, "stopped", { iterations: experiment.trainer.iteration });
      return { finished: false, iteration: experiment.trainer.iteration };
    }
    // Where not even this can be written, what went wrong first is what the user has to hear.
    const told = error instanceof WindageError ? error.spelled(say) : error;
    const message = told instanceof Error ? told.message : String(told);
    const code = error instanceof WindageError ? error.code : undefined;
    const lost = code === "run/lock-lost";
    if (!lost) await updateStatus(run, "failed", { error: message }).catch(() => undefined);
    const begun = (experiment?.trainer.iteration ?? 0) > 0;
    // Once there is room, a run that ran out of it goes on, however little it has done.
    const canGoOn = code === "run/disk-full" || (await hasScores(join(run.folder, runFiles.scores)));
    const worthless = !begun && !lost && !hooks.resume && !canGoOn;
    if (worthless) await removeRun(run, { root: dirname(run.folder), force: true }).catch(() => undefined);
    throw worthless ? error : withAdvice(error, run, loop?.kept);
  } finally {
    await loop?.dispose();
    await experiment?.dispose();
    await lock.release();
  }
}

/** Notes what is built where that is not noted yet. */
async function noteSpace(run: Run, { config, environment }: Experiment): Promise<void> {
  if ((await readSpace(run).catch(() => null)) !== null) return;
  const space = await spaceOf(config, environment);
  if (space !== null) await writeSpace(run, space);
}

/** Whether somebody wanted it to end, and nothing is wrong. */
function isStop(error: unknown): boolean {
  return error instanceof WindageError && error.code === "assessment/stopped";
}

/** Puts the experiment back to its last checkpoint, or to the start where the run was killed before its first. */
async function goOnFrom(run: Run, experiment: Experiment, hooks: TrainHooks): Promise<Memory> {
  if ((await checkpointNames(run)).length === 0) {
    await truncateMetrics(run, -1);
    return nothingYet;
  }
  const { memory, warnings } = await restoreRun(run, experiment, {
    removeDamaged: true,
    onRead: (text) => hooks.onPhase?.(text),
  });
  const { problems } = await truncateMetrics(run, experiment.trainer.iteration - 1);
  for (const warning of [...warnings, ...problems]) hooks.onWarning?.(warning);
  return memory;
}

/** The same error, with what is left and what to do now. */
function withAdvice(error: unknown, run: Run, kept: number | undefined): unknown {
  if (!(error instanceof WindageError)) return error;
  const isLost = error.code === "run/folder-gone" || !existsSync(run.folder);
  if (isLost) {
    // Whatever could not be written says less, or that the previous one is intact.
    const message = `${run.folder} is not there any more: its checkpoints of ${kept ?? 0} iterations, its metrics and its scores are lost, unless the folder was moved and can be put back.`;
    return new WindageError(error.code, message, { kind: error.kind, cause: error });
  }
  const advice = adviceFor(error, run, kept);
  return error.retold((message) => `${/[.!?]$/.test(message) ? message : `${message}.`}\n${advice}`);
}

function adviceFor(error: WindageError, run: Run, kept: number | undefined): string {
  if (error instanceof OracleError) {
    const done = kept === undefined ? "Checkpoints" : `Iterations up to ${kept}`;
    return `${done} and every score that arrived are kept. Once the scores are put right, go on with "windage resume ${runWord(run.folder)}".`;
  }
  // Without a count it had not come to its checkpoints, and they are as they were.
  return kept === undefined
    ? `What was kept before is unchanged in ${run.folder}.`
    : `Iterations up to ${kept} are kept in ${run.folder}.`;
}
