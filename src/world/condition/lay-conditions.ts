/** Lays conditions over an environment: those of tables, of a range of exponents, or of both. */
import { withContext } from "../../environment/context.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import type { Bounds } from "../../landscape/context.ts";
import { runConditions, type Choices, type RunConditions } from "./run-conditions.ts";

/** The environment under its conditions, where there are any, and what they are. */
export function underConditions(
  environment: Environment,
  choices: Choices,
): { readonly environment: Environment; readonly given: RunConditions | null } {
  const given = runConditions(choices);
  return { environment: given === null ? environment : withContext(environment, given.spec), given };
}

/** The two ends of a range of exponents. */
export function boundsOf({
  betaRange: range,
}: {
  readonly betaRange: readonly number[] | null;
}): Bounds | null {
  if (range === null) return null;
  const [low, high] = range;
  if (range.length === 2 && low! < high!) return [low!, high!];
  throw new WindageError(
    "run/bad-options",
    (say) =>
      `${say("contexts.exponents")}: got ${range.join(",")}, expected two exponents, the smaller first, such as 1,8.`,
  );
}
