/**
 * Conditions: a value z that is part of every state of a trajectory and does not change within it, such as which table
 * is asked, how sharp the reward is, or what came before. Types only; what is done with them is up to the others.
 */

/** What kind of condition there is. */
export type ContextSpec =
  | { readonly kind: "vector"; readonly size: number }
  | { readonly kind: "category"; readonly count: number }
  | { readonly kind: "tokens"; readonly vocabulary: number; readonly maxLength: number };

/** A condition: the number of a category, the numbers of a vector, or tokens, at most `maxLength` of them. */
export type Context = number | readonly number[];
