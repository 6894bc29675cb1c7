/**
 * Makes objectives out of their formula: a name, the heads it needs and a function to a scalar (or to one number per
 * transition); what follows from those is filled in here.
 */
import { np } from "../engine/jax.ts";
import type { JaxArray } from "../engine/jax.ts";
import { WindageError } from "../error.ts";
import type { ExtraName, ExtraTerms, Head, Objective, Terms, TransitionObjective } from "./objective.ts";

interface Definition<N extends Head> {
  readonly name: string;
  readonly needs: readonly N[];
  readonly needsOnPolicy?: boolean;
  readonly perTrajectory?: boolean;
  readonly extras?: readonly ExtraName[];
  readonly loss: (terms: Terms) => JaxArray;
}

/** Makes an objective of one's own from a function of the terms to a scalar loss. */
export function defineObjective<const N extends Head>(definition: Definition<N>): Objective<N> {
  const { name, needs, needsOnPolicy = false, perTrajectory = false, extras = [], loss } = definition;
  return {
    name,
    needs,
    needsOnPolicy,
    perTrajectory,
    extras,
    loss,
    report: (terms) => {
      const value = loss(terms);
      return { loss: value.ref, parts: { [name]: value } };
    },
  };
}

/** Makes an objective of one's own that averages a penalty over the real transitions. */
export function defineTransitionObjective<const N extends Head>(
  name: string,
  needs: readonly N[],
  perTransition: (terms: Terms) => JaxArray,
): TransitionObjective<N> {
  const loss = (terms: Terms): JaxArray => meanOverSteps(perTransition(terms), terms);
  return { ...defineObjective({ name, needs, loss }), perTransition };
}

/** Σ values / number of real transitions; `values` are 0 past the end and are consumed. */
function meanOverSteps(values: JaxArray, { mask }: Terms): JaxArray {
  return np.sum(values).div(np.sum(mask.ref));
}

/** What an objective reads beside the transitions; an error where nobody filled it in. */
export function requireExtra<Name extends ExtraName>(
  objective: string,
  terms: Terms,
  name: Name,
): ExtraTerms[Name] {
  const extra: Partial<ExtraTerms>[Name] = terms[name];
  if (extra) return extra;
  throw new WindageError(
    "objective/missing-terms",
    `${objective}: the terms have no \`${name}\` part, expected it because the objective lists it in its extras; fill terms.${name}.`,
  );
}
