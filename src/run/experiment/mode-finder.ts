/** Which of the best sequences of a space have been found: the reference set once, then who has been seen. */
import { referenceModes, sequenceTable } from "../../evaluation/index.ts";
import type { ModeReport } from "../../evaluation/index.ts";

/** What literature reports for TFBind8: the 328 best sequences at least two letters apart. */
const modeCount = 328;
const modeRadius = 1;
/** Sequences that can be modes at all: with many more than this below them, none of the others is among the first. */
const candidates = 2 ** 18;

export class ModeFinder {
  readonly #modes: ReadonlySet<string>;
  readonly #found = new Set<string>();
  readonly #threshold: number;

  /** `objects` are all there are. */
  constructor(objects: readonly string[], scores: Float64Array) {
    // Where most of a space scores the same least, those are no modes.
    const least = scores.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const best = Array.from(scores.keys())
      .filter((i) => scores[i]! > least)
      .sort((i, j) => scores[j]! - scores[i]!)
      .slice(0, candidates);
    const table = sequenceTable(best.map((i) => objects[i]!));
    const reference = referenceModes(
      table,
      best.map((i) => scores[i]!),
      { radius: modeRadius, limit: Math.min(modeCount, Math.ceil(objects.length / 10)) },
    );
    this.#modes = new Set(Array.from(reference.indices, (at) => objects[best[at]!]!));
    this.#threshold = reference.threshold;
  }

  /** Notes what has been seen and returns how many modes have been found so far. */
  see(objects: readonly string[]): number {
    for (const object of objects) if (this.#modes.has(object)) this.#found.add(object);
    return this.#found.size;
  }

  /** How many modes are among these alone. */
  report(objects: readonly string[]): ModeReport {
    const found = new Set(objects.filter((object) => this.#modes.has(object)));
    return {
      found: found.size,
      total: this.#modes.size,
      radius: modeRadius,
      threshold: this.#threshold,
    };
  }

  /** What has been found, for a checkpoint. */
  get found(): readonly string[] {
    return [...this.#found];
  }
}
