/** An estimate of memory, apart from how it is made: the command line speaks of it without loading the engine. */

/** What memory goes to: the program itself, parameters with moments and gradients, the states of a batch, and so on. */
export type MemoryUse = "program" | "network" | "batch" | "noise model" | "attention" | "replay";

/** Bytes by what they go to. */
export type MemoryEstimate = ReadonlyMap<MemoryUse, number>;

/** All bytes of an estimate. */
export function totalMemory(estimate: MemoryEstimate): number {
  return [...estimate.values()].reduce((sum, bytes) => sum + bytes, 0);
}
