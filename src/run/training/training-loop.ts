/**
 * The loop of a run between its start and its end: iterates, writes metrics, evaluates and keeps checkpoints. Nothing
 * that depends on the clock goes into metrics, so that an interrupted run tells the same as one that was not.
 */
import { EarlyStop } from "../../training/setup/early-stop.ts";
import { runMethod } from "../../training/run-method.ts";
import type { EarlyStopState } from "../../training/setup/early-stop.ts";
import type { IterationReport } from "../../training/iteration.ts";
import type { Run } from "../layout.ts";
import { saveCheckpoint } from "../checkpoint/checkpoint.ts";
import type { JsonObject } from "../../file/json-document.ts";
import { MetricsWriter } from "../metrics/metrics-writer.ts";
import type { MetricRow } from "../metrics/metrics-writer.ts";
import { writeSummary } from "../summary.ts";
import type { Experiment } from "../config/build.ts";
import { onlySampled } from "../config/check-config.ts";
import type { ExperimentConfig } from "../config/config.ts";
import { LearningWatch } from "../../assessment/learning/learning-watch.ts";
import type { RandomObjects } from "../../assessment/learning/random-objects.ts";
import { CourseWatch, type CourseState } from "../../assessment/learning/course-watch.ts";
import { canTellLearning } from "../../assessment/learning/learning.ts";
import { Judge } from "../../assessment/judge.ts";
import type { ModeFinder } from "../../assessment/modes/mode-finder.ts";
import { type Best, BestSeen } from "./best-seen.ts";
import { RateMeter } from "./rate-meter.ts";
import type { RunGoal } from "./run-goal.ts";
import { reportsOn } from "../../assessment/report.ts";
import { unlessStopped } from "../../assessment/take-steps.ts";
import { writePortrait } from "../portrait/portrait.ts";
import { samplerPortrait } from "../portrait/sampler-portrait.ts";
import { tellDrawn } from "./tell-drawn.ts";
import type { TrainHooks, TrainOutcome } from "./train-run.ts";

/** Where a run stands, for a progress line. */
export interface Progress {
  readonly iteration: number;
  readonly iterations: number;
  /** Over the last seconds; null as long as nothing can be said. */
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
  readonly loss: number;
  readonly meanScore: number;
  readonly oracleCalls: number;
  /** From the last exact evaluation. */
  readonly tv: number | null;
  /** KL(law‖target) above the least that any policy can reach, from the same evaluation. */
  readonly regret: number | null;
  /** Reference modes met so far; null where they are not known. */
  readonly modes: number | null;
  readonly best: Best;
}

/** What is carried from one process to the next besides the trainer's own state. */
export interface Memory {
  readonly seconds: number;
  /** Modes met so far. */
  readonly modes: readonly string[];
  readonly best: Best | null;
  /** The best that were scored, from the best on. */
  readonly seen: readonly Best[];
  /** Whether their scores can be compared, which those of different tables cannot. */
  readonly comparable: boolean;
  /** Where the early stop stands; null without one. */
  readonly stop: EarlyStopState | null;
  /** Whether it has ended the run. */
  readonly ended: boolean;
  /** Whether training runs away, as far as was seen; null in what older versions kept. */
  readonly course: CourseState | null;
}

/** Where a run begins or goes on, and what random objects score. */
export interface Begun {
  readonly memory: Memory;
  readonly goal: RunGoal;
  readonly random: RandomObjects | null;
}

/** The report of a run with what it was made from. */
type Judged = Awaited<ReturnType<typeof reportsOn>>;

/** A run whose lock is held. */
export interface OwnedRun {
  readonly run: Run;
  /** Throws when the lock is lost. */
  readonly mayWrite: () => Promise<void>;
}

/** Of the best so many are in metrics, for pictures. */
const leaders = 10;

export class TrainingLoop {
  readonly #run: Run;
  readonly #experiment: Experiment;
  readonly #goal: RunGoal;
  readonly #watch: LearningWatch | null;
  readonly #course: CourseWatch;
  readonly #judge: Judge;
  readonly #modes: ModeFinder | null;
  readonly #metrics: MetricsWriter;
  readonly #before: number;
  readonly #started = performance.now();
  readonly #rate = new RateMeter();
  #best: Best;
  readonly #seen: BestSeen;
  readonly #stop: EarlyStop | null;
  #ended: boolean;
  #tv: number | null = null;
  #regret: number | null = null;
  #kept = 0;

