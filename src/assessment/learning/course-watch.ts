/**
 * Watches whether training runs away: a loss that stays far above all it was at the start, or a policy that makes one
 * object and no other. It only tells; nothing is stopped by it. What it has seen is part of a run's checkpoints, so that
 * a run that was interrupted tells the same.
 */

/** Iterations that say how large a loss is at the start. */
const firstIterations = 10;
/** How far above that a loss is no bad batch any more. */
const farAbove = 1000;
/** For how many iterations on end. */
const enduring = 20;
const alike = 50;
/** Fewer objects than this may be the same by chance. */
const fewest = 8;

/** What has been seen so far. */
export interface CourseState {
  /** Iterations looked at, up to those that count as the start. */
  readonly looked: number;
  /** The largest loss among them, without its sign. */
  readonly start: number;
  /** Iterations on end with a loss far above that. */
  readonly above: number;
  /** Iterations on end that made this object and no other. */
  readonly same: number;
  readonly object: string;
}

/** What became of a training that ran away. */
export interface RunAway {
  readonly kind: "diverged" | "collapsed";
  readonly text: string;
}

const atStart: CourseState = { looked: 0, start: 0, above: 0, same: 0, object: "" };

export class CourseWatch {
  #state: CourseState;

  constructor(state: CourseState | null = null) {
    this.#state = state ?? atStart;
  }

  /** Takes what an iteration did; what there is to say, once for each time that it begins. */
  observe({
    loss,
    objects,
  }: {
    readonly loss: number;
    readonly objects: readonly string[];
  }): string | undefined {
    const { looked, start, above, same, object } = this.#state;
    const size = Math.abs(loss);
    const begins = looked < firstIterations;
    const [first = ""] = objects;
    const isSingle = objects.length >= fewest && objects.every((one) => one === first);
    this.#state = {
      looked: begins ? looked + 1 : looked,
      start: begins && Number.isFinite(size) ? Math.max(start, size) : start,
      above: !begins && !(size <= farAbove * Math.max(start, 1)) ? above + 1 : 0,
      same: isSingle ? (first === object ? same + 1 : 1) : 0,
      object: isSingle ? first : "",
    };
    const { above: high, same: single } = this.#state;
    const begun = high === enduring || (single === alike && high < enduring);
    return begun ? this.found?.text : undefined;
  }

  /** Whether it has run away by now, and has not come back. */
  get found(): RunAway | null {
    const { start, above, same, object } = this.#state;
    const advice =
      "Try a smaller --clip, such as 0.5, a smaller --rate, or another --objective, such as sdb.";
    if (above >= enduring) {
      const text = `training has run away: the loss is more than ${farAbove} times what it was in the first ${firstIterations} iterations (${Number(start.toPrecision(3))}), and has been for ${above}. ${advice}`;
      return { kind: "diverged", text };
    }
    if (same < alike) return null;
    const text = `the policy has collapsed: each of the last ${same} iterations made ${JSON.stringify(object)} and nothing else. Unless nearly all of the reward is there, what it knew of other objects is lost. ${advice}`;
    return { kind: "collapsed", text };
  }

  save(): CourseState {
    return this.#state;
  }
}
