/**
 * Lets everything else have its turn. Work that only awaits promises that are kept at once never leaves the floor to
 * signals, timers or a page; loops that may last await this now and then, and it costs next to nothing when it is not
 * time yet.
 */

/** Nobody waits longer than this for a turn, as long as the work in between does not take longer itself. */
const longestMs = 25;

let last = performance.now();

export async function breathe(): Promise<void> {
  if (performance.now() - last < longestMs) return;
  await new Promise<void>((resolve) => {
    // Browsers have no setImmediate; a timer of nothing is the next best.
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
  last = performance.now();
}
