/**
 * A question compiled to a function of paths: whether it is met, and by how much. The margin is signed, positive where
 * the question is met: of a comparison the difference of its sides in units of its own spread, of `and` the smaller,
 * of `or` the larger. It tells a sampler that is far from a rare event which way to go.
 */
import { WindageError } from "../../error.ts";
import { describeThrown, isErrorOf } from "../../thrown.ts";
import { parseQuestion } from "./expression.ts";
import type { Comparison, Quantity, Question } from "./expression.ts";

export type Path = ArrayLike<number>;
type Compare = Extract<Question, { kind: "compare" }>;

export interface Condition {
  /** As the user wrote it. */
  readonly text: string;
  /** Whether it weighs paths instead of being met or not. */
  readonly isWeight: boolean;
  /** The largest reward there can be: 1 of what is met or not, Infinity where it is not known. */
  readonly most: number;
  /** `log r(x)`: 0 and −Infinity for a question, any weight for a reward of one's own. */
  logReward(path: Path): number;
  /** Signed distance to being met; for a reward of one's own the log reward, bounded below. */
  margin(path: Path): number;
}

/** A reward of one's own: a weight of at least 0, or whether a path counts at all. */
export type RewardFunction = (path: Float64Array) => number | boolean;

/** Compiles a question; `examples` are paths of the forecast, from which each comparison learns its unit. */
export function compileCondition(text: string, examples: readonly Path[]): Condition {
  const question = parseQuestion(text, examples[0]!.length);
  const margin = marginOf(question, examples, false);
  // Where a margin is exactly 0 the strictness of the comparison decides, so that is asked of the question itself.
  return {
    text,
    isWeight: false,
    most: 1,
    margin,
    logReward: (path) => (holds(question, path) ? 0 : -Infinity),
  };
}

/** A reward function as a condition, which says yes or no until it gives a number; `examples` are paths of the forecast, whose largest reward is the measure. */
export function rewardCondition(reward: RewardFunction, examples: readonly Path[]): Condition {
  let saysYesOrNo = true;
  const logReward = (path: Path): number => {
    const given: unknown = rewardOf(reward, path);
    if (typeof given !== "boolean") saysYesOrNo = false;
    const value = typeof given === "object" ? NaN : Number(given);
    if (value >= 0 && value < Infinity) return Math.log(value);
    throw new WindageError(
      "forecast/bad-reward",
      `given: the reward function returned ${describeReward(given)}, expected a number of at least 0, or a boolean.`,
    );
  };
  const largest = examples.reduce((most, path) => Math.max(most, logReward(path)), -Infinity);
  const top = largest === -Infinity ? 0 : largest;
  return {
    text: "a reward function",
    isWeight: true,
    get most() {
      return saysYesOrNo ? 1 : Infinity;
    },
    logReward,
    margin: (path) => Math.min(0, Math.max(-30, logReward(path) - top)),
  };
}

/** What came instead of a weight; a function that is async gives a promise, and one without return nothing. */
function describeReward(given: unknown): string {
  if (given === undefined) return "nothing";
  if (given instanceof Promise) return "a promise";
  return typeof given === "number" ? String(given) : `a value of type ${typeof given}`;
}

/** What a function of one's own fails by is told as its own, and not as ours. */
function rewardOf(reward: RewardFunction, path: Path): number | boolean {
  try {
    return reward(Float64Array.from(path));
  } catch (cause) {
    // A module has said already which it is.
    if (isErrorOf(WindageError, cause)) throw cause;
    const said = describeThrown(cause);
    throw new WindageError(
      "forecast/bad-reward",
      `given: the reward function failed on a path of ${path.length} steps: ${said}. Expected a number of at least 0, or a boolean, for every path.`,
      { cause },
    );
  }
}

function holds(question: Question, path: Path): boolean {
  switch (question.kind) {
    case "compare":
      return compares(question.comparison, valueOf(question.left, path), valueOf(question.right, path));
    case "and":
      return holds(question.left, path) && holds(question.right, path);
    case "or":
      return holds(question.left, path) || holds(question.right, path);
    case "not":
      return !holds(question.of, path);
  }
}

function compares(comparison: Comparison, left: number, right: number): boolean {
  switch (comparison) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}

/** Negations are pushed down to the comparisons, where they turn the sign. */
function marginOf(question: Question, examples: readonly Path[], negated: boolean): (path: Path) => number {
  if (question.kind === "not") return marginOf(question.of, examples, !negated);
  if (question.kind === "compare") {
    const { left, right, comparison } = question;
    const sign = comparison.startsWith(">") === !negated ? 1 : -1;
    const difference = (path: Path): number => valueOf(left, path) - valueOf(right, path);
    refuseUndefined(question, examples);
    const unit = spreadOf(examples.map(difference));
    return (path) => (sign * difference(path)) / unit;
  }
  const [one, two] = [question.left, question.right].map((part) => marginOf(part, examples, negated));
  const both = (question.kind === "and") === !negated;
  return (path) => (both ? Math.min(one!(path), two!(path)) : Math.max(one!(path), two!(path)));
}

/** A side that is no number on the forecast's own paths, such as one divided by y[1] - y[1], can be met by nothing. */
function refuseUndefined({ left, right }: Compare, examples: readonly Path[]): void {
  const odd = examples.find((path) => ![left, right].every((side) => Number.isFinite(valueOf(side, path))));
  if (odd === undefined) return;
  throw new WindageError(
    "forecast/bad-question",
    `question: got ${valueOf(left, odd)} to compare with ${valueOf(right, odd)} on a path of the forecast, expected numbers; a divisor in it becomes 0, so multiply by it instead.`,
  );
}

/** Standard deviation; 1 where nothing varies. */
function spreadOf(values: readonly number[]): number {
  const finite = values.filter(Number.isFinite);
  const mean = finite.reduce((sum, value) => sum + value, 0) / finite.length;
  return Math.sqrt(finite.reduce((sum, value) => sum + (value - mean) ** 2, 0) / finite.length) || 1;
}

function valueOf(quantity: Quantity, path: Path): number {
  switch (quantity.kind) {
    case "number":
      return quantity.value;
    case "step":
      return path[quantity.step]!;
    case "abs":
      return Math.abs(valueOf(quantity.of, path));
    case "aggregate":
      return aggregate(quantity, path);
    case "arithmetic": {
      const [left, right] = [valueOf(quantity.left, path), valueOf(quantity.right, path)];
      if (quantity.operator === "+") return left + right;
      if (quantity.operator === "-") return left - right;
      return quantity.operator === "*" ? left * right : left / right;
    }
  }
}

function aggregate({ of, from, to }: Extract<Quantity, { kind: "aggregate" }>, path: Path): number {
  if (of === "first") return path[from]!;
  if (of === "last") return path[to]!;
  let sum = 0;
  let low = Infinity;
  let high = -Infinity;
  for (let t = from; t <= to; t++) {
    sum += path[t]!;
    low = Math.min(low, path[t]!);
    high = Math.max(high, path[t]!);
  }
  if (of === "min") return low;
  if (of === "max") return high;
  return of === "sum" ? sum : sum / (to - from + 1);
}
