/**
 * Looking ahead decides by flows of states, so there have to be some: where what was built is not all there is to a state,
 * where the sampler reads its intentions too, or where no objective ever taught them, numbers would come out all the same.
 */
import { WindageError } from "../../error.ts";
import type { Trainer } from "../../training/trainer.ts";

/** Refuses a trainer that has no flows to decide by, before anything is computed for it. */
export function requireFlows({ options, policy }: Pick<Trainer, "options" | "policy">): void {
  const { environment, objective, observes } = options;
  const refuse = (what: string): WindageError =>
    new WindageError(
      "assessment/no-look-ahead",
      `${environment.name}: got steps to look ahead ${what}; decide by the policy itself (--decide-ahead 0).`,
    );
  if (environment.tokens === undefined || environment.memory !== undefined) {
    throw refuse("in an environment whose states are not told by what was built alone, expected sequences");
  }
  if (observes === "intentions" || policy.reads.includes("thoughts")) {
    throw refuse("for a sampler that reads what was intended, expected one that sees outcomes alone");
  }
  if (objective.perTrajectory || !objective.needs.includes("flow")) {
    throw refuse(
      `for a sampler trained by ${objective.name}, which teaches no flows of states on the way, expected an objective that does, such as sdb or ssubtb`,
    );
  }
}
