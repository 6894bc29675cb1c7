/** The reverse trajectory KL against enumeration of every trajectory of a tiny noisy world, in float64. */
import { describe, expect, test } from "vitest";
import { np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { exactLaw } from "../../evaluation/law/exact-law.ts";
import { klReverse } from "../../evaluation/law/distances.ts";
import { stickyKernel } from "../../evaluation/law/kernel.ts";
import { targetLaw } from "../../evaluation/law/log-z.ts";
import type { Terms } from "../objective.ts";
import { withPosterior } from "../posterior.ts";
import { leaveOneOutAdvantage, skl } from "./skl.ts";
import { onPolicyFirst, transitionTerms } from "../terms.ts";
import { integerNames, logSoftmax, randomBatch, termsOf } from "../testing/batch.fixture.ts";
import { gradients, nest, prepare, run } from "../testing/run.fixture.ts";
import type { Arrays, Inputs } from "../testing/run.fixture.ts";
import { meanOverPairs, sklOverAllPairs } from "../testing/skl-enumeration.fixture.ts";
import {
  firstTerminal,
  logBackward,
  logForward,
  logPosterior,
  randomTable,
  stateCount,
  tinyWorld,
  trajectories,
} from "../testing/tiny-world.fixture.ts";
import type { Table, TinyWorld } from "../testing/tiny-world.fixture.ts";

/** The objective as a function of two tables and of where some trajectories went. */
function sklOfTables(world: TinyWorld, arrays: Arrays): JaxArray {
  const batch = arrays["logReward"]!.shape[0]!;
  const look = (table: JaxArray, states: JaxArray): JaxArray => np.take(table.ref, states.ref, 0);
  const terms = transitionTerms({
    policyLogits: look(arrays["policy"]!, arrays["before"]!),
    backwardLogits: look(arrays["backward"]!, arrays["after"]!),
    logFlow: np.zeros([world.length + 1, batch]),
    dynamics: { logDynamics: arrays["logDynamics"]! },
    thought: arrays["thought"]!,
    logReward: arrays["logReward"]!,
    onPolicy: onPolicyFirst(batch, batch),
  });
  return skl.loss(terms);
}

/** The gradient of skl averaged over all pairs of independent on-policy trajectories. */
async function expectedGradient(
  world: TinyWorld,
  policy: Table,
  backward: Table,
  logReward: readonly number[],
) {
  const all = trajectories(world);
  const weights = all.map((trajectory) => Math.exp(logForward(world, policy, trajectory)));
  const batchOf = (pair: readonly (typeof all)[number][]): Inputs => {
    const perStep = (pick: (trajectory: (typeof all)[number], t: number) => number): number[][] =>
      Array.from({ length: world.length }, (_, t) => pair.map((trajectory) => pick(trajectory, t)));
    return {
      policy,
      backward,
      before: perStep(({ states }, t) => states[t]!),
      after: perStep(({ states }, t) => states[t + 1]!),
      thought: perStep(({ thought }, t) => thought[t]!),
      logDynamics: perStep(({ thought, real }, t) => Math.log(world.kernel[thought[t]!]![real[t]!]!)),
      logReward: pair.map(({ states }) => logReward[states.at(-1)! - firstTerminal(world)]!),
    };
  };
  const evaluate = await prepare(
    (arrays) => ({
      value: sklOfTables(world, arrays),
      ...gradients("grad", ["policy", "backward"], arrays, (free) => sklOfTables(world, free)),
    }),
    batchOf([all[0]!, all[0]!]),
    ["before", "after", "thought"],
  );
  return meanOverPairs(all, weights, (pair) => evaluate(batchOf(pair)));
}

/** Central differences of `f` in every entry of a table, one row after the other. */
function differences(table: Table, f: (table: Table) => number): number[] {
  const step = 1e-5;
  return table.flatMap((row, s) =>
    row.map((x, a) => {
      const at = (value: number): number => f(table.with(s, row.with(a, value)));
      return (at(x + step) - at(x - step)) / (2 * step);
    }),
  );
}

function expectNear(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) {
    expect(Math.abs(actual[i]! - value), `entry ${i}: got ${actual[i]}, expected ${value}`).toBeLessThan(
      1e-5,
    );
  }
}

