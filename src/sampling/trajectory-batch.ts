/**
 * A batch of trajectories as the flat arrays a compiled update reads, time-major: row t·B + b is step t of trajectory
 * b. Made once per shape and filled again for every update; nothing here is allocated per step. What no model reads of
 * states, such as features where models read tokens, has no room here.
 */
import { contextNumbers, writeContext } from "../environment/context.ts";
import type { ContextNumbers } from "../environment/context.ts";
import type { Environment } from "../environment/environment.ts";
import type { StateInput } from "../model/model.ts";
import type { Context, ContextSpec } from "../landscape/context.ts";

/** The sizes of a batch of trajectories. */
export interface BatchShape {
  /** Longest trajectory, T. */
  readonly steps: number;
  /** Trajectories, B. */
  readonly size: number;
  readonly featureCount: number;
  readonly actionCount: number;
  readonly outcomeCount: number;
  readonly backwardCount: number;
  /** Whether every trajectory has T steps. */
  readonly oneLength: boolean;
  /** The condition of a trajectory, where there is one. */
  readonly context?: ContextSpec;
  /** What is kept of states: `features` and `index` or not. */
  readonly reads?: readonly StateInput[];
  /** What else is kept for whoever reads it; all of it unless said. */
  readonly keeps?: readonly Kept[];
}

/** What not every update reads of transitions: the true noise, possible ways into states, and what was only given. */
export type Kept = "logKernel" | "backwardLegal" | "happened";

/** What happened, and what was intended where that is known. */
export interface KnownTrajectory {
  readonly real: ArrayLike<number>;
  readonly length: number;
  readonly object: string;
  readonly thought?: ArrayLike<number>;
  /** 0 where an outcome was given and did not come of the intention; all of them came of it where this is absent. */
  readonly happened?: ArrayLike<number>;
  /** The condition it was built under, where there is one. */
  readonly context?: Context;
}

/** The arrays of a batch. */
const copied = [
  "features",
  "index",
  "legal",
  "thought",
  "real",
  "backwardIndex",
  "logKernel",
  "backwardLegal",
  "lengths",
  "logReward",
  "onPolicy",
  "lived",
  "happened",
  "context",
] as const;

export class TrajectoryBatch {
  readonly shape: BatchShape;
  /** Features of s_0 … s_T, [(T+1)·B, F]; empty where nobody reads them. */
  readonly features: Float32Array;
  /** Numbers of the states, [(T+1)·B]; empty where nobody reads them. */
  readonly index: Int32Array;
  /** 1 where an intention is legal, [T·B, A]. */
  readonly legal: Uint8Array;
  readonly thought: Int32Array;
  readonly real: Int32Array;
  /** Which pair of parent and intention led into s_{t+1}, [T·B]. */
  readonly backwardIndex: Int32Array;
  /** log P(c_t | s_t, a) of the true environment for every intention a, [T·B, A]; illegal ones −1e9. Or empty. */
  readonly logKernel: Float32Array;
  /** 1 where a way into s_1 … s_T is possible, [T·B, ways]; or empty. */
  readonly backwardLegal: Uint8Array;
  /** Steps of each trajectory, [B]. */
  readonly lengths: Int32Array;
  readonly logReward: Float32Array;
  /** 1 for trajectories sampled from π itself. */
  readonly onPolicy: Float32Array;
  /** Which trajectories the environment really made, so that their outcomes may teach the dynamics: 1 or 0. */
  readonly lived: Float32Array;
  /** 0 where an outcome was given and says nothing of the noise, else 1, [T·B]; empty where nobody gives any. */
  readonly happened: Float32Array;
  /** The finished objects. */
  readonly objects: string[];
  /** The condition of each trajectory, and the same as rows of numbers; empty without conditions. */
  readonly contexts: Context[] = [];
  readonly context: ContextNumbers;

  constructor(shape: BatchShape) {
    this.shape = shape;
    const { steps, size, featureCount, actionCount, backwardCount, context } = shape;
    const { reads = ["features", "index"], keeps = ["logKernel", "backwardLegal"] } = shape;
    const rows = steps * size;
    this.features = new Float32Array(reads.includes("features") ? (rows + size) * featureCount : 0);
    this.index = new Int32Array(reads.includes("index") ? rows + size : 0);
    this.legal = new Uint8Array(rows * actionCount).fill(1);
    this.thought = new Int32Array(rows);
    this.real = new Int32Array(rows);
    this.backwardIndex = new Int32Array(rows);
    this.logKernel = new Float32Array(keeps.includes("logKernel") ? rows * actionCount : 0);
    this.backwardLegal = new Uint8Array(keeps.includes("backwardLegal") ? rows * backwardCount : 0).fill(1);
    this.lengths = new Int32Array(size);
    this.logReward = new Float32Array(size);
    this.onPolicy = new Float32Array(size);
    this.lived = new Float32Array(size);
    this.happened = new Float32Array(keeps.includes("happened") ? rows : 0).fill(1);
    this.objects = Array.from({ length: size }, () => "");
    this.context = context ? contextNumbers(context, size) : new Float32Array();
  }

  /** A batch of an environment's trajectories, with room for what models read of states and updates of transitions. */
  static for(
    environment: Environment,
    size: number,
    reads?: readonly StateInput[],
    keeps?: readonly Kept[],
  ): TrajectoryBatch {
    const { maxSteps, featureCount, actionCount, outcomeCount, backward, context } = environment;
    return new TrajectoryBatch({
      steps: maxSteps,
      size,
      featureCount,
      actionCount,
      outcomeCount,
      backwardCount: backward.count,
      oneLength: environment.tokens?.stops === false,
      ...(context ? { context } : {}),
      ...(reads ? { reads } : {}),
      ...(keeps ? { keeps } : {}),
    });
  }

  /** Takes over what a batch of the same shape holds. */
  copy(other: TrajectoryBatch): void {
    for (const name of copied) this[name].set(other[name]);
    other.objects.forEach((object, b) => (this.objects[b] = object));
    other.contexts.forEach((context, b) => (this.contexts[b] = context));
  }

  /** What was intended and what happened in a trajectory, without a score. */
  trajectory(b: number): KnownTrajectory & {
    readonly thought: Int32Array;
    readonly real: Int32Array;
    readonly happened?: Int32Array;
  } {
    const { steps, size } = this.shape;
    const along = (all: Float32Array | Int32Array): Int32Array => {
      const own = new Int32Array(steps);
      for (let t = 0; t < steps; t++) own[t] = all[t * size + b]!;
      return own;
    };
    const context = this.contexts[b];
    return {
      thought: along(this.thought),
      real: along(this.real),
      length: this.lengths[b]!,
      object: this.objects[b]!,
      ...(this.happened.length > 0 ? { happened: along(this.happened) } : {}),
      ...(context === undefined ? {} : { context }),
    };
  }

  /** Gives a trajectory its condition. */
  setContext(b: number, context: Context): void {
    this.contexts[b] = context;
    writeContext(this.shape.context!, context, this.context, b);
  }

  /** Conditions of the trajectories from `from` to `to`, or nothing where there are none. */
  contextsOf(from: number, to: number): readonly Context[] | undefined {
    return this.shape.context ? this.contexts.slice(from, to) : undefined;
  }
}
