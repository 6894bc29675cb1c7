/**
 * One iteration of training, from top to bottom: roll out, score, remember, fill up, update; and the loss that an update
 * descends. Read this file first: everything else in the folder is a part that is named here. What it works on is made
 * once, by `Trainer.create`.
 */
import { np } from "../engine/jax.ts";
import type { ArraysOf, ParameterTree } from "../engine/parameters/parameters.ts";
import type { JaxArray } from "../engine/jax.ts";
import type { Context } from "../landscape/context.ts";
import { dynamicsLoss } from "../objective/dynamics-loss.ts";
import { onPolicy } from "../sampling/behaviour.ts";
import type { PolicyEvaluator } from "../sampling/policy-evaluator.ts";
import type { RollOut } from "../sampling/roll-out.ts";
import type { TrajectoryBatch } from "../sampling/trajectory-batch.ts";
import type { DynamicsReplay } from "./memory/dynamics-replay.ts";
import { readsReplay } from "./memory/past-trajectories.ts";
import type { PastTrajectories } from "./memory/past-trajectories.ts";
import type { RolledAhead } from "./memory/rolled-ahead.ts";
import type { Streams } from "./memory/trainer-state.ts";
import { meanReward } from "./mean-reward.ts";
import type { MethodReport } from "./method.ts";
import type { WaysInWatch } from "./policy/ways-in-watch.ts";
import type { TrainerOptions } from "./setup/options.ts";
import { valueAt } from "./setup/schedules.ts";
import { batchTerms } from "./terms/batch-terms.ts";
import type { UpdateParts } from "./terms/batch-terms.ts";
import { meanEntropy, objectiveReport } from "./terms/loss-report.ts";
import type { Given } from "./terms/term-source.ts";
import type { UpdateProgram, UpdateResult } from "./update-program.ts";

/** What an iteration works on. */
export interface TrainingRun {
  readonly options: TrainerOptions;
  /** Trajectories of one update: on-policy, exploratory, replayed, from the dataset, in this order. */
  readonly batch: TrajectoryBatch;
  readonly parts: UpdateParts;
  readonly update: UpdateProgram;
  readonly rollOuts: readonly FreshKind[];
  /** Where the next trajectories are rolled out while an update is computed. */
  readonly ahead: RolledAhead | undefined;
  readonly past: PastTrajectories;
  readonly dynamicsReplay: DynamicsReplay | undefined;
  /** Where not everything about the environment could be verified beforehand. */
  readonly watch: WaysInWatch | undefined;
  readonly streams: Streams;
  readonly progress: Progress;
}

/** Fresh trajectories of one kind and their place in the batch. */
export interface FreshKind {
  readonly roll: RollOut;
  readonly evaluate: PolicyEvaluator;
  readonly column: number;
  readonly explores: boolean;
}

/** Numbers that move on with every iteration. */
export interface Progress {
  iteration: number;
  /** Intentions carried out so far in what was learned from. */
  environmentSteps: number;
  /** What the entropies of the last batch make of the temperature. */
  entropyTemperature: number;
}

/** What one iteration did; every number is among `metrics` as well. */
export interface IterationReport extends UpdateResult, MethodReport {
  readonly iteration: number;
  readonly meanReward: number;
  readonly meanLogReward: number;
  readonly meanScore: number;
  readonly oracleCalls: number;
  readonly environmentSteps: number;
  /** Mean loss of the dynamics' own updates from replay, where there are any. */
  readonly dynamicsReplayLoss?: number;
}

export async function runIteration(run: TrainingRun): Promise<IterationReport> {
  const { options, batch, ahead, past, progress, streams } = run;
  const { batch: mix, scorer, reward, extraUpdates, entropyRatio } = options;
  const fresh = mix.onPolicy + mix.exploratory;

  // Roll out: the policy intends, the environment answers; or it did while the last update was computed.
  if (!ahead?.moveTo(batch)) await rollOut(run, batch, progress.iteration);
  // Counted when they are learned from: what was rolled out ahead of an end is part of nothing.
  for (let b = 0; b < fresh; b++) progress.environmentSteps += batch.lengths[b]!;
  run.watch?.look(batch, fresh);

  // Score what was made.
  const objects = batch.objects.slice(0, fresh);
  const freshContexts = batch.contextsOf(0, fresh);
  const scores = await scorer.score(objects, freshContexts);
  writeRewards(run, scores, 0);

  // Remember it where it may be asked for again, and fill the batch up with what is already known.
  if (readsReplay(options)) past.keep(scores);
  writeRewards(run, past.rehearse(mix.replay, fresh), fresh);
  const studied = past.study(mix.dataset, fresh + mix.replay);
  writeRewards(run, studied, fresh + mix.replay);
  batch.onPolicy.fill(0).fill(1, 0, mix.onPolicy);
  batch.lived
    .fill(0)
    .fill(1, 0, fresh)
    .fill(past.teachesDynamics, fresh, fresh + mix.replay);

  // Means are of what is fresh; of the dataset where nothing else is in the batch.
  const seen = fresh > 0 ? scores : Float64Array.from(studied);
  const contexts = fresh > 0 ? freshContexts : batch.contextsOf(0, seen.length);

  // Update: terms, loss, gradients and one step of the optimiser.
  const next = (into: TrajectoryBatch): Promise<void> => rollOut(run, into, progress.iteration + 1);
  const result = await update(run, ahead && (() => ahead.fill(next)));
  for (let extra = 0; extra < extraUpdates; extra++) await updateFromReplay(run);
  const dynamicsReplayLoss = await run.dynamicsReplay?.run(past.replay, streams.memory);

  if (entropyRatio?.use === "temperature") progress.entropyTemperature = result.entropyTemperature!;
  const iteration = progress.iteration++;
  const metrics = {
    ...result,
    ...(dynamicsReplayLoss === undefined ? {} : { dynamicsReplayLoss }),
    iteration,
    meanScore: mean(seen),
    meanLogReward: mean(seen.map((score, b) => reward.logReward(score, iteration, contexts?.[b]))),
    meanReward: meanReward(reward, seen, contexts, iteration),
    oracleCalls: scorer.calls,
    environmentSteps: progress.environmentSteps,
  };
  return { ...metrics, metrics, objects, scores };
}

