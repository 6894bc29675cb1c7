/**
 * The mean of `skl` and of its gradient over every pair of independent on-policy trajectories of a tiny world, with the
 * posterior computed inside the graph: what the estimator is an estimate of, without its noise.
 */
import { nn, np } from "../../engine/jax.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { withPosterior } from "../posterior.ts";
import { skl } from "../divergence/skl.ts";
import { onPolicyFirst, transitionTerms } from "../terms.ts";
import { gradients, prepare } from "./run.fixture.ts";
import type { Arrays, Inputs } from "./run.fixture.ts";
import { firstTerminal, logForward, trajectories } from "./tiny-world.fixture.ts";
import type { Table, TinyWorld, Trajectory } from "./tiny-world.fixture.ts";

/** Values and gradients with respect to `policy` (logits by state) and `dynamics` (logits by intention). */
export async function sklOverAllPairs(
  world: TinyWorld,
  policy: Table,
  dynamics: Table,
  logReward: readonly number[],
): Promise<Record<string, Float64Array>> {
  // The intention cancels in the posterior, so of all trajectories with the same outcomes one stands for the others.
  const byOutcomes = new Map<number, { weight: number; readonly trajectory: Trajectory }>();
  for (const trajectory of trajectories(world)) {
    const weight = Math.exp(logForward(world, policy, trajectory));
    const known = byOutcomes.get(trajectory.states.at(-1)!);
    if (known) known.weight += weight;
    else byOutcomes.set(trajectory.states.at(-1)!, { weight, trajectory });
  }
  const all = [...byOutcomes.values()].map(({ trajectory }) => trajectory);
  const weights = [...byOutcomes.values()].map(({ weight }) => weight);
  const batchOf = (pair: readonly Trajectory[]): Inputs => {
    const perStep = (pick: (trajectory: Trajectory, t: number) => number): number[][] =>
      Array.from({ length: world.length }, (_, t) => pair.map((trajectory) => pick(trajectory, t)));
    return {
      policy,
      dynamics,
      before: perStep(({ states }, t) => states[t]!),
      thought: perStep(({ thought }, t) => thought[t]!),
      real: perStep(({ real }, t) => real[t]!),
      logReward: pair.map(({ states }) => logReward[states.at(-1)! - firstTerminal(world)]!),
    };
  };
  const evaluate = await prepare(
    (arrays) => ({
      value: sklWithPosterior(world, arrays),
      ...gradients("grad", ["policy", "dynamics"], arrays, (free) => sklWithPosterior(world, free)),
    }),
    batchOf([all[0]!, all[0]!]),
    ["before", "thought", "real"],
  );
  return meanOverPairs(all, weights, (pair) => evaluate(batchOf(pair)));
}

/** The mean of what pairs of independent trajectories give, each pair by the chance of drawing it. */
export async function meanOverPairs(
  all: readonly Trajectory[],
  weights: readonly number[],
  evaluate: (pair: readonly [Trajectory, Trajectory]) => Promise<Record<string, ArrayLike<number>>>,
): Promise<Record<string, Float64Array>> {
  const mean: Record<string, Float64Array> = {};
  // The estimator does not care about the order of a pair, so each unordered pair is run once.
  for (const [i, first] of all.entries()) {
    for (const [j, second] of all.slice(0, i + 1).entries()) {
      const weight = weights[i]! * weights[j]! * (i === j ? 1 : 2);
      for (const [name, values] of Object.entries(await evaluate([first, second]))) {
        const sum = (mean[name] ??= new Float64Array(values.length));
        for (let at = 0; at < values.length; at++) sum[at] = sum[at]! + weight * values[at]!;
      }
    }
  }
  return mean;
}

function sklWithPosterior({ size, length }: TinyWorld, arrays: Arrays): JaxArray {
  const batch = arrays["logReward"]!.shape[0]!;
  const policyLogits = np.take(arrays["policy"]!.ref, arrays["before"]!.ref, 0);
  // log P̂(c_t | a) for every intention a: columns of the table.
  const columns = np.swapaxes(nn.logSoftmax(arrays["dynamics"]!.ref), 0, 1);
  const logDynamicsOfAll = np.take(columns, arrays["real"]!.ref, 0);
  const taken = nn.oneHot(arrays["thought"]!.ref, size);
  const learned = transitionTerms({
    policyLogits,
    backwardLogits: np.zeros([length, batch, size]),
    logFlow: np.zeros([length + 1, batch]),
    dynamics: { logDynamics: np.sum(logDynamicsOfAll.ref.mul(taken), -1) },
    thought: arrays["thought"]!,
    logReward: arrays["logReward"]!,
    onPolicy: onPolicyFirst(batch, batch),
  });
  return skl.loss(withPosterior(learned, { policyLogits, logDynamicsOfAll }));
}
