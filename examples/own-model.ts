/**
 * A network of one's own beside the ready-made ones: everything else, from the objective to the noise model, is what it
 * is without. Each is trained for a moment on the same small world, and its exact law is held against the target.
 * Run it with `npx tsx examples/own-model.ts`; it takes some seconds.
 */
import { assess, createSim8, createTrainer, environmentOf, functionOracle, SequenceSpace } from "windage";
import { stickyNoise, tabulate } from "windage";
import { np, parameter, zeros } from "windage/engine";
import type { ParameterSpec } from "windage/engine";
import type { Model } from "windage/training";

// Words of four letters, scored by the built-in landscape between TG and CA.
const sim8 = createSim8();
const oracle = functionOracle({
  mode: "batch",
  score: (words) => sim8.score(words.map((word) => `TG${word}CA`)),
});
const landscape = await tabulate(oracle, new SequenceSpace("ACGT", 4));
const environment = environmentOf(landscape, stickyNoise(0.1));
const { featureCount, actionCount } = environment;

/** The heads as linear functions of what stands where, without a hidden layer. */
const linear: Model<{ readonly weight: ParameterSpec }, "policy" | "flow"> = {
  name: "linear, our own",
  heads: ["policy", "flow"],
  reads: ["features"],
  tree: { weight: parameter([featureCount, actionCount + 1], zeros) },
  apply({ weight }, { features }) {
    const [policy, flow] = np.split(np.matmul(features!, weight), [actionCount], 1);
    return { policy: policy!, logFlow: flow!.reshape([-1]) };
  },
};

const kinds = (["mlp", "memory", "kmer", "table", "transformer"] as const).map((kind) => ({ kind }));
for (const model of [linear, ...kinds]) {
  const trainer = await createTrainer({ environment, landscape, model, decayOver: 200, seed: 1 });
  for (let i = 0; i < 200; i++) await trainer.iterate();
  const { exact, limit } = await assess(trainer, { exact: true, samples: 64 });
  console.log(
    `${("kind" in model ? model.kind : model.name).padEnd(16)} ${String(trainer.parameters.size).padStart(7)} numbers, total variation ${exact.tv.toFixed(3)}, KL ${exact.klReverse.toFixed(4)} (at best ${limit.klReverse.toFixed(4)})`,
  );
  await trainer.dispose();
}