/**
 * The loss of a batch as the graph of an update computes it, with the named numbers that are logged. The objective reads
 * the terms of every transition, and no gradient of it reaches the dynamics, which have a loss of their own.
 */
export function updateLoss(
  parts: UpdateParts,
  batch: TrajectoryBatch,
  arrays: ArraysOf<ParameterTree>,
  given: Given,
): { readonly loss: JaxArray } & Given {
  const { terms, policyLogits, logFlow, logDynamics } = batchTerms(parts, batch, arrays, given);
  const { objectiveLoss, ...measured } = objectiveReport(parts, terms, policyLogits, given["legal"]);
  const ownLoss =
    parts.dynamics.mode === "known"
      ? np.zeros([])
      : dynamicsLoss(logDynamics, taughtSteps(terms.mask, given));
  const predicted = parts.lookAhead?.loss(arrays, given);
  const policyAndNoise = objectiveLoss.ref.add(ownLoss.ref);
  return {
    loss: predicted ? policyAndNoise.add(predicted.ref) : policyAndNoise,
    objectiveLoss,
    ...measured,
    dynamicsLoss: ownLoss,
    ...(predicted ? { lookAheadLoss: predicted } : {}),
    policyEntropy: meanEntropy(policyLogits, given["legal"], terms.mask),
    logZ: np.mean(logFlow.slice([0, 1])),
  };
}

/** The steps that show the noise at work, [T, B]: what a template gave is none of its doing. */
function taughtSteps(mask: JaxArray, { lived, happened }: Given): JaxArray {
  const ofLived = mask.ref.mul(lived!.ref);
  return happened ? ofLived.mul(happened.ref) : ofLived;
}

async function rollOut(
  { options, rollOuts, progress, streams }: TrainingRun,
  batch: TrajectoryBatch,
  iteration: number,
): Promise<void> {
  const { contexts, templates } = options;
  const conditions = (count: number): Context[] | undefined =>
    contexts && Array.from({ length: count }, () => contexts.draw(streams.contexts!));
  const exploring = {
    temperature: valueAt(options.temperature, iteration) * progress.entropyTemperature,
    epsilon: valueAt(options.epsilon, iteration),
  };
  for (const { roll, evaluate, column, explores } of rollOuts) {
    const kept =
      explores && templates ? Array.from({ length: roll.size }, () => templates(streams.memory)) : [];
    const behaviour = explores ? exploring : onPolicy;
    await roll.run(evaluate, behaviour, batch, column, conditions(roll.size), (b, step) => kept[b]?.[step]);
  }
}

/** Log rewards of these scores, under the exponent of this iteration. */
function writeRewards({ options, batch, progress }: TrainingRun, scores: ArrayLike<number>, column: number) {
  for (let i = 0; i < scores.length; i++) {
    const b = column + i;
    batch.logReward[b] = options.reward.logReward(scores[i]!, progress.iteration, batch.contexts[b]);
  }
}

/** One update from what the batch holds, after what the objective needs beside transitions has been filled in. */
async function update(
  { options, batch, parts, update, streams, progress }: TrainingRun,
  meanwhile?: () => Promise<void>,
) {
  const rewardsOf = async (
    objects: readonly string[],
    contexts?: readonly Context[],
  ): Promise<Float64Array> => {
    const scores = await options.scorer.score(objects, contexts);
    return scores.map((y, i) => options.reward.logReward(y, progress.iteration, contexts?.[i]));
  };
  for (const source of Object.values(parts.sources ?? {})) {
    await source.fill(batch, { generator: streams.memory, rewardsOf });
  }
  parts.peers?.fill(batch);
  return update.step(meanwhile);
}

/** An update from replay alone. */
async function updateFromReplay(run: TrainingRun): Promise<void> {
  const { batch, past } = run;
  batch.onPolicy.fill(0);
  batch.lived.fill(past.teachesDynamics);
  writeRewards(run, past.rehearse(batch.shape.size, 0), 0);
  await update(run);
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
