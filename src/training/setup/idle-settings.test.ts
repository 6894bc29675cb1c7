import { expect, test } from "vitest";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { createSim8 } from "../../landscape/exact/sim8.ts";
import { functionOracle } from "../../landscape/oracle/function-oracle.ts";
import { Reward } from "../../landscape/reward.ts";
import { SequenceSpace } from "../../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import type { Landscape } from "../../landscape/landscape.ts";
import { parseObjective } from "../../objective/registry.ts";
import { totalMemory, type MemoryEstimate } from "./memory-estimate.ts";
import { createTrainer, type TrainingSetup } from "./create-trainer.ts";

async function notesOf(setup: Omit<TrainingSetup, "landscape">): Promise<readonly string[]> {
  const trainer = await createTrainer({ landscape: createSim8(), model: { kind: "table" }, ...setup });
  try {
    return trainer.notes;
  } finally {
    await trainer.dispose();
  }
}

test("options that do nothing beside the others are told with what they would need", async () => {
  const idle = { epsilon: 0.3, temperature: 3, replay: { capacity: 50, priority: 2 }, localStates: 4 };
  const notes = (await notesOf(idle)).join("\n");
  expect(notes).toBe(
    [
      "replay.capacity was set, but has an effect only with batch.replay or extraUpdates above 0, or dynamicsReplay.rounds",
      "localStates was set, but has an effect only with objective local-kl or edb",
      "replay.priority was set, but has an effect only with batch.replay or extraUpdates",
      "epsilon, temperature were set, but have an effect only with batch.exploratory 1 or more",
    ].join("\n"),
  );
  const batch = { onPolicy: 8, exploratory: 8, replay: 8 };
  expect(await notesOf({ ...idle, batch, objective: parseObjective("sdb+0.1*local-kl") })).toEqual([]);
  expect(await notesOf({})).toEqual([]);
});

test("what cannot act because of the values of others is told", async () => {
  const batch = { onPolicy: 8, exploratory: 8 };
  expect(await notesOf({ batch, epsilon: 1, temperature: 3 })).toEqual([
    "temperature was set, but has an effect only with epsilon or epsilon.to below 1, since all intentions are random otherwise",
  ]);
  const falling = { from: 1, to: 0.5, over: 10 };
  expect(await notesOf({ batch, epsilon: falling, temperature: 3 })).toEqual([]);
  expect(await notesOf({ entropyRatio: { use: "weight", gamma: 0.5, weight: 0.1 } })).toEqual([
    'entropyRatio.weight was set, but has an effect only with entropyRatio.use "balance"',
  ]);
  expect(await notesOf({ entropyRatio: { use: "weight", gamma: 1 } })).toEqual([
    "entropyRatio.use was set, but has an effect only with entropyRatio.gamma below 1, since 1 makes the ratio neutral",
  ]);
  expect(await notesOf({ dynamicsRate: 0, dynamicsReplay: { rounds: 1, samples: 8 } })).toEqual([
    "dynamicsReplay.rounds, dynamicsReplay.samples were set, but have an effect only with dynamicsRate above 0",
  ]);
  expect(await notesOf({ objective: parseObjective("edb"), backward: "learned" })).toEqual([
    "backward was set, but has an effect only with an objective that reads a backward policy, as edb does not",
  ]);
  expect(await notesOf({ dynamicsRate: 0, dynamicsClip: 1 })).toEqual([
    "dynamicsClip was set, but has an effect only with dynamicsRate above 0",
  ]);
});

test("more local states than a batch can have are told, and take no memory", async () => {
  const few = { objective: parseObjective("edb"), batch: { onPolicy: 4 } };
  const needed = async (localStates: number): Promise<number> => {
    let bytes = 0;
    const onMemory = (estimate: MemoryEstimate): number => (bytes = totalMemory(estimate));
    await notesOf({ ...few, localStates, onMemory });
    return bytes;
  };
  expect(await notesOf({ ...few, localStates: 5000 })).toEqual([
    "localStates was 5000, but the 4 trajectories of an update have at most 32 states, and no more are looked at",
  ]);
  expect(await notesOf({ ...few, localStates: 32 })).toEqual([]);
  expect(await notesOf(few)).toEqual([]);
  expect(await needed(1_000_000)).toBe(await needed(32));
});

test("a ramp that never arrives is told", async () => {
  const reward = new Reward({ exponent: 3, ramp: 2000 });
  expect(await notesOf({ reward })).toEqual([
    "the exponent of the reward rises without ever arriving at the one that reports judge by, half the way in 2000 iterations: give the reward `rampOver`, or decayOver, half of which it then takes",
  ]);
  expect(await notesOf({ reward, decayOver: 500 })).toEqual([]);
  expect(await notesOf({ reward: reward.endingAt(100) })).toEqual([]);
});