  /** Throws when this process may no longer write to the run. */
  readonly #mayWrite: () => Promise<void>;

  private constructor(
    { run, mayWrite }: OwnedRun,
    experiment: Experiment,
    judge: Judge,
    { memory, goal, random }: Begun,
  ) {
    this.#run = run;
    this.#goal = goal;
    const { reward } = experiment;
    this.#watch =
      random && canTellLearning(judge.cases[0]?.laws ?? null, reward, random.scores)
        ? new LearningWatch(reward, random.scores)
        : null;
    this.#course = new CourseWatch(memory.course);
    this.#mayWrite = mayWrite;
    this.#experiment = experiment;
    this.#judge = judge;
    this.#modes = judge.modes();
    this.#modes?.restore(memory.modes);
    this.#before = memory.seconds;
    this.#best = memory.best ?? { sequence: "", score: Number.NEGATIVE_INFINITY };
    this.#seen = new BestSeen(memory.seen);
    this.#kept = experiment.trainer.iteration;
    // Whoever asks for more iterations wants them, whatever would have ended the run before.
    this.#stop = goal.extended ? null : earlyStop(experiment.config, judge.exact);
    if (memory.stop !== null) this.#stop?.restore(memory.stop);
    this.#ended = !goal.extended && memory.ended;
    this.#metrics = new MetricsWriter(run);
  }

  /** Describes the world first, which may take a while; the signal ends it with the error `assessment/stopped`. */
  static async create(
    owned: OwnedRun,
    experiment: Experiment,
    begun: Begun,
    { signal, onPhase }: Pick<TrainHooks, "signal" | "onPhase"> = {},
  ): Promise<TrainingLoop> {
    const judge = await Judge.of(experiment, experiment.trainer, { signal, onProgress: onPhase });
    return new TrainingLoop(owned, experiment, judge, begun);
  }

  /** Whether the exact law is known, and figures of it are taken meanwhile. */
  get isExact(): boolean {
    return this.#judge.exact;
  }

  /** Iterations that a resumed run would not repeat. */
  get kept(): number {
    return this.#kept;
  }

