/**
 * Two lines to whoever watches a process: what one is waiting for, and what went wrong beside the work, so that nobody
 * who awaits that work hears of it. They are channels of Node (`diagnostics_channel`), to which programs of others can
 * listen too; without a listener faults become warnings of the process, and waiting is not told.
 */
import { channel } from "node:diagnostics_channel";
import type { WindageError } from "../error.ts";

const waiting = channel("windage:waiting");
const faults = channel("windage:fault");

/** Says what one is waiting for. */
export function tellWaiting(text: string): void {
  waiting.publish({ text });
}

/** Says what went wrong beside the work. */
export function tellFault(error: WindageError): void {
  if (faults.hasSubscribers) faults.publish({ error });
  else process.emitWarning(error.message, { type: "WindageWarning", code: error.code });
}

/** Hears what one is waiting for. */
export function onWaiting(listener: (text: string) => void): void {
  waiting.subscribe((message) => listener((message as { readonly text: string }).text));
}

/** Hears what goes wrong beside the work. */
export function onFault(listener: (error: WindageError) => void): void {
  faults.subscribe((message) => listener((message as { readonly error: WindageError }).error));
}

/** Seconds after which it is said, and from then on this often. */
const firstWords = [5, 30, 60];
const thenEvery = 300;

/** The longest that each has kept us waiting for an answer, in seconds. */
const longest = new Map<string, number>();

/**
 * Waits for an answer of `who`, and says so where it takes long: longer than usual, since the answers of some take
 * minutes. The words are given the seconds that have passed; without any, nothing is said.
 */
export async function tellWhile<T>(
  who: string,
  work: Promise<T>,
  say: (seconds: number) => string | undefined,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const began = performance.now();
  const passed = (): number => (performance.now() - began) / 1000;
  const usual = 2 * (longest.get(who) ?? 0);
  const next = (said: number): void => {
    const at = firstWords[said] ?? firstWords.at(-1)! + (said - firstWords.length + 1) * thenEvery;
    timer = setTimeout(
      () => {
        const text = at < usual ? undefined : say(at);
        if (text !== undefined) tellWaiting(text);
        next(said + 1);
      },
      1000 * (at - passed()),
    );
    // Nobody has to stay because of what it would say.
    timer.unref();
  };
  next(0);
  try {
    const answer = await work;
    longest.set(who, Math.max(longest.get(who) ?? 0, passed()));
    return answer;
  } finally {
    clearTimeout(timer);
  }
}
