/**
 * The loop over iterations, the same for a run of its own, for a job of a comparison and for the search of a design:
 * iterate, let the caller see what came of it, keep a checkpoint every so often, stop when asked to. What is seen, kept
 * and enough is the caller's.
 */
import { breathe } from "../breathe.ts";
import type { Method, MethodReport } from "./method.ts";

export interface LoopOptions<Report extends MethodReport> {
  /** Asked before every iteration. */
  readonly goesOn: () => boolean;
  /** Hears what each iteration did. */
  readonly onIteration: (report: Report) => Promise<void> | void;
  /** Puts the method away as it is, where it is worth keeping. */
  readonly keep?: () => Promise<void>;
  /** Iterations between two checkpoints. */
  readonly keepEvery?: number;
  /** Ends the loop, with a checkpoint, after the iteration under way. */
  readonly signal?: AbortSignal;
}

/** A checkpoint is kept at least this often, however slow iterations are. */
const longestMs = 60_000;

/** Runs a method until there is no going on, or until the signal; whether it came to its end. */
export async function runMethod<Report extends MethodReport>(
  method: Method<Report>,
  { goesOn, onIteration, keep, keepEvery = Infinity, signal }: LoopOptions<Report>,
): Promise<boolean> {
  let keptAt = performance.now();
  while (goesOn()) {
    await onIteration(await method.iterate());
    await breathe();
    const stopped = signal?.aborted === true && goesOn();
    if (stopped || method.iteration % keepEvery === 0 || performance.now() - keptAt > longestMs) {
      await keep?.();
      keptAt = performance.now();
    }
    if (stopped) return false;
  }
  return true;
}
