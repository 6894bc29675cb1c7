/** What the network says of a batch before it learns from it: log π of the intentions taken, and V of every state. */
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { Data } from "../../engine/spec.ts";
import type { EngineName } from "../../engine/runtime/runtime.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import type { Model } from "../../model/model.ts";
import { logPolicyOf } from "../../objective/log-probability.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import { trajectoriesOf } from "../../training/terms/batch-inputs.ts";
import { ofTaken, stateInputs } from "./step-inputs.ts";
import type { Given } from "./step-inputs.ts";

export interface LogPolicyAndValues {
  /** [T·B] each; overwritten by the next run. */
  run(): Promise<{ readonly logPolicy: Data; readonly values: Data }>;
  dispose(): Promise<void>;
}

export async function compileLogPolicyAndValues(
  model: Model,
  parameters: Parameters,
  batch: TrajectoryBatch,
  engine: EngineName | undefined,
): Promise<LogPolicyAndValues> {
  const { steps, size, actionCount } = batch.shape;
  const { specs, data } = stateInputs(model, batch);
  const program = await compileWithParameters(
    "reading",
    (arrays, given: Given) => {
      const { legal, thought } = given;
      const states = trajectoriesOf(given, model.reads, batch.shape, steps);
      const { policy, logFlow } = model.apply(arrays["policy"] as never, states);
      const logPi = logPolicyOf(policy.reshape([steps, size, actionCount]), legal);
      return { logPolicy: ofTaken(logPi, thought!).reshape([steps * size]), values: logFlow };
    },
    { parameters, inputs: specs },
    engine ? { engine } : {},
  );
  return { run: () => program.run(data), dispose: () => program.dispose() };
}
