/**
 * A job: work that anyone can start, follow, stop and await. It runs from the moment it is made; what happens is told as
 * typed events, in their order, to the one who iterates over it, and what came of it is `result`. Leaving the iteration
 * does not end the work, `stop` does.
 */

import { WindageError } from "../error.ts";
import { experimentOptions } from "../run/config/run-options.ts";
import { namesOf, type SpecTable } from "../settings/value-spec.ts";
import type { Spelling } from "../wording.ts";

/** What every event of a job has: its kind. */
export interface JobEvent {
  readonly kind: string;
  /** What it is about, where a job does several things at a time. */
  readonly key?: unknown;
}

/** The last event: it was done to its end, and this came of it. */
export interface Finished<Result> {
  readonly kind: "finished";
  readonly result: Result;
}

/** Something the user should know. */
export interface Warned {
  readonly kind: "warning";
  readonly text: string;
}

/** Something begins that may take seconds, in words. */
export interface Phase {
  readonly kind: "phase";
  readonly text: string;
}

/** Work that runs, with what is heard of it and what came of it. */
export interface Job<Event extends JobEvent, Result> extends AsyncIterable<Event | Finished<Result>> {
  /** What came of it; rejected where it failed, as the iteration is. */
  readonly result: Promise<Result>;
  /** Asks it to end, with whatever it keeps of its work; heard again and again. */
  stop(): void;
}

/** More events than this wait for nobody: the oldest of those that later ones make up for go. */
const mostWaiting = 10_000;

/** How any job is followed and stopped. */
export interface JobControl {
  /** Stops it as `stop` does. */
  readonly signal?: AbortSignal | undefined;
  /** How settings are written in warnings and mistakes; by their names unless given. */
  readonly say?: Spelling | undefined;
}

/** Starts work; what is said of it names settings as `tables` and those of runs do, unless another spelling is given. */
export function startJob<Event extends JobEvent, Result>(
  work: (tell: (event: Event) => void, signal: AbortSignal, say: Spelling) => Promise<Result>,
  {
    signal,
    tables = [],
    say = namesOf(...tables, experimentOptions),
  }: JobControl & { readonly tables?: readonly SpecTable[] } = {},
): Job<Event, Result> {
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort);
  const events = new EventQueue<Event | Finished<Result>>();
  const result = (async () => {
    const found = await work((event) => events.add(event), stop.signal, say).catch((error: unknown) => {
      throw error instanceof WindageError ? error.spelled(say) : error;
    });
    events.add({ kind: "finished", result: found });
    return found;
  })();
  result
    .then(
      () => events.end(),
      (error: unknown) => events.fail(error),
    )
    .finally(() => signal?.removeEventListener("abort", onAbort));
  return { result, stop: () => stop.abort(), [Symbol.asyncIterator]: () => events };
}

function isOfSame(before: JobEvent | undefined, { kind, key }: JobEvent): boolean {
  return before !== undefined && before.kind === kind && before.key === key;
}

/** Events on their way from the work to the one who reads them. */
class EventQueue<Event extends JobEvent> implements AsyncIterator<Event, undefined> {
  readonly #waiting: Event[] = [];
  #over: { readonly error?: { readonly value: unknown } } | undefined;
  #wake: (() => void) | undefined;

  add(event: Event): void {
    // Where something stands now is all there is to its progress.
    if (event.kind === "progress" && isOfSame(this.#waiting.at(-1), event)) this.#waiting.pop();
    this.#waiting.push(event);
    if (this.#waiting.length > mostWaiting) {
      const at = this.#waiting.findIndex(({ kind }) => kind === "progress" || kind === "metrics");
      if (at >= 0) this.#waiting.splice(at, 1);
    }
    this.#wake?.();
  }

  end(): void {
    this.#over = {};
    this.#wake?.();
  }

  fail(value: unknown): void {
    this.#over = { error: { value } };
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Event, undefined>> {
    while (this.#waiting.length === 0) {
      if (this.#over !== undefined) {
        const { error } = this.#over;
        this.#over = {};
        if (error !== undefined) throw error.value;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return { done: false, value: this.#waiting.shift()! };
  }
}
