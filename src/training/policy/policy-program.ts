/**
 * The policy alone, compiled for a number of states at a time: what roll-outs and evaluation ask. In a roll-out a model
 * that acts step by step keeps its own arrays from one step to the next and reads no past.
 */
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import type { StateInputs } from "../../model/model.ts";
import type { PolicyProgram } from "../../sampling/fresh-trajectories.ts";
import type { Policy } from "../method.ts";
import { pick, specsOf } from "./policy-inputs.ts";
import type { PolicyOptions } from "./policy-inputs.ts";
import { compileSharing, sharedSteps } from "./prefix-policy.ts";
import { compileStepwise } from "./stepwise-program.ts";

/** A policy whose parameters may go on changing. */
export function policyOf(
  options: PolicyOptions,
  parameters: Parameters,
): Policy & Required<Pick<Policy, "compileActing">> {
  const { environment, model, observes } = options;
  const acting = (rows: number): Promise<PolicyProgram> => compileActor(options, parameters, rows);
  return {
    environment,
    reads: model.reads,
    ...(observes ? { observes } : {}),
    compile: (rows) => compilePolicy(options, parameters, rows),
    compileActing: observes === "intentions" ? async (rows) => unseeing(await acting(rows)) : acting,
  };
}

/** The same program in roll-outs in which it is shown its intentions in place of what came of them. */
function unseeing(program: PolicyProgram): PolicyProgram {
  return {
    ...program,
    reads: program.reads.map((input) => (input === "tokens" ? "thoughts" : input)),
    evaluate: (states) => program.evaluate({ ...states, tokens: states.thoughts, token: states.thought }),
  };
}

/** The policy for `rows` states at a time, in any order. */
async function compilePolicy(
  { environment, model, engine }: PolicyOptions,
  parameters: Parameters,
  rows: number,
  reads = model.reads,
): Promise<PolicyProgram> {
  const inputs = specsOf(environment, reads, rows);
  const program = await compileWithParameters(
    "policy",
    (arrays, given) => ({ logits: model.apply(arrays["policy"] as never, given as StateInputs).policy }),
    { parameters, inputs },
    engine ? { engine } : {},
  );
  return {
    reads,
    evaluate: async (states) => {
      const { logits } = await program.run(pick(reads, states));
      return logits as Float32Array;
    },
    dispose: () => program.dispose(),
  };
}

/** The policy for the steps of roll-outs of `rows` trajectories, in their order. */
function compileActor(options: PolicyOptions, parameters: Parameters, rows: number): Promise<PolicyProgram> {
  const { environment, model } = options;
  const steps = sharedSteps(environment, model, rows);
  if (steps > 0) {
    // Few letters have few features, and a first layer is quicker over those than over tokens.
    const reads = [...model.reads, ...(model.reads.includes("tokens") ? (["features"] as const) : [])];
    const compile = (count: number): Promise<PolicyProgram> =>
      compilePolicy(options, parameters, count, [...new Set(reads)]);
    return compileSharing(environment, steps, rows, compile);
  }
  const { stepwise } = model;
  return stepwise
    ? compileStepwise(options, stepwise, parameters, rows)
    : compilePolicy(options, parameters, rows);
}
