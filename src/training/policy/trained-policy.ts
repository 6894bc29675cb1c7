/**
 * A policy that was trained before, from what it was trained with and its parameters: no update is compiled, no
 * objective differentiated and no score asked for, so it is ready in a fraction of what a trainer takes.
 */
import { createParameters } from "../../engine/parameters/parameters.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import { WindageError } from "../../error.ts";
import { key } from "../../random/key.ts";
import type { Policy } from "../method.ts";
import type { TrainingSetup } from "../setup/create-trainer.ts";
import { noScorer } from "../setup/dataset-alone.ts";
import { trainerPlan } from "../setup/trainer-plan.ts";
import { policyOf } from "./policy-program.ts";
import { parameterTrees } from "./parameter-trees.ts";

/** The policy that a trainer of this setup had, from its parameters; the setup may leave the landscape out. */
export function trainedPolicy(setup: TrainingSetup, values: Float32Array): Policy {
  const { policy, fill } = policyToFill(setup);
  fill(values);
  return policy;
}

/** The policy of a setup before it has its parameters, with how many it takes. */
export function policyToFill(setup: TrainingSetup): {
  readonly policy: Policy;
  readonly size: number;
  readonly fill: (values: Float32Array) => void;
} {
  const options = trainerPlan(setup, noScorer())();
  const parameters = createParameters(parameterTrees(options), key(0));
  return {
    policy: policyOf(options, parameters),
    size: parameters.size,
    fill: (values) => fill(parameters, values),
  };
}

function fill(parameters: Parameters, values: Float32Array): void {
  if (values.length !== parameters.size) {
    throw new WindageError(
      "training/bad-state",
      `trainedPolicy: got ${values.length} parameters, expected ${parameters.size}; they belong to another model.`,
    );
  }
  if (!values.every(Number.isFinite)) {
    throw new WindageError(
      "training/bad-state",
      "trainedPolicy: got parameters that are no finite numbers, expected those of a policy that was trained.",
    );
  }
  parameters.values.set(values);
}
