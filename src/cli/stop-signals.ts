/**
 * Ctrl-C and SIGTERM for work that can be stopped: the first one stops it, so that it can keep what it has; a second one
 * ends the process at once.
 */

/** npm and npx pass on the Ctrl-C that this process gets from the terminal as well; that is one, not two. */
const echoMs = 1000;

/** Whether it is to stop, and how to listen no more. */
export interface StopSignals {
  readonly signal: AbortSignal;
  dispose(): void;
}

const stops = new Set<() => void>();

/** Stops all that could be stopped by a signal, as the first one does, though nobody has sent one. */
export function stopAll(): void {
  for (const stop of stops) stop();
}

/** Listens until it is told not to; `onStop` hears of the first signal. */
export function listenForStop(
  onStop: () => void = () => undefined,
  signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM"],
): StopSignals {
  const stop = new AbortController();
  let stoppedAt = 0;
  const onSignal = (): void => {
    if (stop.signal.aborted) {
      if (performance.now() - stoppedAt > echoMs) process.exit(130);
      return;
    }
    stop.abort();
    stoppedAt = performance.now();
    onStop();
  };
  const stopQuietly = (): void => stop.abort();
  stops.add(stopQuietly);
  const leave = (): void => {
    stops.delete(stopQuietly);
    for (const name of signals) process.off(name, onSignal);
  };
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: stop.signal,
    dispose: () => {
      // The echo may come after the work has ended and before its last words are written.
      if (stop.signal.aborted) setTimeout(leave, echoMs).unref();
      else leave();
    },
  };
}
