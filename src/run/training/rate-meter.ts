/**
 * Iterations per second over the last seconds. It starts counting after the first iteration, which compiles and warms up
 * and would make the first forecast of the time left far too long.
 */

const windowMs = 10_000;
/** A shorter stretch says too little. */
const leastMs = 300;

export class RateMeter {
  readonly #marks: { readonly at: number; readonly count: number }[] = [];

  /** Notes that `count` iterations were done at a moment in milliseconds. */
  mark(count: number, at: number): void {
    this.#marks.push({ at, count });
    // The oldest mark may be older than the window, as long as the next one is within it.
    while (this.#marks.length > 2 && at - this.#marks[1]!.at > windowMs) this.#marks.shift();
  }

  /** Null as long as nothing can be said. */
  get perSecond(): number | null {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined || last.at - first.at < leastMs) return null;
    return (1000 * (last.count - first.count)) / (last.at - first.at);
  }
}
