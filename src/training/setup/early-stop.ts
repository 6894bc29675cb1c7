/**
 * Early stopping: watches one metric, smaller being better, and says when a run may end. It is told a value at a time
 * and knows nothing of runs; whoever trains decides which metric to watch and how often.
 */
import { WindageError } from "../../error.ts";

/** When a run may end before its last iteration. */
export interface EarlyStopOptions {
  /** The name of the metric that is watched, such as `loss` or `tv`. */
  readonly metric: string;
  /** Stop as soon as it is below this. */
  readonly below?: number;
  /** Stop after this many values in a row that were no better than the best before them. */
  readonly patience?: number;
}

/** Plain data, so that a resumed run stops where the uninterrupted one would have. */
export interface EarlyStopState {
  /** The best value so far; null before the first. */
  readonly best: number | null;
  readonly sinceBest: number;
}

/** Why a run may end. */
export type StopReason = "below" | "patience";

export class EarlyStop {
  readonly options: EarlyStopOptions;
  #best: number | null = null;
  #sinceBest = 0;

  constructor(options: EarlyStopOptions) {
    const { metric, below, patience } = options;
    const refuse = (message: string): never => {
      throw new WindageError("training/bad-early-stop", `stopWhen ${metric}: ${message}`);
    };
    if (below === undefined && patience === undefined)
      refuse("got neither a value nor a patience, expected at least one of them.");
    if (below !== undefined && !Number.isFinite(below)) refuse(`got below ${below}, expected a number.`);
    if (patience !== undefined && !(Number.isSafeInteger(patience) && patience >= 1))
      refuse(`got patience ${patience}, expected a whole number from 1 on.`);
    this.options = options;
  }

  /** Takes the next value; the reason to stop, if there is one now. A value that is not a number is no improvement. */
  observe(value: number): StopReason | undefined {
    const { below = Number.NEGATIVE_INFINITY, patience = Number.POSITIVE_INFINITY } = this.options;
    if (value < (this.#best ?? Number.POSITIVE_INFINITY)) {
      this.#best = value;
      this.#sinceBest = 0;
    } else this.#sinceBest += 1;
    if (value < below) return "below";
    return this.#sinceBest >= patience ? "patience" : undefined;
  }

  save(): EarlyStopState {
    return { best: this.#best, sinceBest: this.#sinceBest };
  }

  restore({ best, sinceBest }: EarlyStopState): void {
    this.#best = best;
    this.#sinceBest = sinceBest;
  }
}
