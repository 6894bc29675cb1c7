/** The policy alone, compiled for a number of states at a time: what roll-outs and evaluation ask. */
import { compileWithParameters, f32, i32 } from "../../engine/index.ts";
import type { Parameters } from "../../engine/index.ts";
import type { PolicyProgram } from "../../sampling/index.ts";
import type { Policy } from "../method.ts";
import type { TrainerOptions } from "../setup/options.ts";

/** The policy's logits for `rows` states at a time. */
export async function compilePolicy(
  { environment, model, engine }: Pick<TrainerOptions, "environment" | "model" | "engine">,
  parameters: Parameters,
  rows: number,
): Promise<PolicyProgram> {
  const inputs = {
    features: f32(rows, environment.featureCount),
    ...(model.needsIndex ? { index: i32(rows) } : {}),
  };
  const program = await compileWithParameters(
    "policy",
    (arrays, given) => ({ logits: model.apply(arrays["policy"] as never, given).policy }),
    { parameters, inputs },
    engine ? { engine } : {},
  );
  return {
    evaluate: async (features, index) => {
      const { logits } = await program.run(model.needsIndex ? { features, index } : { features });
      return logits as Float32Array;
    },
    dispose: () => program.dispose(),
  };
}

/** A policy whose parameters may go on changing. */
export function policyOf(
  options: Pick<TrainerOptions, "environment" | "model" | "engine">,
  parameters: Parameters,
): Policy {
  const { environment } = options;
  return { environment, compile: (rows) => compilePolicy(options, parameters, rows) };
}
