/**
 * The whole state of a training run between two iterations, as plain data and typed arrays: parameters, Adam's moments,
 * the position of every random stream, and the replay buffer.
 */
import type { Adam } from "../../engine/optimiser/adam.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import { WindageError } from "../../error.ts";
import type { Generator } from "../../random/generator.ts";
import type { GeneratorState } from "../../random/state.ts";
import type { ReplayBuffer, ReplayState } from "../../sampling/replay-buffer.ts";
import type { DynamicsReplay } from "./dynamics-replay.ts";
import type { RolledAhead } from "./rolled-ahead.ts";

/** Streams that are told apart so that changing one use of chance does not change the others. */
export interface Streams {
  choices: Generator;
  world: Generator;
  memory: Generator;
  /** Conditions of fresh trajectories, where there are any. */
  contexts?: Generator;
}

/** What has state. */
export interface Carriers {
  readonly parameters: Parameters;
  readonly optimiser: Adam;
  readonly streams: Streams;
  readonly replay: ReplayBuffer;
  readonly dynamicsReplay?: DynamicsReplay;
  /** Where roll-outs overlap with updates. */
  readonly ahead?: RolledAhead;
}

/** Single numbers of the loop. */
export interface LoopState {
  readonly iteration: number;
  readonly oracleCalls: number;
  /** Intentions carried out so far. */
  readonly environmentSteps: number;
  /** The entropy ratio's temperature for the next roll-out; 1 where it is not used. */
  readonly entropyTemperature: number;
}

/** The part of a trainer’s state that is no array. */
export interface TrainerMeta extends LoopState {
  readonly optimiserStep: number;
  /** Updates of the dynamics from replay; 0 where there are none. */
  readonly dynamicsReplayStep: number;
  readonly streams: { readonly [Name in keyof Streams]: GeneratorState };
  readonly replay: TrajectoriesMeta;
  /** What was rolled out while the last update was computed, where that is done. */
  readonly ahead?: TrajectoriesMeta;
}

/** The part of kept trajectories that is no array. */
type TrajectoriesMeta = Pick<ReplayState, "next" | "count" | "objects" | "logScale">;

export interface TrainerState {
  readonly meta: TrainerMeta;
  readonly arrays: Arrays;
}

type Arrays = Readonly<Record<string, Float32Array | Float64Array | Int32Array>>;

export function saveState(
  { parameters, optimiser, streams, replay, dynamicsReplay, ahead }: Carriers,
  loop: LoopState,
): TrainerState {
  const kept = replay.save();
  const next = ahead?.save();
  const dynamics = dynamicsReplay?.save();
  return {
    meta: {
      ...loop,
      optimiserStep: optimiser.save().step,
      dynamicsReplayStep: dynamics?.step ?? 0,
      streams: {
        choices: streams.choices.save(),
        world: streams.world.save(),
        memory: streams.memory.save(),
        ...(streams.contexts ? { contexts: streams.contexts.save() } : {}),
      },
      replay: metaOf(kept),
      ...(next ? { ahead: metaOf(next) } : {}),
    },
    arrays: {
      values: parameters.values.slice(),
      firstMoment: parameters.moments[0].slice(),
      secondMoment: parameters.moments[1].slice(),
      ...arraysOf("replay", kept),
      ...(next ? arraysOf("ahead", next) : {}),
      ...(dynamics ? { dynamicsFirstMoment: dynamics.first, dynamicsSecondMoment: dynamics.second } : {}),
    },
  };
}

/** Puts everything back; streams are replaced in place, because others hold them. */
export function restoreState(
  { meta, arrays }: TrainerState,
  { parameters, optimiser, streams, replay, dynamicsReplay, ahead }: Carriers,
): LoopState {
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
  if (meta.streams.contexts) streams.contexts?.assign(meta.streams.contexts);
  replay.restore(trajectoriesOf("replay", meta.replay, arrays, replay.steps));
  ahead?.restore(trajectoriesOf("ahead", meta.ahead!, arrays, replay.steps));
  dynamicsReplay?.restore({
    step: meta.dynamicsReplayStep,
    first: (arrays["dynamicsFirstMoment"] ?? new Float32Array()) as Float32Array,
    second: (arrays["dynamicsSecondMoment"] ?? new Float32Array()) as Float32Array,
  });
  return {
    iteration: meta.iteration,
    oracleCalls: meta.oracleCalls,
    environmentSteps: meta.environmentSteps,
    entropyTemperature: meta.entropyTemperature,
  };
}

function metaOf({ next, count, objects, logScale }: ReplayState): TrajectoriesMeta {
  return { next, count, objects, ...(logScale === undefined ? {} : { logScale }) };
}

/** Kept trajectories as arrays whose names begin with what they are kept for. */
function arraysOf(name: string, kept: ReplayState): Arrays {
  return {
    [`${name}Thought`]: kept.thought,
    [`${name}Real`]: kept.real,
    [`${name}Lengths`]: kept.lengths,
    [`${name}Scores`]: kept.scores,
    [`${name}Priorities`]: kept.priorities,
    ...(kept.contexts ? { [`${name}Contexts`]: kept.contexts } : {}),
    ...(kept.happened ? { [`${name}Happened`]: kept.happened } : {}),
  };
}

function trajectoriesOf(name: string, meta: TrajectoriesMeta, arrays: Arrays, steps: number): ReplayState {
  const contexts = arrays[`${name}Contexts`];
  const happened = arrays[`${name}Happened`];
  return {
    steps,
    ...meta,
    thought: arrays[`${name}Thought`] as Int32Array,
    real: arrays[`${name}Real`] as Int32Array,
    lengths: arrays[`${name}Lengths`] as Int32Array,
    scores: arrays[`${name}Scores`] as Float64Array,
    priorities: arrays[`${name}Priorities`] as Float64Array,
    ...(contexts ? { contexts: contexts as Float64Array } : {}),
    ...(happened ? { happened: happened as Int32Array } : {}),
  };
}
