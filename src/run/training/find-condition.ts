/** Which condition of a run is meant. */
import type { AskedCondition, Conditions, NamedCondition } from "../../assessment/condition/conditions.ts";
import { WindageError } from "../../error.ts";
import type { ExperimentConfig } from "../config/config.ts";
import { isModule } from "../../world/module/is-module.ts";

/** What is asked for a condition. */
export interface AskedOf {
  readonly conditions?: Conditions | undefined;
  readonly config: Pick<ExperimentConfig, "task">;
}

/**
 * The condition that is asked for, which has to be given where a run has any and left out where it has none; what the
 * user should know of it is said.
 */
export function findCondition(
  { conditions, config }: AskedOf,
  asked: AskedCondition,
  onWarning?: (text: string) => void,
): NamedCondition | undefined {
  const none = asked.condition === undefined && asked.beta === undefined;
  if (conditions === undefined && none) return undefined;
  const known = requireConditions(conditions, asked, config);
  return withNote(known, known.find(asked), onWarning);
}

/** The condition, with what there is to say of it said. */
export function withNote(
  known: Conditions,
  found: NamedCondition,
  onWarning?: (text: string) => void,
): NamedCondition {
  const note = known.noteOn?.(found);
  if (note !== undefined) onWarning?.(note);
  return found;
}

/** The conditions there are, or an error where there are none. */
export function requireConditions(
  conditions: Conditions | undefined,
  { condition, beta }: AskedCondition,
  { task }: Pick<ExperimentConfig, "task">,
): Conditions {
  if (conditions !== undefined) return conditions;
  throw new WindageError("run/no-conditions", (say) => {
    const got = condition === undefined ? say("reward.exponent", beta) : say("condition", condition);
    const advice = isModule(task)
      ? "give the environment of the module one with withContext (docs/conditions.md) and train again"
      : `train with ${say("contexts.tables")} or ${say("contexts.exponents")}`;
    return `${got}: got a condition for a run that was trained without any; leave it out, or ${advice}.`;
  });
}
