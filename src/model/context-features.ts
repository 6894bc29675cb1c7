/**
 * Conditions as models read them: one-hots of categories and of tokens by position, and numbers. A number with known
 * bounds is read as the first Chebyshev polynomials of where it lies between them, u from −1 to 1:
 *
 *     T_1 = u        T_2 = 2u² − 1        T_3 = 4u³ − 3u
 *
 * Logits and flows bend with such a number (log Z is convex in an exponent), and rows of tables can then bend too.
 */
import { nn, np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";
import type { ContextSpec } from "../landscape/context.ts";

/** Polynomials per number. */
const degree = 3;

/** Numbers that describe a condition to a dense layer. */
export function contextFeatures(context: ContextSpec): number {
  return context.kind === "tokens"
    ? context.maxLength * context.vocabulary
    : (categoriesOf(context) ?? 0) + numberFeatures(context);
}

/** Those numbers, [N, features]. */
export function contextRows(context: ContextSpec, given: JaxArray): JaxArray {
  switch (context.kind) {
    case "vector":
      return numberRows(context, given);
    case "category":
      return nn.oneHot(given.ref, context.count);
    case "category+vector": {
      const oneHots = nn.oneHot(labelsOf(context, given), context.count);
      return np.concatenate([oneHots, numberRows(context, given)], 1);
    }
    case "tokens": {
      const { vocabulary, maxLength } = context;
      const oneHots = np.take(np.eye(vocabulary + 1, vocabulary), given.ref, 0);
      return oneHots.reshape([given.shape[0]!, maxLength * vocabulary]);
    }
  }
}

/** How many categories a condition tells apart; undefined where it has none. */
export function categoriesOf(context: ContextSpec | undefined): number | undefined {
  return context?.kind === "category" || context?.kind === "category+vector" ? context.count : undefined;
}

/** The category of each condition, int32 [N]. */
export function labelsOf(context: ContextSpec, given: JaxArray): JaxArray {
  if (context.kind === "category") return given.ref;
  const rows = given.shape[0]!;
  return given.ref.slice([0, rows], [0, 1]).reshape([rows]).astype(np.int32);
}

/** Features that the numbers of a condition are read as; none where it has no numbers. */
export function numberFeatures(context: ContextSpec | undefined): number {
  if (context?.kind !== "vector" && context?.kind !== "category+vector") return 0;
  return context.size * (context.bounds ? degree : 1);
}

/** Those features, [N, features]. */
export function numberRows(
  context: Extract<ContextSpec, { kind: "vector" | "category+vector" }>,
  given: JaxArray,
): JaxArray {
  const { size, bounds } = context;
  const rows = given.shape[0]!;
  const numbers = context.kind === "vector" ? given.ref : given.ref.slice([0, rows], [1, 1 + size]);
  if (!bounds) return numbers;
  const middle = np.array(bounds.map(([low, high]) => (low + high) / 2));
  const scale = np.array(bounds.map(([low, high]) => 2 / (high - low)));
  const u = numbers.sub(middle).mul(scale);
  const square = u.ref.mul(u.ref);
  const third = u.ref.mul(square.ref.mul(4).sub(3));
  return np.concatenate([u, square.mul(2).sub(1), third], 1);
}
