/** Follows a job on the terminal: says what is heard of it, in order, and stops it on Ctrl-C. */
import type { Finished, Job, JobEvent } from "../job/job.ts";
import { listenForStop } from "./stop-signals.ts";

/** Who hears of it; a mistake that is found while listening ends the job too. */
interface Follower<Event> {
  readonly onEvent: (event: Event, signal: AbortSignal) => void | Promise<void>;
  /** Hears of the first Ctrl-C. */
  readonly onStop?: () => void;
  readonly signals?: readonly NodeJS.Signals[];
}

/** What came of a job. */
export async function followJob<Event extends JobEvent, Result>(
  start: (signal: AbortSignal) => Job<Event, Result>,
  { onEvent, onStop, signals }: Follower<Event>,
): Promise<Result> {
  const stop = listenForStop(onStop, signals);
  const job = start(stop.signal);
  try {
    for await (const event of job) if (!isLast(event)) await onEvent(event, stop.signal);
    return await job.result;
  } catch (error) {
    job.stop();
    await job.result.catch(() => undefined);
    throw error;
  } finally {
    stop.dispose();
  }
}

function isLast<Result>(event: JobEvent | Finished<Result>): event is Finished<Result> {
  return event.kind === "finished";
}
