/**
 * What memory a trainer will need, from its options alone, before anything of that size is made. The largest share is
 * what an update holds at once: the units of both networks for every state of the batch, forwards and backwards. The
 * factors were fitted to measured peaks of processes on sequences (lengths 8 to 400, alphabets of 4 to 100 letters,
 * batches of 16 to 8,192, 64 to 4,096 units, all kinds of models); `src/bench/growth/memory.test.ts` holds the
 * estimate against them.
 */
import { ParameterSpec } from "../../engine/index.ts";
import type { ParameterTree } from "../../engine/index.ts";
import type { MemoryEstimate, MemoryUse } from "./memory-estimate.ts";
import type { TrainerOptions } from "./options.ts";

/** Node with the engine loaded. */
const programBytes = 170 * 2 ** 20;
/** Values, gradient, two moments, and copies of them while a checkpoint is written. */
const bytesPerParameter = 32;
/** Numbers, masks and terms that every state of a batch has, whatever the model. */
const bytesPerState = 2500;
/** A unit is kept forwards and backwards, and some products of it for a while. */
const bytesPerUnit = 20;
const bytesPerKernelNumber = 8;
const bytesPerAttention = 16;
/** Units of the noise model that each intention has. */
const noiseUnits = 32;
const float = 4;

/** The memory that `Trainer.create` and its iterations will need. */
export function trainingMemory(options: TrainerOptions): MemoryEstimate {
  const { environment, model, dynamics, batch, replay, extraUpdates, objective } = options;
  const { maxSteps, actionCount, outcomeCount } = environment;
  const trees = [model.tree, ...(dynamics.mode === "learned" ? [dynamics.model.tree] : [])];
  const parameters = trees.flatMap(shapesIn).reduce((sum, shape) => sum + sizeOfShape(shape), 0);
  const trajectories = batch.onPolicy + batch.exploratory + batch.replay + batch.dataset;
  const children = objective.extras.includes("children") ? (options.localStates ?? 256) * outcomeCount : 0;
  const states = trajectories * (maxSteps + 1) + children;
  const kernels = dynamics.mode === "learned" ? actionCount * (noiseUnits + outcomeCount) : 0;
  const isReplayed = batch.replay > 0 || extraUpdates > 0;
  return new Map<MemoryUse, number>([
    ["program", programBytes],
    ["network", bytesPerParameter * parameters],
    ["batch", states * (bytesPerState + bytesPerUnit * unitsOf(model.tree))],
    ["noise model", states * bytesPerKernelNumber * kernels],
    ["attention", bytesPerAttention * trajectories * maxSteps ** 2 * (model.attention ?? 0)],
    // Both intentions and outcomes, an object and its place in the tree of priorities.
    ["replay", isReplayed ? replay.capacity * (2 * float * maxSteps + 2 * maxSteps + 64) : 0],
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
