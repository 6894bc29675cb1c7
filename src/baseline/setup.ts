/** What a baseline is made of: the same world, the same worth and the same budget as everyone else. */
import { WindageError } from "../error.ts";
import { isRecord } from "../is-record.ts";
import { describeValue } from "../known-fields.ts";
import type { EngineName } from "../engine/runtime/runtime.ts";
import type { Environment } from "../environment/environment.ts";
import type { Reward } from "../landscape/reward.ts";
import type { Budget } from "../training/setup/budget.ts";
import type { MemoryEstimate } from "../training/setup/memory-estimate.ts";
import type { ModelChoice } from "../training/policy/state-model.ts";
import type { Scorer } from "../training/setup/scorer.ts";

/** What a baseline is made of. */
export interface BaselineSetup {
  readonly environment: Environment;
  /** Scores objects and counts them; every reward that is used has to be asked here. */
  readonly scorer: Scorer;
  readonly reward: Reward;
  readonly budget: Budget;
  /** The kind and size of networks, for baselines that have any. */
  readonly model: ModelChoice;
  readonly seed: number;
  readonly engine?: EngineName;
  /** Is told what memory a learning baseline will need before it is taken; what it throws ends the attempt. */
  readonly onMemory?: (estimate: MemoryEstimate) => void;
}

/** What no baseline can do without, each with how a program comes by it. */
const needed: Readonly<Record<string, string>> = {
  environment: "what builds the objects, such as sequenceEnvironment(…)",
  scorer: "what scores and counts them, createScorer(landscape)",
  reward: "what scores are worth, new Reward()",
  budget: "what may be spent, { oracleCalls, environmentSteps }",
  model: 'networks, for baselines that have any, such as { kind: "mlp" }',
};

/** Refuses a setup without what every baseline is made of; types tell that to TypeScript alone. */
export function checkSetup(name: string, setup: unknown): void {
  const refuse = (what: string, got: unknown, expected: string): never => {
    const found = got === undefined ? "nothing" : describeValue(got);
    throw new WindageError("baseline/bad-setup", `${name}: got ${found} as ${what}, expected ${expected}.`);
  };
  if (!isRecord(setup)) return refuse("its setup", setup, `an object with ${Object.keys(needed).join(", ")}`);
  for (const [field, expected] of Object.entries(needed)) {
    if (!isRecord(setup[field])) refuse(field, setup[field], expected);
  }
  if (!Number.isSafeInteger(setup["seed"])) refuse("seed", setup["seed"], "a whole number");
}
