/** Training from a dataset alone: what is learned, that nobody is asked, and what is refused. */
import { describe, expect, test } from "vitest";
import { replaySequence } from "../environment/sequence/replay-sequence.ts";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { tv } from "../evaluation/law/distances.ts";
import { functionOracle } from "../landscape/oracle/function-oracle.ts";
import { parseObjective } from "../objective/registry.ts";
import { flowFromDataset } from "./policy/starting-flow.ts";
import { createTrainer } from "./setup/create-trainer.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";
import {
  bestLaw,
  lawOf,
  length,
  letters,
  reachable,
  reward,
  smallEnvironment,
} from "./small-world.fixture.ts";
import type { Trainer } from "./trainer.ts";

const timeout = 60_000;

/** Every sequence of the small world with its score. */
function everything(alpha: number): NonNullable<TrainingSetup["dataset"]> {
  const environment = smallEnvironment(alpha);
  const { table, space } = reachable(alpha);
  return Array.from({ length: letters ** length }, (_, index) => {
    const object = space.sequenceAt(index);
    return { object, real: replaySequence(environment, object).outcomes, score: table[index]! };
  });
}

function fromDataset(alpha: number, setup: Partial<TrainingSetup> = {}): Promise<Trainer> {
  return createTrainer({
    environment: smallEnvironment(alpha),
    reward,
    model: { kind: "table" },
    batch: { onPolicy: 0, dataset: 64 },
    dataset: everything(alpha),
    rate: 0.05,
    finalRate: 1e-3,
    seed: 3,
    ...setup,
  });
}

async function iterate(trainer: Trainer, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await trainer.iterate();
}

describe("where everything was measured, the law is R/Z", () => {
  test.each([
    { alpha: 0, objective: "sdb", iterations: 400 },
    // One number for a whole trajectory teaches each of its steps less.
    { alpha: 0, objective: "stb", iterations: 1000 },
    { alpha: 0.25, objective: "sdb", iterations: 400 },
  ])("$objective at α = $alpha", { timeout }, async ({ alpha, objective, iterations }) => {
    const trainer = await fromDataset(alpha, {
      objective: parseObjective(objective),
      decayOver: iterations,
    });
    await iterate(trainer, iterations);
    const report = await trainer.iterate();
    expect(tv(await lawOf(trainer), bestLaw(alpha, reachable(alpha)))).toBeLessThan(0.02);
    // Rewards average 1 on this landscape.
    expect(Math.abs(report.logZ! - Math.log(letters ** length))).toBeLessThan(0.02);
    expect(Math.abs(report.meanReward - 1)).toBeLessThan(0.6);
    expect(report.objects).toEqual([]);
    expect(trainer.spent).toEqual({ oracleCalls: 0, environmentSteps: 0 });
    expect(trainer.notes).toEqual([]);
    await trainer.dispose();
  });
});

test("a landscape that is there is not asked", async () => {
  const landscape = functionOracle({
    mode: "single",
    score: () => {
      throw new Error("asked");
    },
  });
  const trainer = await fromDataset(0, { landscape });
  await iterate(trainer, 2);
  expect(trainer.oracleCalls).toBe(0);
  await trainer.dispose();
});

test("an interrupted run goes on to the same bits, and the same seed gives the same", async () => {
  const setup = { model: { kind: "memory", hidden: 16 }, decayOver: 30 } as const;
  const first = await fromDataset(0.25, setup);
  await iterate(first, 10);
  const saved = structuredClone(first.save());
  await iterate(first, 10);
  const second = await fromDataset(0.25, setup);
  await iterate(second, 2);
  second.restore(saved);
  await iterate(second, 10);
  expect(second.save()).toEqual(first.save());
  const third = await fromDataset(0.25, setup);
  await iterate(third, 20);
  expect(third.save()).toEqual(first.save());
  await Promise.all([first, second, third].map((trainer) => trainer.dispose()));
});

test("flows start from the sequences that lie beyond, each worth the mean of the dataset", () => {
  const one = { object: "A", real: Int32Array.of(0), score: 1 };
  const three = { object: "B", real: Int32Array.of(1), score: 3 };
  const environment = sequenceEnvironment({ alphabet: "ABC", minLength: 1, maxLength: 3 });
  const flow = flowFromDataset(environment, [one, three], reward)!;
  [3 + 9 + 27, 1 + 3 + 9, 1 + 3, 1].forEach((ways, at) =>
    expect(flow[at]).toBeCloseTo(Math.log(2 * ways), 5),
  );
  const fixed = flowFromDataset(smallEnvironment(0), [one, three], reward)!;
  expect(fixed[0]).toBeCloseTo(Math.log(2 * 81), 5);
});

describe("what only fresh trajectories could feed is refused", () => {
  const batch = { onPolicy: 0, dataset: 8 };
  test.each<[Partial<TrainingSetup>, RegExp]>([
    [{ batch: { onPolicy: 0 } }, /no fresh trajectories and none from a dataset/],
    [{ dataset: [] }, /the dataset is empty/],
    [{ batch: { ...batch, replay: 4 } }, /batch.replay: got 4 .* set it to 0/],
    [{ batch, extraUpdates: 1 }, /extraUpdates: got 1 .* set it to 0/],
    [{ batch, dynamics: "learned" }, /set it to "known"/],
    [{ batch, overlap: true }, /no fresh trajectories to roll out/],
    [{ batch, objective: parseObjective("skl") }, /got batch\.onPolicy 0, expected at least 2/],
    [{ batch, lookAhead: 2 }, /no trajectories of the policy itself/],
    [{ batch, objective: parseObjective("local-kl") }, /local-kl without a landscape/],
    [{ batch: { onPolicy: 8 } }, /landscape: got undefined, expected a landscape/],
  ])("%j", async (setup, message) => {
    await expect(fromDataset(0, setup)).rejects.toThrow(message);
  });

  test.each<[readonly number[], string]>([
    [[0, 1, 2, 1], 'dataset[1]: "ABCA": its outcomes build "ABCB", expected'],
    [[0, 1, 2], "got an unfinished object after all 3 outcomes"],
    [[0, 1, 2, 0, 0], '4 of 5 outcomes build "ABCA" already'],
    [[0, 3, 2, 0], "after 1 of 4 outcomes the environment refuses outcome 3"],
  ])("outcomes that do not build the object: %j", async (real, message) => {
    const dataset = [
      { object: "CCCC", real: Int32Array.of(2, 2, 2, 2), score: 1 },
      { object: "ABCA", real: Int32Array.from(real), score: 1 },
    ];
    await expect(fromDataset(0, { dataset })).rejects.toMatchObject({
      code: "training/bad-dataset",
      message: expect.stringContaining(message),
    });
  });

  test("without an environment there is nothing to build", async () => {
    await expect(createTrainer({ batch, dataset: everything(0) })).rejects.toThrow(/neither an environment/);
  });

  test("what does nothing is told", async () => {
    const trainer = await fromDataset(0, { budget: { oracleCalls: 10, environmentSteps: 10 } });
    expect(trainer.notes).toEqual([
      "budget was set, but has an effect only with fresh trajectories, since a dataset spends nothing",
    ]);
    await trainer.dispose();
  });
});