describe("skl", () => {
  test("with the posterior as π_B, its mean gradient is that of KL(P‖target)", async () => {
    const world = tinyWorld(3, 2, 0.4);
    const policy = randomTable(1, firstTerminal(world), world.size);
    const logReward = randomTable(2, 1, world.size ** world.length)[0]!;
    const target = targetLaw(logReward);
    const kernel = stickyKernel(world.size, 0.4);
    const kl = (table: Table): number => {
      const pi = table.map((row) => logSoftmax(row).map(Math.exp));
      return klReverse(exactLaw([pi[0]!, pi.slice(1).flat()], kernel), target);
    };
    const mean = await expectedGradient(world, policy, logPosterior(world, policy), logReward);
    expectNear(mean["gradPolicy"]!, differences(policy, kl));
    // The posterior is the best π_B there is.
    expectNear(
      mean["gradBackward"]!,
      Array.from(mean["gradBackward"]!, () => 0),
    );
  });

  test("with any π_B, its mean value and gradient are those of the trajectory KL", async () => {
    const world = tinyWorld(2, 2, 0.5);
    const policy = randomTable(3, firstTerminal(world), world.size);
    const backward = randomTable(4, stateCount(world), world.size);
    const logReward = randomTable(5, 1, world.size ** world.length)[0]!;
    const all = trajectories(world);
    const cost = (pi: Table, piB: Table): number =>
      all.reduce((sum, trajectory) => {
        const forward = logForward(world, pi, trajectory);
        const reward = logReward[trajectory.states.at(-1)! - firstTerminal(world)]!;
        return sum + Math.exp(forward) * (forward - logBackward(piB, trajectory) - reward);
      }, 0);
    const mean = await expectedGradient(world, policy, backward, logReward);
    expectNear(mean["value"]!, [cost(policy, backward)]);
    expectNear(
      mean["gradPolicy"]!,
      differences(policy, (table) => cost(table, backward)),
    );
    expectNear(
      mean["gradBackward"]!,
      differences(backward, (table) => cost(policy, table)),
    );
  });

  test("with the posterior computed in the graph, its mean gradient is that of KL(P‖target)", async () => {
    const world = tinyWorld(3, 3, 0.75);
    const policy = randomTable(6, firstTerminal(world), world.size);
    const logReward = randomTable(7, 1, world.size ** world.length)[0]!;
    const target = targetLaw(logReward);
    const kernel = stickyKernel(world.size, 0.75);
    const kl = (table: Table): number => {
      const pi = table.map((row) => logSoftmax(row).map(Math.exp));
      return klReverse(exactLaw([pi[0]!, pi.slice(1, 4).flat(), pi.slice(4).flat()], kernel), target);
    };
    // Dynamics that have learned the kernel, up to what a softmax does not see.
    const dynamics = world.kernel.map((row, a) => row.map((p) => Math.log(p) + a));
    const mean = await sklOverAllPairs(world, policy, dynamics, logReward);
    expectNear(mean["gradPolicy"]!, differences(policy, kl));
    const logZ = Math.log(logReward.reduce((sum, log) => sum + Math.exp(log), 0));
    expect(mean["value"]![0]! + logZ).toBeCloseTo(kl(policy), 4);
    expect(mean["gradDynamics"]!.every((x) => x === 0)).toBe(true);
  });

  test("of a backward policy that is computed over intentions, only the part over parents follows its likelihood", async () => {
    const batch = randomBatch(10, { steps: 3, batch: 5, choices: 3 });
    const posteriorOf = (arrays: Arrays): Terms =>
      withPosterior(termsOf(arrays), {
        policyLogits: arrays["policyLogits"]!.ref.slice([0, 3]),
        logDynamicsOfAll: arrays["ofAll"]!,
        overParents: true,
      });
    const inputs = { ...batch, ofAll: nest([3, 5, 3], () => -1) };
    const results = await run(
      (arrays) => ({
        ...gradients("grad", ["backwardLogits"], arrays, (free) => skl.loss(posteriorOf(free))),
        ...gradients("likelihood", ["backwardLogits"], arrays, (free) =>
          np.sum(termsOf(free).logBackward).div(-5),
        ),
      }),
      inputs,
      integerNames,
    );
    expectNear(results["gradBackwardLogits"]!, [...results["likelihoodBackwardLogits"]!]);
  });

  const shape = { steps: 3, batch: 5, choices: 3 };
  const sklAndGradients = (arrays: Arrays): Arrays => ({
    loss: skl.loss(termsOf(arrays)),
    ...gradients("grad", ["policyLogits", "backwardLogits"], arrays, (free) => skl.loss(termsOf(free))),
  });

  test("trajectories that are not on-policy do not matter", async () => {
    const batch = randomBatch(7, shape);
    const onPolicy = [1, 1, 0, 1, 0];
    const louder = (_: number, b: number): number => (onPolicy[b] === 1 ? batch.logReward[b]! : 50);
    const evaluate = await prepare(sklAndGradients, { ...batch, onPolicy }, integerNames);
    const plain = await evaluate({ ...batch, onPolicy });
    expect(await evaluate({ ...batch, onPolicy, logReward: batch.logReward.map(louder) })).toEqual(plain);
    expect(plain["gradPolicyLogits"]!.some((x) => x !== 0)).toBe(true);
  });

  test("trajectories are compared with those of their own condition, so that what one is worth does not matter", async () => {
    const { onPolicy: _, ...batch } = { ...randomBatch(11, { ...shape, batch: 7 }), onPolicy: 0 };
    const peers = [0, 4, 0, 4, 0, 4, 2];
    const of = (arrays: Arrays): JaxArray => skl.loss({ ...termsOf(arrays), peers: arrays["peers"]! });
    const names = ["policyLogits"] as const;
    const evaluate = await prepare((arrays) => gradients("grad", names, arrays, of), { ...batch, peers }, [
      ...integerNames,
      "peers",
    ]);
    const plain = (await evaluate({ ...batch, peers }))["gradPolicyLogits"]!;
    // All rewards of one condition a hundredfold: its costs move together.
    const dearer = batch.logReward.map((log, b) => log + (peers[b] === 4 ? Math.log(100) : 0));
    const moved = (await evaluate({ ...batch, peers, logReward: dearer }))["gradPolicyLogits"]!;
    expectNear(moved, [...plain]);
    // The only one of its condition has nobody to be compared with.
    const { choices, steps } = shape;
    const alone = Array.from({ length: steps * choices }, (__, i) => {
      const [t, a] = [Math.floor(i / choices), i % choices];
      return plain[(t * 7 + 6) * choices + a]!;
    });
    expect(alone.every((x) => x === 0)).toBe(true);
  });

  test("leave-one-out advantages are distances to the mean of the others in the group", async () => {
    const { advantage } = await run(
      ({ cost, onPolicy, peers }) => ({
        advantage: leaveOneOutAdvantage(cost!.ref, onPolicy!, peers),
      }),
      { cost: [1, 10, 4, 30, 9, 77], onPolicy: [1, 1, 1, 1, 1, 0], peers: [0, 1, 0, 1, 0, 1] },
      ["peers"],
    );
    expect([...advantage!]).toEqual([1 - 6.5, -20, 4 - 5, 20, 9 - 2.5, 0]);
  });

  test("a run-time batch with one on-policy trajectory gives the policy no gradient", async () => {
    const batch = { ...randomBatch(8, shape), onPolicy: [0, 1, 0, 0, 0] };
    const results = await run(sklAndGradients, batch, integerNames);
    expect(results["gradPolicyLogits"]!.every((x) => x === 0)).toBe(true);
    expect(results["gradBackwardLogits"]!.some((x) => x !== 0)).toBe(true);
  });

  test("fewer than two on-policy trajectories are an error when the graph is built", async () => {
    const { onPolicy: _, ...batch } = { ...randomBatch(9, shape), onPolicy: 0 };
    const build = (count: number): Promise<unknown> =>
      run(
        (arrays) => ({ loss: skl.loss({ ...termsOf(arrays), onPolicy: onPolicyFirst(count, shape.batch) }) }),
        batch,
        integerNames,
      );
    await expect(build(1)).rejects.toThrow(/skl: got 1 on-policy of 5 trajectories, expected at least 2/);
    await expect(build(2)).resolves.toBeDefined();
  });
});
