/**
 * What a job of a comparison carries over when it is put away: its method, its latest samples and what it has spent and
 * measured so far. Where it is put is the keeper's business. What comes back may have been edited, so that it is checked
 * before any of it is used.
 */
import { WindageError } from "../error.ts";
import { CourseWatch } from "../assessment/learning/course-watch.ts";
import type { JsonObject } from "../file/json-document.ts";
import type { Budget } from "../training/setup/budget.ts";
import type { Method, MethodState } from "../training/method.ts";
import type { CurvePoint } from "./job-result.ts";
import type { Measure } from "./measure-method.ts";

/** Where a job is put away while it runs, so that it can go on from there. */
export interface JobKeeper {
  load(): Promise<MethodState | undefined>;
  save(state: MethodState): Promise<void>;
}

export type Spending = { -readonly [K in keyof Budget]: Budget[K] };

/** What a job carries from one iteration to the next beside its method. */
export interface Account {
  readonly curve: CurvePoint[];
  /** Points of the curve that have been passed. */
  reached: number;
  /** The largest iteration so far. */
  readonly largest: Spending;
  /** Watches whether training runs away. */
  readonly course: CourseWatch;
  /** Spent by processes before this one. */
  readonly seconds: number;
}

/** The array that holds the latest training samples in what is put away. */
const windowName = "latestSamples";

export async function putAway(
  keeper: JobKeeper,
  method: Method,
  { window }: Measure,
  account: Account,
  seconds: number,
): Promise<void> {
  const { meta, arrays } = method.save();
  await keeper.save({
    meta: { method: meta, account: { ...account, course: account.course.save(), seconds } },
    arrays: { ...arrays, ...(window ? { [windowName]: window.save() } : {}) },
  });
}

/** Puts a method and what belongs to it back to where they were put away, if they were. */
export async function goOn(keeper: JobKeeper, method: Method, { window }: Measure): Promise<Account> {
  const state = await keeper.load();
  if (state === undefined) {
    const largest = { oracleCalls: 0, environmentSteps: 0 };
    return { curve: [], reached: 0, largest, course: new CourseWatch(), seconds: 0 };
  }
  try {
    const { putAwaySchema, readDocument } = await import("./job-documents.ts");
    const put = state.meta as JsonObject;
    const { method: meta, account } = readDocument(putAwaySchema, put, "its checkpoint", unlikeJobs);
    const { [windowName]: held, ...arrays } = state.arrays;
    method.restore({ meta, arrays });
    if (held instanceof Int32Array) window?.restore(held);
    return { ...account, course: new CourseWatch(account.course) };
  } catch (cause) {
    // Its checksum is right, so that it was made up; nothing of it can be believed.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WindageError(
      "run/broken",
      `what was put away of this job cannot be used: ${reason}. Delete the folder under-way of the comparison; the job then begins anew.`,
      { cause },
    );
  }
}

function unlikeJobs(where: string, reason: string): WindageError {
  return new WindageError("run/broken", `${where} is not what a job writes: ${reason}`);
}
