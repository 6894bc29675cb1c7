/**
 * Trains a run in its folder: metrics line by line, a checkpoint every so often and when asked to stop, the summary at
 * the end. A run that was killed goes on from its last checkpoint to the same numbers it would have had.
 */
import type { Run } from "../layout.ts";
import { loadCheckpoint, saveCheckpoint } from "../checkpoint.ts";
import type { JsonObject } from "../json-document.ts";
import { lockRun } from "../lock.ts";
import { truncateMetrics } from "../metrics-reader.ts";
import { MetricsWriter } from "../metrics-writer.ts";
import { updateStatus } from "../status.ts";
import { writeSummary } from "../summary.ts";
import { buildExperiment } from "./build.ts";
import type { Experiment } from "./build.ts";
import { readConfig } from "./config.ts";
import { ExactEvaluator } from "./exact-evaluator.ts";
import { reportOn } from "./report.ts";
import type { Report } from "./report.ts";

/** Where a run stands, for a progress line. */
export interface Progress {
  readonly iteration: number;
  readonly iterations: number;
  readonly perSecond: number;
  readonly secondsLeft: number;
  readonly loss: number;
  readonly meanScore: number;
  readonly oracleCalls: number;
  /** From the last exact evaluation. */
  readonly tv: number | null;
  readonly limitTv: number;
  readonly best: { readonly sequence: string; readonly score: number };
}

export interface TrainHooks {
  onProgress(progress: Progress): void;
  /** Stops cleanly, with a checkpoint, after the iteration under way. */
  readonly signal?: AbortSignal;
  /** Goes on from the last checkpoint. */
  readonly resume?: boolean;
}

export type TrainOutcome =
  | { readonly finished: true; readonly report: Report }
  | { readonly finished: false; readonly iteration: number };

const finalSamples = 2048;

export async function trainRun(run: Run, hooks: TrainHooks): Promise<TrainOutcome> {
  const lock = await lockRun(run);
  try {
    await updateStatus(run, "running");
    const experiment = await buildExperiment(readConfig(run.id, run.record.config));
    const seconds = hooks.resume ? await goOnFrom(run, experiment) : 0;
    const outcome = await loop(run, experiment, hooks, seconds);
    await updateStatus(run, outcome.finished ? "finished" : "stopped");
    return outcome;
  } catch (error) {
    await updateStatus(run, "failed", error instanceof Error ? error.message : String(error));
    throw error;
  } finally {
    await lock.release();
  }
}

/** Puts the experiment back to its last checkpoint and returns the seconds trained so far. */
export async function goOnFrom(run: Run, { trainer }: Experiment): Promise<number> {
  const { meta, arrays } = await loadCheckpoint(run, { removeDamaged: true });
  trainer.restore({ meta: meta["trainer"], arrays } as never);
  await truncateMetrics(run, trainer.iteration - 1);
  return Number(meta["seconds"] ?? 0);
}

async function loop(
  run: Run,
  experiment: Experiment,
  hooks: TrainHooks,
  before: number,
): Promise<TrainOutcome> {
  const { config, trainer } = experiment;
  const evaluator = await ExactEvaluator.create(experiment);
  const metrics = new MetricsWriter(run);
  const started = performance.now();
  const first = trainer.iteration;
  const elapsed = (): number => before + (performance.now() - started) / 1000;
  const keep = async (): Promise<void> => {
    metrics.flush();
    const { meta, arrays } = trainer.save();
    await saveCheckpoint(run, {
      meta: { trainer: meta as unknown as JsonObject, seconds: elapsed() },
      arrays,
    });
  };
  let tv: number | null = null;
  let best = { sequence: "", score: Number.NEGATIVE_INFINITY };
  try {
    while (trainer.iteration < config.iterations) {
      const report = await trainer.iterate();
      const done = trainer.iteration;
      report.scores.forEach((score, i) => {
        if (score > best.score) best = { sequence: report.objects[i]!, score };
      });
      const exact = done % config.evaluateEvery === 0 ? await evaluator.evaluate(report.logZ) : undefined;
      tv = exact?.exact.tv ?? tv;
      const { objects: _objects, scores: _scores, ...numbers } = report;
      metrics.append({
        ...numbers,
        ...(exact
          ? { tv: exact.exact.tv, klReverse: exact.exact.klReverse, regret: exact.regret.klReverse }
          : {}),
      });
      const perSecond = (done - first) / ((performance.now() - started) / 1000);
      hooks.onProgress({
        iteration: done,
        iterations: config.iterations,
        perSecond,
        secondsLeft: (config.iterations - done) / perSecond,
        loss: report.loss,
        meanScore: report.meanScore,
        oracleCalls: report.oracleCalls,
        tv,
        limitTv: evaluator.limit.tv,
        best,
      });
      if (hooks.signal?.aborted && done < config.iterations) {
        await keep();
        return { finished: false, iteration: done };
      }
      if (done % config.checkpointEvery === 0) await keep();
    }
    await keep();
    const options = { samples: finalSamples, seed: config.seed, seconds: elapsed() };
    const report = await reportOn(experiment, evaluator, options);
    await writeSummary(run, report as unknown as JsonObject);
    return { finished: true, report };
  } finally {
    metrics.close();
    await evaluator.dispose();
    await trainer.dispose();
  }
}
