/** Takes a long computation step by step, so that signals are heard and somebody is told how it goes. */
import { breathe } from "../breathe.ts";
import { WindageError } from "../error.ts";
import type { AsyncSteps, Steps } from "../evaluation/long-computation.ts";

/** Who is to be told, and who may end it. */
export interface StepsOptions {
  /** Ends the work early, with the error `assessment/stopped`. */
  readonly signal?: AbortSignal | undefined;
  /** Hears now and then what is being done, since it may take a while. */
  readonly onProgress?: ((doing: string) => void) | undefined;
  /** Ends the search for a limit after so many seconds (60), with what it has found and the gap it leaves. */
  readonly limitSeconds?: number | undefined;
}

/** Somebody hears of it this often at most. */
const tellMs = 1000;

/** What takes long, in words. */
export function computing(direction: "reverse" | "forward"): string {
  return `Computing the limit of ${direction === "reverse" ? "KL(sampler ‖ target)" : "KL(target ‖ sampler)"}`;
}

/** `doing` says what this is, for people. */
export async function takeSteps<Result>(
  steps: Steps<Result> | AsyncSteps<Result>,
  doing: string,
  { signal, onProgress }: StepsOptions = {},
): Promise<Result> {
  let told = performance.now();
  for (;;) {
    if (signal?.aborted) {
      // What the computation holds is given back.
      await steps.return(undefined as Result);
      throw stoppedWhile(doing);
    }
    const { done, value } = await steps.next();
    if (done) return value;
    if (onProgress !== undefined && performance.now() - told > tellMs) {
      told = performance.now();
      const known = value === undefined || !Number.isFinite(value) ? "" : `, to ${value.toPrecision(2)} nats`;
      onProgress(doing + known);
    }
    await breathe();
  }
}

/** Waits for something that cannot be hurried, such as an answer, unless the signal comes first; it is then left to itself. */
export async function unlessStopped<Result>(
  work: Promise<Result>,
  doing: string,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work;
  let onAbort = (): void => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(stoppedWhile(doing));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Nobody waits for either any more, and what comes of them later is no news.
    void Promise.allSettled([work, stopped]);
  }
}

function stoppedWhile(doing: string): WindageError {
  const what = `${doing[0]!.toLowerCase()}${doing.slice(1)}`;
  return new WindageError("assessment/stopped", `Stopped while ${what}.`, { kind: "failure" });
}
