/**
 * How long to wait before trying again: doubling from a base up to a limit, scattered over the upper half of
 * that time so that many clients do not return together. The scatter is a hash of a key and the attempt, not
 * chance, so a run can be repeated.
 */

/** How waiting grows. */
export interface BackOff {
  readonly baseMs: number;
  readonly maxMs: number;
}

/** Milliseconds to wait before attempt number `attempt` (the first retry is 1). */
export function backOffDelay(backOff: BackOff, attempt: number, key: number): number {
  const full = Math.min(backOff.maxMs, backOff.baseMs * 2 ** (attempt - 1));
  return full * (0.5 + 0.5 * hashToUnit(Math.imul(key, 0x9e3779b1) ^ attempt));
}

/** Waits; ends early, quietly, when the signal fires. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
  });
}

/** A well-mixed number in [0, 1) from a 32-bit integer (the finaliser of MurmurHash3). */
function hashToUnit(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