test("scores that are never above 0 are told, as soon as some are known", async () => {
  const told = (landscape: Landscape, setup: Partial<TrainingSetup> = {}): Promise<readonly string[]> =>
    notesOf({ landscape, ...setup });
  const free = functionOracle({ mode: "single", score: (text) => -text.length });
  const environment = sequenceEnvironment({ alphabet: "ACGT", length: 8 });
  expect(await told(free, { environment })).toEqual([
    expect.stringMatching(
      /^all 64 scores so far are 0 or below \(the largest is -8\), so that every reward is the smallest there is \(0\.001\).*exp\(−ΔG\/RT\)/,
    ),
  ]);
  const space = new SequenceSpace("AC", 2);
  const table = new TableLandscape("bad", space, Float64Array.of(-1, -2, 0, -3));
  expect(await told(table)).toEqual([
    expect.stringMatching(/^all 4 scores are 0 or below \(the largest is 0\)/),
  ]);
  expect(await told(new TableLandscape("good", space, Float64Array.of(-1, -2, 0.1, -3)))).toEqual([]);
  expect(await told(table, { reward: new Reward({ exponent: 0 }) })).toEqual([]);
  // Nothing is asked before the first iteration here.
  const masked = sequenceEnvironment({ alphabet: "AC", length: 2, isLegal: () => true });
  const trainer = await createTrainer({ landscape: free, environment: masked, batch: { onPolicy: 4 } });
  expect(trainer.notes).toEqual([]);
  await trainer.iterate();
  expect(trainer.notes).toEqual([expect.stringContaining("all 4 scores so far")]);
  await trainer.dispose();
});

test("trajectories that an objective over its own samples does not read are told", async () => {
  const objective = parseObjective("0.5*skl");
  const batch = { onPolicy: 8, exploratory: 8, replay: 8 };
  const idle = (await notesOf({ objective, dynamics: "known", batch })).map((note) => note.split(" ")[0]);
  expect(idle).toEqual(["batch.exploratory", "batch.replay"]);
  expect(await notesOf({ objective, batch })).toEqual([]);
  expect(await notesOf({ objective, dynamics: "known", batch, lookAhead: 2 })).toEqual([]);
  expect(await notesOf({ objective: parseObjective("sdb+0.1*skl"), dynamics: "known", batch })).toEqual([]);
});

test("fields of a setup that do nothing are told, and those that nobody knows are refused", async () => {
  expect(await notesOf({ model: { kind: "table", hidden: 7, layers: 1 } })).toEqual([
    "model.hidden, model.layers were set, but have an effect only with a model.kind other than table",
  ]);
  expect(
    await notesOf({ model: { kind: "mlp", hidden: 8, kmer: 4, heads: 2, positions: "rotary" } }),
  ).toEqual([
    'model.kmer was set, but has an effect only with model.kind "kmer" or model.kind "spectrum"',
    'model.heads, model.positions were set, but have an effect only with model.kind "transformer"',
  ]);
  const rounds = { rounds: 1, samples: 8 };
  const known = { dynamics: "known", dynamicsRate: 0.1, dynamicsClip: 1, dynamicsReplay: rounds } as const;
  expect(await notesOf({ ...known, finalRate: 0.001 })).toEqual([
    "finalRate was set, but has an effect only with decayOver or budget, since the rate stays as it is without",
    'dynamicsRate was set, but has an effect only with dynamics "learned" or lookAhead',
    'dynamicsClip, dynamicsReplay.rounds, dynamicsReplay.samples were set, but have an effect only with dynamics "learned"',
  ]);
  const told = /db does not read the noise/;
  expect(await notesOf({ objective: parseObjective("db"), dynamics: "known" })).toEqual([
    expect.stringMatching(told),
  ]);
  expect(await notesOf({ objective: parseObjective("db"), dynamicsClip: 1 })).toEqual([
    expect.stringMatching(told),
  ]);
  expect(
    await notesOf({ objective: parseObjective("db"), dynamics: "known", backward: "posterior" }),
  ).toEqual([]);
  const misspelt: readonly (readonly [object, string])[] = [
    [{ modle: { kind: "table" } }, 'createTrainer: got the unknown field "modle"; did you mean model?'],
    [{ model: { kind: "table", hiden: 3 } }, 'model: got the unknown field "hiden"; did you mean hidden?'],
    [{ batch: { onpolicy: 3 } }, 'batch: got the unknown field "onpolicy"; did you mean onPolicy?'],
    [{ replay: 7 }, "replay: got 7, expected an object with fields such as capacity, priority."],
  ];
  for (const [wrong, message] of misspelt) {
    // From plain JavaScript, which no type holds back.
    await expect(notesOf(wrong as Partial<TrainingSetup>)).rejects.toThrow(message);
  }
});