  async run(hooks: TrainHooks): Promise<TrainOutcome> {
    const { config, trainer } = this.#experiment;
    // Then every run can be resumed, whatever happens.
    if (trainer.iteration === 0) await this.#keep();
    const finished = await runMethod(trainer, {
      goesOn: () => trainer.iteration < this.#goal.iterations && !this.#ended,
      onIteration: async (report) => {
        hooks.onProgress(await this.#note(report, hooks));
        const learning = this.#watch?.observe(trainer.iteration, report);
        for (const warning of [this.#course.observe(report), learning]) {
          if (warning !== undefined) hooks.onWarning?.(warning);
        }
      },
      keep: () => this.#keep(),
      keepEvery: config.checkpointEvery,
      ...(hooks.signal ? { signal: hooks.signal } : {}),
    });
    if (!finished) return { finished, iteration: trainer.iteration };
    // Twice the same would leave nothing to fall back on should it be damaged.
    if (this.#kept !== trainer.iteration) await this.#keep();
    hooks.onReport?.();
    const judged = await this.#report(hooks);
    // All that was learned is kept; who resumes gets the report.
    if (judged === null) return { finished: false, iteration: trainer.iteration };
    const ranAway = this.#course.found;
    const report = ranAway === null ? judged.report : { ...judged.report, ranAway };
    await writePortrait(this.#run, await samplerPortrait(this.#judge.cases[0]!, judged.cases[0]!));
    await writeSummary(this.#run, report as unknown as JsonObject);
    // What was enough at the last iteration has ended nothing early.
    return { finished, report, endedEarly: this.#ended && trainer.iteration < this.#goal.iterations };
  }

  async dispose(): Promise<void> {
    this.#metrics.close();
    await this.#judge.dispose();
  }

  /** What became of the run; null where the signal came first. */
  async #report({ signal, onPhase }: TrainHooks): Promise<Judged | null> {
    const { samples, seed } = this.#experiment.config;
    const tell = tellDrawn(samples, onPhase);
    const work = reportsOn(this.#judge, {
      samples,
      seed,
      seconds: this.#seconds(),
      modesInTraining: this.#modes?.found.length,
      onDrawn: (drawn) => {
        // Nobody waits any more for what is left of it.
        signal?.throwIfAborted();
        tell(drawn);
      },
    });
    return unlessStopped(work, "Evaluating fresh samples", signal).catch((error: unknown) => {
      if (signal?.aborted) return null;
      throw error;
    });
  }

  /** The line of metrics of an iteration, and where that leaves the run. */
  async #note(report: IterationReport, hooks: TrainHooks): Promise<Progress> {
    const { config, trainer } = this.#experiment;
    const done = trainer.iteration;
    const modes = this.#modes?.see(report.objects) ?? null;
    const distance = done % config.evaluateEvery === 0 ? await this.#judge.distance() : null;
    this.#tv = distance?.tv ?? this.#tv;
    this.#regret = distance?.regret ?? this.#regret;
    this.#lookForBest(report);
    this.#seen.see(report.objects, report.scores);
    const row: MetricRow = {
      ...report.metrics,
      iteration: report.iteration,
      ...(modes === null ? {} : { modes }),
      ...distance,
      ...(done % config.evaluateEvery === 0
        ? {
            leaders: this.#seen.found
              .slice(0, leaders)
              .map(({ sequence, score }) => [sequence, score] as const),
          }
        : {}),
    };
    this.#metrics.append(row);
    hooks.onMetrics?.(row);
    const watched = row[config.stopMetric];
    if (typeof watched === "number" && this.#stop?.observe(watched) !== undefined) this.#ended = true;
    this.#rate.mark(done, performance.now());
    const { perSecond } = this.#rate;
    return {
      iteration: done,
      iterations: this.#goal.iterations,
      perSecond,
      secondsLeft: perSecond === null ? null : (this.#goal.iterations - done) / perSecond,
      loss: report.loss,
      meanScore: report.meanScore,
      oracleCalls: report.oracleCalls,
      tv: this.#tv,
      regret: this.#regret,
      modes,
      best: this.#best,
    };
  }

  #lookForBest({ objects, scores }: IterationReport): void {
    scores.forEach((score, i) => {
      if (score > this.#best.score) this.#best = { sequence: objects[i]!, score };
    });
  }

  /** Whether a score says the same whatever the condition: under a range of sharpness it does, with several tables not. */
  get #isComparable(): boolean {
    const { conditions, config } = this.#experiment;
    return conditions === undefined || config.betaRange !== null;
  }

  async #keep(): Promise<void> {
    this.#metrics.flush();
    await this.#mayWrite();
    const { meta, arrays } = this.#experiment.trainer.save();
    const memory: Memory = {
      seconds: this.#seconds(),
      modes: this.#modes?.found ?? [],
      best: this.#best.sequence === "" ? null : this.#best,
      seen: this.#seen.found,
      comparable: this.#isComparable,
      stop: this.#stop?.save() ?? null,
      ended: this.#ended,
      course: this.#course.save(),
    };
    await saveCheckpoint(this.#run, {
      meta: { trainer: meta as unknown as JsonObject, memory: memory as unknown as JsonObject },
      arrays,
    });
    this.#kept = meta.iteration;
  }

  #seconds(): number {
    return this.#before + (performance.now() - this.#started) / 1000;
  }
}

function earlyStop(
  { stopMetric, stopBelow, stopPatience }: ExperimentConfig,
  exact: boolean,
): EarlyStop | null {
  if (stopBelow === null && stopPatience === null) return null;
  if (!exact && stopMetric !== "loss" && stopMetric !== "dynamicsLoss") throw onlySampled(stopMetric);
  return new EarlyStop({
    metric: stopMetric,
    ...(stopBelow === null ? {} : { below: stopBelow }),
    ...(stopPatience === null ? {} : { patience: stopPatience }),
  });
}
