/**
 * Conditions: a value z that is part of every state of a trajectory and does not change within it, such as which table
 * is asked, how sharp the reward is, or what came before. What is done with them is up to the others.
 */

/** What kind of condition there is. */
export type ContextSpec =
  | ({ readonly kind: "vector" } & NumbersSpec)
  | { readonly kind: "category"; readonly count: number }
  | ({ readonly kind: "category+vector"; readonly count: number } & NumbersSpec)
  | { readonly kind: "tokens"; readonly vocabulary: number; readonly maxLength: number };

/** Numbers of a condition, and between which bounds each lies where that is known. */
export interface NumbersSpec {
  readonly size: number;
  /**
   * One pair per number. Models then read a number as polynomials between its bounds, so that what they say may bend
   * with it and does not depend on its unit; without bounds they read it as it is.
   */
  readonly bounds?: readonly Bounds[];
}

/** The least and the greatest that a number is meant to be. */
export type Bounds = readonly [low: number, high: number];

/**
 * A condition: the number of a category, the numbers of a vector, a category followed by the numbers of a vector, or
 * tokens, at most `maxLength` of them.
 */
export type Context = number | readonly number[];

/** The category in a condition that has one, alone or before the numbers of a vector. */
export function categoryOf(context: Context | undefined): number | undefined {
  return typeof context === "object" ? context[0] : context;
}
