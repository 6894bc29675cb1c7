/**
 * Waiting for a module of a user: for its code to load, for scores, for it to put its things away. A promise that nothing
 * is left to settle would end the process without a word, and one that only never comes would keep it for ever in silence;
 * here the first is an error of the module, and the second is told. What goes wrong in the module beside the call under
 * way ends that call.
 */
import { WindageError } from "../../error.ts";
import { tellWhile } from "../../file/notices.ts";

interface Call {
  readonly fail: (error: WindageError) => void;
  /** Nothing is left that could settle it. */
  readonly onIdle: () => void;
}

const calls = new Set<Call>();

/** Ends every call under way with this error. */
export function failCalls(error: WindageError): void {
  for (const { fail } of calls) fail(error);
}

function tellIdle(): void {
  for (const { onIdle } of calls) onIdle();
}

/** How a call is waited for. */
export interface SettleOptions {
  /** Gives up after so many milliseconds; never unless told. */
  readonly mostMs?: number;
}

/** What a promise of a module comes to; `part` of the module at `path` is who promised. */
export async function settled<T>(
  path: string,
  part: string,
  promise: PromiseLike<T> | T,
  { mostMs }: SettleOptions = {},
): Promise<T> {
  let fail!: Call["fail"];
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  const silent = (problem: string): void =>
    fail(
      new WindageError(
        "run/module-silent",
        `${path}: ${part} ${problem}; see to it that every promise in the module is resolved or rejected.`,
        { kind: "failure" },
      ),
    );
  const call: Call = {
    fail,
    onIdle: () => silent("gave a promise that never settles (nothing is left that could settle it)"),
  };
  const limit =
    mostMs === undefined
      ? undefined
      : setTimeout(() => silent(`has not ended within ${mostMs / 1000} s`), mostMs);
  // The limit is no reason for the process to go on: without any other the promise never settles.
  limit?.unref();
  begin(call);
  try {
    const words = (seconds: number): string =>
      `Waiting for ${part} of ${path}, for ${seconds} s so far; to end at once, press Ctrl-C twice.`;
    return await tellWhile(`${part} of ${path}`, Promise.race([promise, failed]), words);
  } finally {
    clearTimeout(limit);
    end(call);
  }
}

/** What keeps this process although nothing comes of it by itself, as the line to a parent does. */
interface Line {
  ref(): void;
  unref(): void;
}

let line: Line | undefined;

/** Says what is no reason to think that something is still to come while a call is waited for. */
export function ignoreLine(ignored: Line): void {
  line = ignored;
}

function begin(call: Call): void {
  if (calls.size === 0) {
    process.on("beforeExit", tellIdle);
    line?.unref();
  }
  calls.add(call);
}

function end(call: Call): void {
  calls.delete(call);
  if (calls.size > 0) return;
  process.off("beforeExit", tellIdle);
  line?.ref();
}
