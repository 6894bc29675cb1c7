/** Holds an objective against a model: a missing head is an error of types, and at run time where types are wide. */
import { WindageError } from "../error.ts";
import type { Head, Objective } from "./objective.ts";

/** The heads an objective needs and a model has not. */
export type MissingHeads<Needs extends Head, Has extends Head> = Exclude<Needs, Has>;

/** A model with these heads; a type nothing has when one is missing, so that the compiler's message names it. */
export type ModelFor<Needs extends Head, Has extends Head> = {
  readonly heads: readonly Has[];
} & ([MissingHeads<Needs, Has>] extends [never]
  ? unknown
  : { readonly missingHeads: MissingHeads<Needs, Has> });

/** Throws, and does not compile, unless the model has every head the objective needs. */
export function requireHeads<Needs extends Head, Has extends Head>(
  objective: Objective<Needs>,
  model: ModelFor<Needs, Has>,
): void {
  const has: readonly Head[] = model.heads;
  const missing = objective.needs.filter((head) => !has.includes(head));
  if (missing.length === 0) return;
  throw new WindageError(
    "objective/missing-head",
    `${objective.name}: the model has the heads ${has.join(", ") || "(none)"}, but ${missing.join(", ")} ` +
      `${missing.length === 1 ? "is" : "are"} needed too; add them to the model or choose another objective.`,
  );
}
