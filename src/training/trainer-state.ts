/**
 * The whole state of a training run between two iterations, as plain data and typed arrays: parameters, Adam's moments,
 * the position of every random stream, and the replay buffer.
 */
import type { Adam, Parameters } from "../engine/index.ts";
import { WindageError } from "../error.ts";
import type { Generator } from "../random/index.ts";
import type { GeneratorState } from "../random/index.ts";
import type { ReplayBuffer } from "../sampling/index.ts";

/** Streams that are told apart so that changing one use of chance does not change the others. */
export interface Streams {
  choices: Generator;
  world: Generator;
  memory: Generator;
}

export interface TrainerMeta {
  readonly iteration: number;
  readonly oracleCalls: number;
  readonly optimiserStep: number;
  readonly streams: Readonly<Record<keyof Streams, GeneratorState>>;
  readonly replay: { readonly next: number; readonly count: number; readonly objects: readonly string[] };
}

export interface TrainerState {
  readonly meta: TrainerMeta;
  readonly arrays: Readonly<Record<string, Float32Array | Float64Array | Int32Array>>;
}

export function saveState(
  parameters: Parameters,
  optimiser: Adam,
  streams: Streams,
  replay: ReplayBuffer,
  counts: { readonly iteration: number; readonly oracleCalls: number },
): TrainerState {
  const kept = replay.save();
  return {
    meta: {
      ...counts,
      optimiserStep: optimiser.save().step,
      streams: {
        choices: streams.choices.save(),
        world: streams.world.save(),
        memory: streams.memory.save(),
      },
      replay: { next: kept.next, count: kept.count, objects: kept.objects },
    },
    arrays: {
      values: parameters.values.slice(),
      firstMoment: parameters.moments[0].slice(),
      secondMoment: parameters.moments[1].slice(),
      replayThought: kept.thought,
      replayReal: kept.real,
      replayLengths: kept.lengths,
      replayScores: kept.scores,
      replayPriorities: kept.priorities,
    },
  };
}

/** Puts everything back; streams are replaced in place, because others hold them. */
export function restoreState(
  { meta, arrays }: TrainerState,
  parameters: Parameters,
  optimiser: Adam,
  streams: Streams,
  replay: ReplayBuffer,
): { readonly iteration: number; readonly oracleCalls: number } {
  const { values, firstMoment, secondMoment } = arrays;
  if (
    values?.length !== parameters.size ||
    firstMoment?.length !== parameters.size ||
    secondMoment?.length !== parameters.size
  ) {
    throw new WindageError(
      "training/bad-state",
      `restore: got ${values?.length ?? 0} parameters, expected ${parameters.size}; the checkpoint belongs to another model.`,
    );
  }
  parameters.values.set(values);
  parameters.moments[0].set(firstMoment);
  parameters.moments[1].set(secondMoment);
  optimiser.restore({ step: meta.optimiserStep });
  streams.choices.assign(meta.streams.choices);
  streams.world.assign(meta.streams.world);
  streams.memory.assign(meta.streams.memory);
  replay.restore({
    steps: replay.steps,
    ...meta.replay,
    thought: arrays["replayThought"] as Int32Array,
    real: arrays["replayReal"] as Int32Array,
    lengths: arrays["replayLengths"] as Int32Array,
    scores: arrays["replayScores"] as Float64Array,
    priorities: arrays["replayPriorities"] as Float64Array,
  });
  return { iteration: meta.iteration, oracleCalls: meta.oracleCalls };
}
