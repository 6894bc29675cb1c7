/** Forecasts of a direct head (an ablation): one pass, one number per step, no tokens and no law. */
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { ArraysOf } from "../../engine/parameters/parameters.ts";
import { WindowBatch } from "./batch.ts";
import type { Forecaster } from "./batch.ts";
import type { NetworkTree } from "./network.ts";
import type { Situation } from "./situation.ts";

const atATime = 8;

export async function directForecasts(
  forecaster: Forecaster,
  situations: readonly Situation[],
): Promise<Float64Array[]> {
  const { network, parameters } = forecaster;
  const columns = new WindowBatch(forecaster, atATime);
  const { context, known, steps, tokens } = columns.specs;
  const program = await compileWithParameters(
    "direct forecaster",
    (tree: ArraysOf<NetworkTree>, inputs) => ({
      residuals: network.outputs(tree, network.conditions(tree, inputs), inputs.tokens),
    }),
    { parameters, inputs: { context, known, steps, tokens } },
  );
  const forecasts: Float64Array[] = [];
  for (let from = 0; from < situations.length; from += atATime) {
    const batch = situations.slice(from, from + atATime);
    batch.forEach((situation, b) => columns.place(b, situation));
    const inputs = {
      context: columns.arrays.context,
      known: columns.arrays.known,
      steps: columns.arrays.steps,
      tokens: columns.arrays.tokens,
    };
    const { residuals } = await program.run(inputs);
    batch.forEach(({ reference, unit }, b) =>
      forecasts.push(reference.map((value, t) => value + unit * residuals[t * atATime + b]!)),
    );
  }
  await program.dispose();
  return forecasts;
}
