/**
 * The stochastic view of a forecast: the quantile level it intends is the thought, the level at which the value really
 * came is the real action, and P̂(real | history, thought) is learned from pairs of both. A forecaster that is right
 * draws its thought uniformly and reality follows it; one that is not is corrected by asking it for another level.
 *
 * Of the history the step ahead is used, in a few groups of steps. The minimiser of the cross-entropy over classes of
 * levels is the share of each class; shares of a group lean on those of all steps, and these on no correction at all.
 */

/** Classes of levels, groups of steps, and how many pairs the next more general law is worth. */
const classes = 20;
const groups = 4;
const lean = 200;

export class Recalibration {
  readonly #horizon: number;
  readonly #counts: readonly Float64Array[];
  #cumulative: readonly Float64Array[] | undefined;
  #pairs = 0;

  constructor(horizon: number) {
    this.#horizon = horizon;
    this.#counts = Array.from({ length: groups }, () => new Float64Array(classes));
  }

  /** Pairs seen so far. */
  get pairs(): number {
    return this.#pairs;
  }

  /** What came at `step` lay at this level of the intended law. */
  add(step: number, level: number): void {
    const at = Math.min(classes - 1, Math.max(0, Math.floor(level * classes)));
    this.#counts[this.#groupOf(step)]![at]! += 1;
    this.#cumulative = undefined;
    this.#pairs++;
  }

  /** The level to ask the forecaster for, so that what comes lies below it with probability `level`. */
  intention(step: number, level: number): number {
    if (this.#pairs === 0) return level;
    const shares = (this.#cumulative ??= this.#learned())[this.#groupOf(step)]!;
    let at = 0;
    while (at < classes - 1 && shares[at + 1]! < level) at++;
    const [low, high] = [shares[at]!, shares[at + 1]!];
    return (at + (high > low ? (level - low) / (high - low) : 0)) / classes;
  }

  /** Cumulative shares of each group, from 0 to 1. */
  #learned(): Float64Array[] {
    const uniform = new Float64Array(classes).fill(1 / classes);
    const all = new Float64Array(classes);
    for (const counts of this.#counts) counts.forEach((count, c) => (all[c]! += count));
    const shared = leaning(all, uniform);
    return this.#counts.map((counts) => {
      const shares = leaning(counts, shared);
      const cumulative = new Float64Array(classes + 1);
      shares.forEach((share, c) => (cumulative[c + 1] = cumulative[c]! + share));
      return cumulative;
    });
  }

  #groupOf(step: number): number {
    return Math.min(groups - 1, Math.floor((step * groups) / this.#horizon));
  }
}

function leaning(counts: Float64Array, prior: Float64Array): Float64Array {
  const sum = total(counts) + lean;
  return counts.map((count, c) => (count + lean * prior[c]!) / sum);
}

const total = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0);
