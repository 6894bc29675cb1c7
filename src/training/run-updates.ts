/**
 * The loop over updates of what is no method: forecasts learn from windows of the past and a question's sampler from a
 * law, so that there is no environment, no oracle, no budget and no checkpoint, which is what `runMethod` is about. An
 * update itself is the same everywhere: a `TrainingProgram`, compiled from a loss.
 */
import type { InputData } from "../engine/program.ts";
import type { TrainingProgram } from "../engine/training-program.ts";
import type { ParameterTree } from "../engine/parameters/parameters.ts";
import type { Spec } from "../engine/spec.ts";

export interface UpdatesOptions<Inputs> {
  readonly updates: number;
  /** What the next update learns from. */
  readonly inputs: (update: number) => Inputs | Promise<Inputs>;
  /** Hears now and then how many are done, with the loss, smoothed over a hundred of them. */
  readonly onStep?: ((done: number, total: number, loss: number) => void | Promise<void>) | undefined;
  /** Ends it with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Updates between two that are told. */
const toldEvery = 10;
const smoothedOver = 100;

/** Runs a program so many times and lets go of it, however that ends; the loss at the end, smoothed. */
export async function runUpdates<Inputs extends Record<string, Spec>>(
  program: Pick<TrainingProgram<ParameterTree, Inputs, string>, "step" | "dispose">,
  { updates, inputs, onStep, signal }: UpdatesOptions<InputData<Inputs>>,
): Promise<number> {
  let smooth = 0;
  try {
    for (let i = 0; i < updates; i++) {
      signal?.throwIfAborted();
      const { loss } = await program.step(await inputs(i));
      smooth = i === 0 ? loss : smooth + (loss - smooth) / Math.min(i + 1, smoothedOver);
      if (i % toldEvery === toldEvery - 1) await onStep?.(i + 1, updates, smooth);
    }
  } finally {
    await program.dispose();
  }
  return smooth;
}
