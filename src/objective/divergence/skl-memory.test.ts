/**
 * The reverse trajectory KL where an intention acts later too: a process that carries out the previous intention with
 * probability α. Every trajectory of intentions and outcomes is enumerated in float64.
 */
import { describe, expect, test } from "vitest";
import { np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { withPosterior } from "../posterior.ts";
import { onPolicyFirst, transitionTerms } from "../terms.ts";
import { logSoftmax } from "../testing/batch.fixture.ts";
import { gradients, prepare } from "../testing/run.fixture.ts";
import type { Arrays, Inputs } from "../testing/run.fixture.ts";
import { meanOverPairs } from "../testing/skl-enumeration.fixture.ts";
import { randomTable } from "../testing/tiny-world.fixture.ts";
import type { Table, Trajectory } from "../testing/tiny-world.fixture.ts";
import { skl } from "./skl.ts";

const size = 2;
const length = 3;
const alpha = 0.9;
const tokens = Array.from({ length: size }, (_, token) => token);

/** P(c_t | what was intended before, a_t). */
const chance = (before: number | undefined, intended: number, happened: number): number =>
  before === undefined
    ? Number(happened === intended)
    : (1 - alpha) * Number(happened === intended) + alpha * Number(happened === before);

/** What a policy knows before a step: every outcome, and the intentions among them that it sees. */
const seen = {
  "what was intended": ({ thought, real }: Trajectory, t: number) => [thought.slice(0, t), real.slice(0, t)],
  "outcomes alone": ({ real }: Trajectory, t: number) => [real.slice(0, t)],
} as const;

/** All trajectories that can happen, with the rows of the policy they pass through in `states`. */
function everyTrajectory(sees: keyof typeof seen): { all: readonly Trajectory[]; rows: number } {
  let all: Trajectory[] = [{ thought: [], real: [], states: [] }];
  const rows = new Map<string, number>();
  for (let t = 0; t < length; t++) {
    all = all.flatMap((way) => {
      const name = JSON.stringify(seen[sees](way, t));
      const row = rows.get(name) ?? rows.size;
      rows.set(name, row);
      return tokens.flatMap((a) =>
        tokens
          .filter((c) => chance(way.thought[t - 1], a, c) > 0)
          .map((c) => ({
            thought: [...way.thought, a],
            real: [...way.real, c],
            states: [...way.states, row],
          })),
      );
    });
  }
  return { all, rows: rows.size };
}

const logReward = randomTable(1, 1, size ** length)[0]!;
const rewardOf = ({ real }: Trajectory): number =>
  logReward[real.reduce((number, token) => number * size + token, 0)]!;

/** log P(c_t | s_t, h_t, a) for every intention a. */
const logChances = ({ thought, real }: Trajectory, t: number): number[] =>
  tokens.map((a) => Math.log(Math.max(chance(thought[t - 1], a, real[t]!), 1e-30)));

function logForward(policy: Table, way: Trajectory): number {
  return way.thought.reduce(
    (sum, a, t) => sum + logSoftmax(policy[way.states[t]!]!)[a]! + logChances(way, t)[a]!,
    0,
  );
}

/** E[Σ log q(c_t|s_t,h_t) − log R], the trajectory KL less log Z. */
function meanCost(policy: Table, all: readonly Trajectory[]): number {
  return all.reduce((sum, way) => {
    const logOutcomes = way.states.reduce((total, row, t) => {
      const chances = logChances(way, t);
      const q = logSoftmax(policy[row]!).reduce((mass, lp, a) => mass + Math.exp(lp + chances[a]!), 0);
      return total + Math.log(q);
    }, 0);
    return sum + Math.exp(logForward(policy, way)) * (logOutcomes - rewardOf(way));
  }, 0);
}

function sklOf(arrays: Arrays): JaxArray {
  const batch = arrays["logReward"]!.shape[0]!;
  const policyLogits = np.take(arrays["policy"]!.ref, arrays["before"]!.ref, 0);
  const learned = transitionTerms({
    policyLogits,
    backwardLogits: np.zeros([length, batch, size]),
    logFlow: np.zeros([length + 1, batch]),
    dynamics: { logDynamics: arrays["logTaken"]! },
    thought: arrays["thought"]!,
    logReward: arrays["logReward"]!,
    onPolicy: onPolicyFirst(batch, batch),
  });
  return skl.loss(
    withPosterior(learned, { policyLogits, logDynamicsOfAll: arrays["logOfAll"]!, isRemembered: true }),
  );
}

describe.each(Object.keys(seen) as (keyof typeof seen)[])(
  "where the process remembers and the policy sees %s",
  (sees) => {
    test("the mean gradient of skl is that of the trajectory KL", async () => {
      const { all, rows } = everyTrajectory(sees);
      const policy = randomTable(2, rows, size);
      const batchOf = (pair: readonly Trajectory[]): Inputs => {
        const perStep = <X>(pick: (way: Trajectory, t: number) => X): X[][] =>
          Array.from({ length }, (_, t) => pair.map((way) => pick(way, t)));
        return {
          policy,
          before: perStep(({ states }, t) => states[t]!),
          thought: perStep(({ thought }, t) => thought[t]!),
          logTaken: perStep((way, t) => logChances(way, t)[way.thought[t]!]!),
          logOfAll: perStep(logChances),
          logReward: pair.map(rewardOf),
        };
      };
      const evaluate = await prepare(
        (arrays) => ({ value: sklOf(arrays), ...gradients("grad", ["policy"], arrays, sklOf) }),
        batchOf([all[0]!, all[0]!]),
        ["before", "thought"],
      );
      const weights = all.map((way) => Math.exp(logForward(policy, way)));
      const mean = await meanOverPairs(all, weights, (pair) => evaluate(batchOf(pair)));
      expect(mean["value"]![0]).toBeCloseTo(meanCost(policy, all), 5);
      const step = 1e-5;
      const differences = policy.flatMap((row, s) =>
        row.map((x, a) => {
          const at = (value: number): number => meanCost(policy.with(s, row.with(a, value)), all);
          return (at(x + step) - at(x - step)) / (2 * step);
        }),
      );
      differences.forEach((value, i) => expect(mean["gradPolicy"]![i], `entry ${i}`).toBeCloseTo(value, 5));
    });
  },
);
