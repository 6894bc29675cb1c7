/** Which modes of a world have been found: the reference set once, then what has been seen. */
import type { ModeReport } from "../../evaluation/sample/modes.ts";
import type { ModeSet } from "./mode-set.ts";

/** How much of a set of modes some samples contain, and what the modes are. */
export interface FoundModes extends ModeReport {
  readonly kind: ModeSet["kind"];
}

export class ModeFinder {
  readonly #modes: ModeSet;
  readonly #found = new Set<string>();

  constructor(modes: ModeSet) {
    this.#modes = modes;
  }

  /** Notes what has been seen and returns how many modes have been found so far. */
  see(objects: readonly string[]): number {
    for (const mode of this.#modesOf(objects)) this.#found.add(mode);
    return this.#found.size;
  }

  /** How many modes are among these alone. */
  report(objects: readonly string[]): FoundModes {
    const { kind, total, radius, threshold } = this.#modes;
    return { found: this.#modesOf(objects).size, total, radius, threshold, kind };
  }

  /** What has been found, for a checkpoint. */
  get found(): readonly string[] {
    return [...this.#found];
  }

  /** Puts back what a checkpoint holds. */
  restore(found: readonly string[]): void {
    for (const mode of found) this.#found.add(mode);
  }

  #modesOf(objects: readonly string[]): Set<string> {
    return new Set(objects.flatMap((object) => this.#modes.modesOf(object)));
  }
}
