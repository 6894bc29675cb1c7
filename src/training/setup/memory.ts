/**
 * What memory a trainer or a learning baseline will need, from its options alone, before anything of that size is made. The largest share is
 * what an update holds at once: the units of both networks for every state of the batch, forwards and backwards. The
 * factors were fitted to measured peaks of processes on sequences (lengths 8 to 400, alphabets of 4 to 100 letters,
 * batches of 16 to 8,192, 64 to 4,096 units, all kinds of models); `src/bench/growth/memory.test.ts` holds the
 * estimate against them.
 */
import type { ParameterTree } from "../../engine/parameters/parameters.ts";
import { ParameterSpec } from "../../engine/parameters/parameters.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Model } from "../../model/model.ts";
import { readsReplay } from "../memory/past-trajectories.ts";
import { mostLocalStates } from "../terms/children.ts";
import type { MemoryEstimate, MemoryUse } from "./memory-estimate.ts";
import type { TrainerOptions } from "./options.ts";

/** Node with the engine loaded. */
const programBytes = 170 * 2 ** 20;
/** Values, gradient, two moments, and copies of them while a checkpoint is written. */
const bytesPerParameter = 32;
/** Values and gradients on another thread, and in the memory between the two. */
const bytesPerParameterApart = 16;
/** Numbers, masks and terms that every state of a batch has, whatever the model. */
const bytesPerState = 2500;
/** A unit is kept forwards and backwards, and some products of it for a while. */
const bytesPerUnit = 20;
const bytesPerKernelNumber = 8;
const bytesPerAttention = 16;
/** Units of the noise model that each intention has. */
const noiseUnits = 32;
const float = 4;

/** What learns: networks over the states of a batch, and what is kept of the past. */
export interface LearningSize {
  readonly environment: Environment;
  /** Networks that are asked about every state. */
  readonly models: readonly Pick<Model, "tree" | "attention">[];
  /** The network of the noise; undefined where it is known or not used. */
  readonly noise?: ParameterTree | undefined;
  /** Trajectories per update. */
  readonly trajectories: number;
  /** States per update that lie beside them. */
  readonly otherStates?: number;
  /** Trajectories that the replay buffer holds. */
  readonly capacity: number;
  /** Whether updates are computed on a thread of their own. */
  readonly apart?: boolean;
}

/** The memory that `Trainer.create` and its iterations will need. */
export function trainingMemory(options: TrainerOptions): MemoryEstimate {
  const { environment, model, dynamics, batch, replay, objective } = options;
  const hasChildren = objective.extras.includes("children");
  const trajectories = batch.onPolicy + batch.exploratory + batch.replay + batch.dataset;
  const local = Math.min(options.localStates ?? 256, mostLocalStates(environment, trajectories));
  return learningMemory({
    environment,
    models: [model],
    noise: dynamics.mode === "learned" ? dynamics.model.tree : undefined,
    trajectories,
    otherStates: hasChildren ? local * environment.outcomeCount : 0,
    capacity: readsReplay(options) ? replay.capacity : 0,
    apart: options.overlap ?? false,
  });
}

/** The memory that learning of a size will need. */
export function learningMemory(size: LearningSize): MemoryEstimate {
  const { environment, models, noise, trajectories, otherStates = 0, capacity, apart = false } = size;
  const { maxSteps, actionCount, outcomeCount } = environment;
  const trees = [...models.map(({ tree }) => tree), ...(noise === undefined ? [] : [noise])];
  const parameters = trees.flatMap(shapesIn).reduce((sum, shape) => sum + sizeOfShape(shape), 0);
  const units = models.reduce((sum, { tree }) => sum + unitsOf(tree), 0);
  const attention = models.reduce((sum, model) => sum + (model.attention ?? 0), 0);
  const states = trajectories * (maxSteps + 1) + otherStates;
  const kernels = noise === undefined ? 0 : actionCount * (noiseUnits + outcomeCount);
  return new Map<MemoryUse, number>([
    ["program", programBytes],
    ["network", (bytesPerParameter + (apart ? bytesPerParameterApart : 0)) * parameters],
    ["batch", states * (bytesPerState + bytesPerUnit * units)],
    ["noise model", states * bytesPerKernelNumber * kernels],
    ["attention", bytesPerAttention * trajectories * maxSteps ** 2 * attention],
    // Both intentions and outcomes, an object and its place in the tree of priorities.
    ["replay", capacity * (2 * float * maxSteps + 2 * maxSteps + 64)],
  ]);
}

/** Numbers that a network computes for one state: one for every column of its matrices. */
function unitsOf(tree: ParameterTree): number {
  return shapesIn(tree)
    .filter((shape) => shape.length === 2)
    .reduce((sum, [, columns]) => sum + columns!, 0);
}

function shapesIn(tree: ParameterTree): (readonly number[])[] {
  return Object.values(tree).flatMap((leaf) =>
    leaf instanceof ParameterSpec ? [leaf.shape] : shapesIn(leaf),
  );
}

function sizeOfShape(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}
