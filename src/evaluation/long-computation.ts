/**
 * Long computations as steps: a generator that yields now and then and returns its result. Whoever has nothing else to
 * do finishes it at once; whoever has a page, a signal or a progress line to look after takes it step by step.
 */

/** Yields how far the result may still be from the truth, where that is known meanwhile. */
export type Steps<Result> = Generator<number | undefined, Result, void>;

/** The same where steps have to be waited for, such as those of a compiled program. */
export type AsyncSteps<Result> = AsyncGenerator<number | undefined, Result, void>;

/** Takes all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
