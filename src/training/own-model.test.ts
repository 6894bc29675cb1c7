import { expect, test } from "vitest";
import { np } from "../engine/jax.ts";
import { zeros } from "../engine/parameters/initialisers.ts";
import { parameter, type ParameterSpec } from "../engine/parameters/parameters.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { chainLandscape } from "../landscape/automaton/chain-landscape.ts";
import { gridEnvironment } from "../environment/grid.ts";
import { tv } from "../evaluation/law/distances.ts";
import { targetLaw } from "../evaluation/law/log-z.ts";
import { gridLandscape } from "../landscape/exact/grid-landscape.ts";
import { SequenceSpace } from "../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../landscape/exact/table-landscape.ts";
import { kmerModel } from "../model/kmer-model.ts";
import type { Model, ModelShape } from "../model/model.ts";
import { mlpModel } from "../model/state-models.ts";
import { transformerModel } from "../model/transformer/transformer-model.ts";
import { parseObjective } from "../objective/registry.ts";
import { learnedLogZ } from "../assessment/learning/learned-log-z.ts";
import { createTrainer, type TrainingSetup } from "./setup/create-trainer.ts";
import type { Trainer } from "./trainer.ts";
import { lawOf, length, reachable, reward, smallEnvironment, smallTrainer } from "./small-world.fixture.ts";

const bare = (setup: TrainingSetup): TrainingSetup => ({
  environment: smallEnvironment(0.2),
  landscape: reachable(0.2),
  ...setup,
});

/** Everything that a trainer was given but the network and the scorer, which counts for itself. */
function settingsOf({ options }: Trainer): Record<string, unknown> {
  const { model: _model, scorer: _scorer, environment, objective, dynamics, lookAhead, ...plain } = options;
  return {
    ...plain,
    environment: environment.name,
    objective: objective.name,
    lookAhead: lookAhead && { ...lookAhead, model: lookAhead.model.name },
    dynamics: dynamics.mode === "known" ? dynamics : { ...dynamics, model: dynamics.model.name },
  };
}

const setups: readonly TrainingSetup[] = [
  // Too many to list, so that another objective is the usual one.
  {
    environment: sequenceEnvironment({ alphabet: "ACGT", length: 20 }),
    landscape: chainLandscape({ length: 20, seed: 1 }),
  },
  {},
  { objective: parseObjective("stb"), decayOver: 100 },
  { objective: parseObjective("skl"), batch: { onPolicy: 8 } },
  { objective: parseObjective("db"), backward: "parent" },
  { dynamics: "known", rate: 0.003 },
  { budget: { oracleCalls: 1000, environmentSteps: Infinity }, extraUpdates: 1, batch: { replay: 8 } },
  { lookAhead: 2, seed: 7 },
  { entropyRatio: { use: "balance", gamma: 0.5 } },
];

test.each(setups.map((setup) => [Object.keys(setup).join(", "), setup] as const))(
  "no default is lost with a network of one's own: %s",
  async (_, setup) => {
    const chosen = await createTrainer(bare({ ...setup, model: { kind: "mlp" } }));
    const own = await createTrainer(bare({ ...setup, model: (shape) => mlpModel(shape) }));
    expect(settingsOf(own)).toEqual(settingsOf(chosen));
    expect(own.notes).toEqual(chosen.notes);
    // Where flows start is found out beforehand, and is a default as well.
    expect(await learnedLogZ(own)).toEqual(await learnedLogZ(chosen));
    await Promise.all([own.dispose(), chosen.dispose()]);
  },
);

test.each<readonly [string, TrainingSetup["model"], (shape: ModelShape) => Model]>([
  [
    "kmer",
    { kind: "kmer", hidden: 16, kmer: 2 },
    (shape) => kmerModel(shape, { hidden: 16, layers: 2, kmer: 2 }),
  ],
  [
    "transformer",
    { kind: "transformer", hidden: 16, layers: 1 },
    (shape) => transformerModel(shape, { width: 16, layers: 1 }),
  ],
])("a ready-made network given as one's own trains to the same bits: %s", async (_name, choice, make) => {
  // What depends on the kind of network, such as a transformer's rates, is said.
  const rates = { rate: 0.01, finalRate: 0.001, dynamicsRate: 0.01 };
  const [chosen, own] = await Promise.all([
    createTrainer(bare({ ...rates, model: choice! })),
    createTrainer(bare({ ...rates, model: make })),
  ]);
  for (let i = 0; i < 5; i++) {
    expect((await own.iterate()).loss).toBe((await chosen.iterate()).loss);
  }
  expect(own.parameters.values).toEqual(chosen.parameters.values);
  await Promise.all([own.dispose(), chosen.dispose()]);
});

const { featureCount, actionCount } = smallEnvironment(0.2);
/** The heads as linear functions of what stands where. */
const linear: Model<{ readonly weight: ParameterSpec; readonly bias: ParameterSpec }, "policy" | "flow"> = {
  name: "linear",
  heads: ["policy", "flow"],
  reads: ["features"],
  tree: {
    weight: parameter([featureCount, actionCount + 1], zeros),
    bias: parameter([actionCount + 1], zeros),
  },
  apply({ weight, bias }, { features }) {
    const [policy, flow] = np.split(np.matmul(features!, weight).add(bias), [actionCount], 1);
    return { policy: policy!, logFlow: flow!.reshape([-1]) };
  },
};

test("a network that is only an object, and uses up what it is given, learns a law that it can express", async () => {
  const space = new SequenceSpace("ABC", length);
  // Letters independent of each other: what to intend depends on the place alone.
  const shares = [0.5, 0.3, 0.2];
  const score = (object: string): number =>
    Array.from(object, (letter, t) => 3 * shares[("ABC".indexOf(letter) + t) % 3]!).reduce((a, b) => a * b);
  const table = Float64Array.from({ length: space.size }, (_, i) => score(space.sequenceAt(i)));
  const trainer = await smallTrainer(0.2, {
    landscape: new TableLandscape("places", space, table),
    model: linear,
    decayOver: 200,
  });
  const target = targetLaw(reward.logRewards(table));
  expect(tv(await lawOf(trainer), target)).toBeGreaterThan(0.2);
  for (let i = 0; i < 200; i++) await trainer.iterate();
  expect(tv(await lawOf(trainer), target)).toBeLessThan(0.04);
  await trainer.dispose();
});

test("mistakes say what was got, what was expected and what to do", async () => {
  const refused = (model: unknown, setup: TrainingSetup = {}): Promise<Trainer> =>
    createTrainer(bare({ ...setup, model: model as Model }));
  await expect(refused(() => undefined)).rejects.toThrow(
    "model: got undefined, expected a model: { name, heads",
  );
  await expect(refused({ ...linear, heads: ["policy"] })).rejects.toThrow('expected ["policy", "flow"]');
  await expect(refused({ ...linear, tree: undefined })).rejects.toThrow(
    "tree undefined, expected its parameters",
  );
  await expect(refused({ ...linear, heads: ["policy", "backward", "flow"] })).rejects.toThrow(
    'got "linear" with the head "backward", expected none',
  );
  const grid = { environment: gridEnvironment({ side: 3 }), landscape: gridLandscape({ side: 3 }) };
  await expect(refused(linear, { ...grid, backward: "learned" })).rejects.toThrow(
    /without the head "backward", expected one with \d+ logits, because the backward policy is learned/,
  );
});
