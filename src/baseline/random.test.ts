import { expect, test } from "vitest";
import { listStates } from "../training/policy/state-list.ts";
import { PolicyTable } from "../training/policy/policy-table.ts";
import { lawOfRun, setupFor, worlds } from "./chain/chains.fixture.ts";
import { createRandom } from "./random.ts";

test("the policy is uniform over what is legal", async () => {
  const { environment } = worlds["on a grid"]!;
  const states = listStates(environment);
  const random = await createRandom(setupFor(environment));
  const policy = await PolicyTable.compile(random.policy!, states);
  const probabilities = await policy.probabilities();
  // Points 0,0 (three ways on), 0,3 (one dimension is at its end) and 3,3 (only stopping is left).
  expect([...probabilities.subarray(0, 3)]).toEqual([1 / 3, 1 / 3, 1 / 3]);
  expect([...probabilities.subarray(3 * 3, 3 * 3 + 3)]).toEqual([1 / 2, 0, 1 / 2]);
  expect([...probabilities.subarray(15 * 3, 15 * 3 + 3)]).toEqual([0, 0, 1]);
});

test("what is sampled is the law of that policy", async () => {
  const sampler = await createRandom(setupFor(worlds["with asymmetric slips"]!.environment), {
    batchSize: 100,
  });
  const law = await lawOfRun(sampler, { skip: 0, iterations: 200 });
  const share = [...law].reduce((sum, [text, p]) => sum + (text.startsWith("B") ? p : 0), 0);
  // The mean of the column of B in the table of slips; 20,000 samples have a standard error of 0.0035.
  expect(Math.abs(share - 0.45)).toBeLessThan(0.012);
});

test("the budget counts every intention and every object", async () => {
  const setup = setupFor(worlds["without noise"]!.environment);
  const sampler = await createRandom(setup, { batchSize: 7 });
  for (let i = 0; i < 3; i++) await sampler.iterate();
  expect(sampler.spent).toEqual({ oracleCalls: 21, environmentSteps: 84 });
  expect(setup.scorer.calls).toBe(21);
  const samples = await sampler.sample(10, 2);
  expect(samples).toHaveLength(10);
  expect(await sampler.sample(10, 2)).toEqual(samples);
  expect(sampler.spent.oracleCalls).toBe(21);
});

test("the same seed gives the same objects", async () => {
  const objects = async (seed: number): Promise<readonly string[]> =>
    (await (await createRandom(setupFor(worlds["on a grid"]!.environment, { seed }))).iterate()).objects;
  expect(await objects(1)).toEqual(await objects(1));
  expect(await objects(1)).not.toEqual(await objects(2));
});

test("a batch of nothing is refused", async () => {
  const setup = setupFor(worlds["on a grid"]!.environment);
  await expect(createRandom(setup, { batchSize: 0.5 })).rejects.toThrow(/got batchSize 0.5/);
});
