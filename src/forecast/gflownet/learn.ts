/**
 * Learning by likelihood: windows of the past, all series alike, the observed tokens fed back (so that all steps of a
 * window are learned in one pass), and the cross-entropy to ordinal targets:
 *
 *     L = −mean_t Σ_k q(k | x_t) log p(k | x_<t, z)          q a kernel around the observed bin
 */
import { Adam } from "../../engine/optimiser/adam.ts";
import { compileTraining } from "../../engine/training-program.ts";
import { cosineDecay, warmUp } from "../../engine/optimiser/schedule.ts";
import { nn, np } from "../../engine/jax.ts";
import type { ArraysOf } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import type { Generator } from "../../random/generator.ts";
import { runUpdates } from "../../training/run-updates.ts";
import type { Watch } from "../member.ts";
import { WindowBatch } from "./batch.ts";
import type { Example, Forecaster } from "./batch.ts";
import type { NetworkTree, WindowArrays } from "./network.ts";

interface BatchArrays extends WindowArrays {
  /** [H, B] int32: the token before each step. */
  readonly tokens: JaxArray;
  /** [H·B, K]: kernels, or residuals for a direct head. */
  readonly targets: JaxArray;
}

/** The loss of one batch. */
export function likelihoodLoss(
  { network, settings }: Pick<Forecaster, "network" | "settings">,
  parameters: ArraysOf<NetworkTree>,
  { tokens, targets, ...windows }: BatchArrays,
): JaxArray {
  const outputs = network.outputs(parameters, network.conditions(parameters, windows), tokens);
  if (settings.head === "absolute") return np.mean(np.abs(outputs.sub(targets)));
  if (settings.head === "square") return np.mean(np.square(outputs.sub(targets)));
  return np.mean(np.sum(nn.logSoftmax(outputs).mul(targets), 1)).neg();
}

/** Updates the parameters from windows; every series is drawn equally often, whatever its length. */
export async function learn(
  forecaster: Forecaster,
  examples: readonly Example[],
  iterations: number,
  generator: Generator,
  { onStep, signal }: Watch = {},
  rate = forecaster.settings.rate,
): Promise<number> {
  const { parameters, settings } = forecaster;
  const grouped = new Map<number, Example[]>();
  for (const example of examples)
    grouped.set(example.series, [...(grouped.get(example.series) ?? []), example]);
  const bySeries = [...grouped.values()];
  const batch = new WindowBatch(forecaster, settings.batch);
  for (const moments of parameters.moments) moments.fill(0);
  const optimiser = new Adam(parameters, {
    rate,
    clip: 1,
    decay: 0.01,
    schedule: warmUp(Math.min(50, Math.ceil(iterations / 10)), cosineDecay(iterations, 0.02)),
  });
  const program = await compileTraining(
    "generative forecaster",
    (tree: ArraysOf<NetworkTree>, inputs) => ({ loss: likelihoodLoss(forecaster, tree, inputs) }),
    { parameters, optimiser, inputs: batch.specs },
  );
  const inputs = (): typeof batch.arrays => {
    for (let b = 0; b < settings.batch; b++) {
      const ofOne = bySeries[generator.integer(bySeries.length)]!;
      const example = ofOne[generator.integer(ofOne.length)]!;
      batch.place(b, example);
      batch.placeOutcome(b, example.residuals);
    }
    return batch.arrays;
  };
  return runUpdates(program, {
    updates: iterations,
    inputs,
    signal,
    onStep: (done, total, loss) => onStep?.(done, total, `loss ${loss.toFixed(3)}`),
  });
}
