/**
 * A first look at the environment of a user's module, so that a slip in it is told as such before anything is trained:
 * a few thousand steps, far fewer than `windage check-env` takes. Environments of sequences are ours and are not looked at.
 */
import { checkEnvironment } from "../../environment/check-environment.ts";
import { asSequences } from "../../environment/sequence/as-sequences.ts";
import type { Environment } from "../../environment/environment.ts";
import type { EnvironmentReport } from "../../environment/check/report.ts";
import { WindageError } from "../../error.ts";
import type { Context } from "../../landscape/context.ts";
import { shellWord } from "../../shell-word.ts";
import { didYouMean } from "../../suggest.ts";
import { moduleFields, wrongModule } from "./import-module.ts";

const look = { maxTransitions: 5000, trajectories: 20 };

type Kind = EnvironmentReport["problems"][number]["kind"];

/** Mistakes that stop training or make it aim elsewhere; what else is found may be meant. */
const serious: ReadonlySet<Kind> = new Set<Kind>([
  "missing",
  "counts",
  "throws",
  "wrong-type",
  "starts-finished",
  "no-legal-action",
  "legal-at-terminal",
  "probabilities",
  "not-deterministic",
  "changes-state",
  "encoding-window",
  "encoding-not-finite",
  "index-range",
  "index-shared",
]);

/** Refuses a module whose environment breaks its contract, with the first mistake and where to find the others. */
export function checkModule(
  path: string,
  environment: Environment,
  conditions: readonly Context[] = [],
): void {
  if (asSequences(environment)) return;
  const { problems } = checkEnvironment(environment, { ...look, conditions });
  const found = problems.filter(({ kind }) => serious.has(kind));
  const [first] = found;
  if (first === undefined) return;
  const others = found.length === 1 ? "" : ` and ${found.length - 1} more`;
  throw new WindageError(
    "run/wrong-environment",
    `${path}: its environment breaks the contract (${first.kind}${others}): ${first.message} To see everything: windage check-env ${shellWord(path)}`,
  );
}

/** A module may hold more than is read here, but hardly something that is nearly called the same. */
export function requireNoTypo(path: string, exported: Readonly<Record<string, unknown>>): void {
  const known = Object.keys(moduleFields);
  const others = Object.keys(exported).filter((name) => !known.includes(name));
  for (const name of others) {
    const meant = didYouMean(
      name,
      known.filter((one) => !Object.hasOwn(exported, one)),
    );
    if (meant !== undefined) throw wrongModule(path, `made of known fields; got "${name}" (${meant})`);
  }
}
