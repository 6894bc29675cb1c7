/** log F(s_0) under the parameters as they are now: a trainer's estimate of log Z, under one condition if there are any. */
import { initialState } from "../../environment/context.ts";
import type { Context } from "../../landscape/context.ts";
import { Trainer } from "../../training/trainer.ts";
import { describeStates } from "../../training/policy/state-list.ts";
import { logFlowsAt } from "../../training/policy/state-figures.ts";
import type { Method } from "../../training/method.ts";

/**
 * A trainer's own log Z, log F(s₀); null where nothing learns flows: a baseline, or an objective that leaves them as
 * they began.
 */
export async function learnedLogZ(method: Method, context?: Context): Promise<number | null> {
  if (!(method instanceof Trainer) || !method.options.objective.needs.includes("flow")) return null;
  const { environment } = method.options;
  const first = describeStates(environment, [initialState(environment, context)], [[]]);
  return (await logFlowsAt(method, first, context))[0]!;
}
