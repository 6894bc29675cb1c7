/** Training with thoughts: what a process remembers is learned from intentions, and runs go on to the same bits. */
import { describe, expect, test } from "vitest";
import { assess } from "../assessment/assess.ts";
import { repeatNoise } from "../environment/memory/repeat-noise.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { withMemory } from "../environment/memory/with-memory.ts";
import type { Environment } from "../environment/environment.ts";
import { markerSets } from "../environment/memory/marker-sets.fixture.ts";
import { Reward } from "../landscape/reward.ts";
import { SequenceSpace } from "../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../landscape/exact/table-landscape.ts";
import { Generator } from "../random/generator.ts";
import { parseObjective } from "../objective/registry.ts";
import { createTrainer } from "./setup/create-trainer.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";
import type { ModelChoice } from "./policy/state-model.ts";
import type { Trainer } from "./trainer.ts";

const environment = withMemory(
  sequenceEnvironment({ alphabet: "ABC", length: 3 }),
  repeatNoise(0.3),
) as Environment;
const generator = Generator.fromSeed(5);
const landscape = new TableLandscape(
  "rough",
  new SequenceSpace("ABC", 3),
  Float64Array.from({ length: 27 }, () => 0.05 + generator.float64() ** 2),
);

function trainer(model: ModelChoice, iterations = 100): Promise<Trainer> {
  return createTrainer({
    environment,
    landscape,
    reward: new Reward({ exponent: 1, floor: 1e-6 }),
    model: { kind: "mlp", hidden: 16, ...model },
    batch: { onPolicy: 32, replay: 8 },
    dynamicsReplay: { rounds: 1, samples: 16 },
    rate: 0.01,
    decayOver: iterations,
    seed: 3,
  });
}

describe.each(["transformer", "recurrent", "pooled", "memory"] as const)("%s", (kind) => {
  test("a run that was put away goes on to the same bits", async () => {
    const [whole, halves] = [await trainer({ thoughts: { kind } }), await trainer({ thoughts: { kind } })];
    for (let i = 0; i < 6; i++) await whole.iterate();
    for (let i = 0; i < 3; i++) await halves.iterate();
    const rest = await trainer({ thoughts: { kind } });
    rest.restore(halves.save());
    for (let i = 0; i < 3; i++) await rest.iterate();
    expect(rest.parameters.values).toEqual(whole.parameters.values);
    expect(await rest.sample(20, 7)).toEqual(await whole.sample(20, 7));
    for (const one of [whole, halves, rest]) await one.dispose();
  });
});

test("on slips that repeat, thoughts leave less than half of the regret and learn the noise", async () => {
  const figures = async (
    model: ModelChoice,
  ): Promise<{ readonly regret: number; readonly above: number }> => {
    const own = await createTrainer({
      environment,
      landscape,
      reward: new Reward({ exponent: 1, floor: 1e-6 }),
      model: { kind: "kmer", hidden: 32, ...model },
      batch: { onPolicy: 64 },
      rate: 0.01,
      dynamicsRate: 0.01,
      decayOver: 250,
      seed: 6,
    });
    for (let i = 0; i < 250; i++) await own.iterate();
    const { regret, dynamics } = await assess(own, { samples: 512 });
    await own.dispose();
    return { regret: regret.klReverse!, above: dynamics.nll! - dynamics.entropy! };
  };
  const blind = await figures({});
  const thinking = await figures({ thoughts: { kind: "recurrent", width: 16 } });
  expect(thinking.regret).toBeLessThan(0.5 * blind.regret);
  expect(thinking.regret).toBeLessThan(0.05);
  expect(thinking.above).toBeLessThan(0.02);
  expect(blind.above).toBeGreaterThan(0.04);
});

test("the future changes nothing about what a policy wants at a step, to the bit", async () => {
  const own = await trainer({ thoughts: { kind: "recurrent" } });
  for (let i = 0; i < 3; i++) await own.iterate();
  const program = await own.policy.compile(2);
  const ask = async (thoughts: readonly number[]): Promise<Float32Array> => {
    const none = new Int32Array();
    const tokens = Int32Array.of(0, 3, 3, 0, 3, 3);
    const asked = {
      step: 1,
      features: new Float32Array(),
      index: none,
      context: none,
      token: none,
      thought: none,
    };
    return (await program.evaluate({ ...asked, tokens, thoughts: Int32Array.from(thoughts) })).slice();
  };
  const [same, other] = [await ask([1, 3, 3, 1, 3, 3]), await ask([1, 3, 3, 2, 3, 3])];
  expect(same.subarray(0, 3)).toEqual(other.subarray(0, 3));
  expect(same.subarray(3)).not.toEqual(other.subarray(3));
  await program.dispose();
  await own.dispose();
});

test("what cannot read thoughts is refused", async () => {
  const thoughts = { kind: "pooled" } as const;
  await expect(trainer({ kind: "table", thoughts })).rejects.toThrow(
    /model\.kind "table", which has a row per state/,
  );
  const learned = {
    environment: sequenceEnvironment({ alphabet: "AB", length: 3 }),
    backward: "learned",
  } as const;
  await expect(createTrainer({ landscape, ...learned, model: { thoughts } })).rejects.toThrow(
    /reconstructs the intentions from the whole result/,
  );
  await expect(createTrainer({ landscape, model: { thoughts: { kind: "memory" } } })).rejects.toThrow(
    /^model.thoughts.kind "memory": got .* does not say what it remembers/,
  );
});

test("states with several parents are refused in one way, whatever the backward policy", async () => {
  const made = (environment: Environment, setup: Partial<TrainingSetup>) =>
    createTrainer({ environment, landscape, ...setup });
  const { backward, ...sets } = markerSets as Environment;
  const thoughts = { thoughts: { kind: "recurrent" } } as const;
  for (const ways of [backward, { ...backward, count: 3, indexOf: (action: number) => action }]) {
    for (const setup of [
      {},
      { backward: "posterior" },
      { backward: "learned" },
      { backward: "learned", objective: parseObjective("stb"), model: { kind: "mlp", ...thoughts } },
      { backward: "parent", objective: parseObjective("db") },
    ] as const) {
      await expect(made({ ...sets, backward: ways }, setup)).rejects.toMatchObject({
        code: "training/memory-parents",
      });
    }
  }
});
