/** Follows a job on the terminal: says what is heard of it, in order, and stops it on Ctrl-C. */
import type { Finished, Job, JobControl, JobEvent } from "../job/job.ts";
import type { CommandContext } from "./option-table.ts";
import { listenForStop } from "./stop-signals.ts";

/** What a job is started with on the terminal: Ctrl-C stops it, and it writes settings as flags. */
export type FollowedControl = Required<JobControl>;

/** Who hears of it; a mistake that is found while listening ends the job too. */
interface Follower<Event> {
  readonly onEvent: (event: Event, signal: AbortSignal) => void | Promise<void>;
  /** Hears of the first Ctrl-C. */
  readonly onStop?: () => void;
  readonly signals?: readonly NodeJS.Signals[];
}

/** What came of a job. */
export async function followJob<Event extends JobEvent, Result>(
  start: (control: FollowedControl) => Job<Event, Result>,
  { say }: Pick<CommandContext, "say">,
  { onEvent, onStop, signals }: Follower<Event>,
): Promise<Result> {
  const stop = listenForStop(onStop, signals);
  const job = start({ signal: stop.signal, say });
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
