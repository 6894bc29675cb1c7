/** The small parts of the training loop, each on its own. */
import { describe, expect, test } from "vitest";
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { substitutionNoise } from "../environment/noise/substitution-noise.ts";
import { withNoise } from "../environment/noise/noise.ts";
import type { Environment } from "../environment/environment.ts";
import { createSim8 } from "../landscape/exact/sim8.ts";
import { functionOracle } from "../landscape/oracle/function-oracle.ts";
import { Reward } from "../landscape/reward.ts";
import type { Oracle } from "../landscape/landscape.ts";
import { parseObjective } from "../objective/registry.ts";
import { Generator } from "../random/generator.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";
import { masksOf } from "./terms/masks.ts";
import { meanReward } from "./mean-reward.ts";
import { hasOneParent } from "./policy/one-parent.ts";
import { PolicyTable } from "./policy/policy-table.ts";
import { valueAt } from "./setup/schedules.ts";
import { createScorer } from "./setup/scorer.ts";
import { reachable, reward, smallEnvironment, smallTrainer } from "./small-world.fixture.ts";
import { flowFromDataset, startingFlow } from "./policy/starting-flow.ts";
import { listStates } from "./policy/state-list.ts";

/** Sequences of one length whose letters can be written in either order: states have two parents. */
function severalParents(): Environment {
  const plain: Environment = smallEnvironment(0);
  const isLegal: Environment["backward"]["isLegal"] = (state, way) => plain.backward.isLegal(state, way);
  return { ...plain, backward: { isLegal, count: 9, indexOf: (a, c) => 3 * a + c } };
}

test("schedules go in a straight line and then stay", () => {
  expect(valueAt(0.3, 1e6)).toBe(0.3);
  const ramp = { from: 2, to: 1, over: 10 };
  expect([0, 5, 10, 99].map((i) => valueAt(ramp, i))).toEqual([2, 1.5, 1, 1]);
  expect(valueAt({ from: 2, to: 1, over: 0 }, 0)).toBe(1);
});

