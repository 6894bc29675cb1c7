/**
 * A network of one's own beside the ready-made ones, in a trainer with nothing filled in. Each is trained for a moment on
 * the same small world, and its exact law is held against the target.
 * Run it with `npx tsx examples/own-model.ts`; it takes some seconds.
 */
import {
  assess,
  createSim8,
  environmentOf,
  functionOracle,
  Reward,
  SequenceSpace,
  stickyNoise,
  tabulate,
  Trainer,
} from "windage";
import { np, parameter, zeros } from "windage/engine";
import type { ParameterSpec } from "windage/engine";
import {
  createScorer,
  dynamicsModel,
  kmerModel,
  memoryModel,
  mlpModel,
  sdb,
  tableModel,
  transformerModel,
} from "windage/training";
import type { Model, ModelShape } from "windage/training";

// Words of four letters, scored by the built-in landscape between TG and CA.
const sim8 = createSim8();
const oracle = functionOracle({
  mode: "batch",
  score: (words) => sim8.score(words.map((word) => `TG${word}CA`)),
});
const landscape = await tabulate(oracle, new SequenceSpace("ACGT", 4));
const environment = environmentOf(landscape, stickyNoise(0.1));
const { featureCount, actionCount, outcomeCount } = environment;

const shape: ModelShape = {
  featureCount,
  actionCount,
  outcomeCount,
  backwardCount: 0, // no learned backward policy: intentions come from the posterior
  sequence: { letters: 4, length: 4, stops: false },
  stateCount: environment.enumeration!.stateCount,
};

/** The heads as linear functions of what stands where, without a hidden layer. */
const linear: Model<{ readonly weight: ParameterSpec }, "policy" | "flow"> = {
  name: "linear, our own",
  heads: ["policy", "flow"],
  reads: ["features"],
  tree: { weight: parameter([featureCount, actionCount + 1], zeros) },
  apply({ weight }, { features }) {
    const [policy, flow] = np.split(np.matmul(features!.ref, weight), [actionCount], 1);
    return { policy: policy!, logFlow: flow!.reshape([-1]) };
  },
};

for (const model of [
  linear,
  mlpModel(shape, { hidden: 32 }),
  memoryModel(shape, { hidden: 32 }),
  kmerModel(shape, { hidden: 32, kmer: 2 }),
  tableModel(shape),
  transformerModel(shape, { width: 16, layers: 1 }),
]) {
  const trainer = await Trainer.create({
    environment,
    scorer: createScorer(landscape),
    reward: new Reward(),
    model,
    objective: sdb,
    dynamics: { mode: "learned", model: dynamicsModel(shape, { hidden: 16 }), rate: 0.01, clip: 10 },
    policy: { rate: 0.02, finalRate: 0.001, decayOver: 200, clip: 10 },
    batch: { onPolicy: 64, exploratory: 0, replay: 0, dataset: 0 },
    replay: { capacity: 1, priority: 0 },
    extraUpdates: 0,
    temperature: 1,
    epsilon: 0,
    dataset: [],
    seed: 1,
  });
  for (let i = 0; i < 200; i++) await trainer.iterate();
  const { exact, limit } = await assess(trainer, { exact: true, samples: 64 });
  console.log(
    `${model.name.padEnd(24)} ${String(trainer.parameters.size).padStart(6)} numbers, total variation ${exact.tv.toFixed(3)}, KL ${exact.klReverse.toFixed(4)} (at best ${limit.klReverse.toFixed(4)})`,
  );
  await trainer.dispose();
}