test("masks are left out where nothing can be masked", () => {
  const fixed = sequenceEnvironment({ alphabet: "ABC", length: 3 });
  expect(masksOf(withNoise(fixed, stickyNoise(0.5)))).toEqual({ policy: false, backward: false });
  expect(masksOf(fixed)).toEqual({ policy: false, backward: true });
  const partial = [
    [0.9, 0.1, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  expect(masksOf(withNoise(fixed, substitutionNoise(partial)))).toEqual({ policy: false, backward: true });
  const stops = sequenceEnvironment({ alphabet: "ABC", minLength: 1, maxLength: 3 });
  expect(masksOf(stops)).toEqual({ policy: true, backward: true });
  const masked = sequenceEnvironment({ alphabet: "ABC", length: 3, isLegal: (_, a) => a < 2 });
  expect(masksOf(masked)).toEqual({ policy: true, backward: true });
});

test("one parent is told from several", () => {
  expect(hasOneParent(smallEnvironment(0.25))).toBe(true);
  expect(hasOneParent(severalParents())).toBe(false);
});

describe("scorer", () => {
  test("counts what was asked of a table", async () => {
    const scorer = createScorer(createSim8());
    expect(await scorer.score(["ACGTACGT", "ACGTACGT"])).toHaveLength(2);
    expect(scorer.calls).toBe(2);
    scorer.resumeAt(100);
    await scorer.score(["TTTTTTTT"]);
    expect(scorer.calls).toBe(101);
  });

  test("asks an oracle once per object, and counts every answer", async () => {
    const asked: string[] = [];
    const oracle: Oracle = {
      name: "lengths",
      enumerable: false,
      score: (objects) => {
        asked.push(...objects);
        return Promise.resolve(Float64Array.from(objects, ({ length }) => length));
      },
    };
    const scorer = createScorer(oracle);
    expect([...(await scorer.score(["A", "AB"]))]).toEqual([1, 2]);
    expect([...(await scorer.score(["AB", "ABC"]))]).toEqual([2, 3]);
    expect(asked).toEqual(["A", "AB", "ABC"]);
    expect(scorer.calls).toBe(4);
  });

  test("a score that failed is not counted", async () => {
    const oracle: Oracle = {
      name: "broken",
      enumerable: false,
      score: () => Promise.reject(new Error("no")),
    };
    const scorer = createScorer(oracle);
    await expect(scorer.score(["A"])).rejects.toThrow();
    expect(scorer.calls).toBe(0);
  });
});

describe("starting flow", () => {
  const generator = (): Generator => Generator.fromSeed(1);
  const scorer = createScorer(reachable(0.25));
  expect(scorer.largest).toBe(Math.max(...reachable(0.25).table));

  test("is the number of ways left times a mean reward", async () => {
    const environment = smallEnvironment(0.25);
    const flows = [...(await startingFlow(environment, scorer, reward, generator()))!];
    expect(flows.length).toBe(5);
    // One letter fewer to go is a third of the ways.
    flows.slice(1).forEach((flow, i) => expect(flow).toBeCloseTo(flows[i]! - Math.log(3), 4));
    // Rewards average 1 on this landscape.
    expect(Math.abs(flows[4]!)).toBeLessThan(0.7);
  });

  test("counts the ways of all lengths where they vary", async () => {
    const environment = sequenceEnvironment({ alphabet: "ABC", minLength: 1, maxLength: 4 });
    const same = createScorer(functionOracle({ mode: "single", score: () => 1 }));
    const flows = [...(await startingFlow(environment, same, reward, generator()))!];
    const ways = (length: number): number =>
      [1, 2, 3, 4].filter((end) => end >= length).reduce((sum, end) => sum + 3 ** (end - length), 0);
    flows.forEach((flow, length) => expect(Math.abs(flow - Math.log(ways(length)))).toBeLessThan(0.5));
    // Every letter costs what it multiplies the ways by: all four lengths count alike, and flows fall by its price.
    const priced = createScorer(functionOracle({ mode: "single", score: (text) => 3 ** -text.length }));
    const even = [...(await startingFlow(environment, priced, reward, generator()))!];
    expect(Math.abs(even[0]! - Math.log(4))).toBeLessThan(0.4);
    expect(Math.abs(even[4]! + 4 * Math.log(3))).toBeLessThan(1e-4);
  });

  test.each([-3000, 3000])("is a number for logarithms of rewards that are none: %d", async (log) => {
    const oracle = functionOracle({ mode: "single", score: () => log });
    const far = createScorer({ ...oracle, logarithmic: true });
    const logarithms = new Reward({ logarithmic: true });
    const flows = [...(await startingFlow(smallEnvironment(0.25), far, logarithms, generator()))!];
    flows.forEach((flow, length) => expect(flow).toBeCloseTo(log + (4 - length) * Math.log(3), 2));
    const flat = flowFromDataset(
      smallEnvironment(0.25),
      [{ object: "ABCA", score: log }] as never,
      logarithms,
    )!;
    expect(flat[4]).toBeCloseTo(log, 2);
    expect(Number.isFinite(meanReward(logarithms, [log, log]))).toBe(true);
  });

  test("is nothing where intentions are forbidden", async () => {
    const environment = sequenceEnvironment({ alphabet: "ABC", length: 4, isLegal: () => true });
    expect(await startingFlow(environment, scorer, reward, generator())).toBeUndefined();
  });
});

describe("states and policies in a list", () => {
  test("every state that is not terminal, under its own number", () => {
    const environment = smallEnvironment(0.25);
    const { count, states, legal } = listStates(environment);
    expect(count).toBe(1 + 3 + 9 + 27);
    expect(legal.every((value) => value === 1)).toBe(true);
    const state = environment.next(environment.next(environment.initial, 2), 0);
    expect(states[environment.enumeration!.indexOf(state)]).toEqual(state);
  });

  test("an environment without numbers is refused", () => {
    const { enumeration: _, ...unnumbered } = smallEnvironment(0);
    expect(() => listStates(unnumbered)).toThrow(/cannot be listed/);
  });

  test("policies are distributions over what is legal", async () => {
    const environment = sequenceEnvironment({ alphabet: "ABC", length: 3, isLegal: (_, a) => a !== 1 });
    const landscape: Oracle = {
      name: "ones",
      enumerable: false,
      score: (objects) => Promise.resolve(new Float64Array(objects.length).fill(1)),
    };
    const trainer = await smallTrainer(0, { environment: environment, landscape });
    for (let i = 0; i < 5; i++) await trainer.iterate();
    const states = listStates(environment);
    const table = await PolicyTable.compile(trainer.policy, states);
    const policy = await table.probabilities();
    for (let row = 0; row < states.count; row++) {
      const [a, b, c] = policy.subarray(row * 3, row * 3 + 3);
      if (states.legal[row * 3] === 0) continue;
      expect(b).toBe(0);
      expect(a! + c!).toBeCloseTo(1, 12);
    }
    await Promise.all([table.dispose(), trainer.dispose()]);
  });
});

describe("options that cannot train are refused", () => {
  test.each<[Partial<TrainingSetup>, RegExp]>([
    [{ batch: { onPolicy: 0 } }, /no fresh trajectories/],
    [{ batch: { onPolicy: 1.5 } }, /^batch\.onPolicy: got 1\.5, expected an integer of at least 0/],
    [{ batch: { onPolicy: -1 } }, /^batch\.onPolicy: got -1, expected an integer of at least 0/],
    [{ batch: { onPolicy: 4, dataset: 2 } }, /the dataset is empty/],
    [{ batch: { onPolicy: 1, exploratory: 4 }, objective: parseObjective("skl") }, /at least 2/],
    [
      { objective: parseObjective("sdb+0.1*skl"), extraUpdates: 1 },
      /no samples of the policy itself; leave it out/,
    ],
    [{ localStates: 0 }, /localStates: got 0/],
    [{ model: { kind: "tree" as never } }, /got "tree", expected/],
    [{ environment: severalParents(), backward: "posterior" }, /expected `backward.entry`/],
    [{ objective: parseObjective("mdb") }, /^objective: got mdb, .* no stop action in/],
  ])("%j", async (setup, message) => {
    await expect(smallTrainer(0, setup)).rejects.toThrow(message);
  });

  test("several parents learn their backward policy by default", async () => {
    const trainer = await smallTrainer(0, {
      environment: severalParents(),
      model: { kind: "mlp", hidden: 8 },
    });
    expect(trainer.options.model.heads).toContain("backward");
    await trainer.dispose();
  });
});
