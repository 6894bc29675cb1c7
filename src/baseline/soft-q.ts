/**
 * Soft Q-learning with the correction that makes it right under noise. A step earns
 *
 *     r = log π_B((s,a)|s') − log P̂(c|s,a)
 *
 * and a finished object log R(x); with V(s) = log Σ_a exp Q(s,a) and π = softmax Q, the Bellman equation is
 *
 *     Q(s,a) = E_{c~P(·|s,a)} [ r + V(s') ]        V(x) = log R(x)
 *
 * Q is a regression on targets that carry no gradient, so it learns the expectation over outcomes, and with π_B at its
 * own optimum the fixed point is the policy whose law is nearest to R/Z in KL(P‖target), whether R/Z can be reached or
 * not. The squared error is the residual of `sdb`; what differs is that only log F + log π = Q follows its gradient.
 */
import { Adam } from "../engine/optimiser/adam.ts";
import { compileTraining } from "../engine/training-program.ts";
import { createParameters } from "../engine/parameters/parameters.ts";
import { lax, np } from "../engine/jax.ts";
import type { ArraysOf, ParameterTree } from "../engine/parameters/parameters.ts";
import type { JaxArray } from "../engine/jax.ts";
import { overParents } from "../environment/over-parents.ts";
import { WindageError } from "../error.ts";
import { dynamicsModel } from "../model/dynamics.ts";
import { dynamicsLoss } from "../objective/dynamics-loss.ts";
import { sdb } from "../objective/balance/sdb.ts";
import { stepMask } from "../objective/terms.ts";
import type { TrajectoryBatch } from "../sampling/trajectory-batch.ts";
import type { LearnedDynamics } from "../training/setup/options.ts";
import { readsOf } from "../training/terms/batch-inputs.ts";
import { batchInputs, batchTerms } from "../training/terms/batch-terms.ts";
import type { UpdateParts } from "../training/terms/batch-terms.ts";
import { masksOf } from "../training/terms/masks.ts";
import type { Given } from "../training/terms/term-source.ts";
import { hasOneParent } from "../training/policy/one-parent.ts";
import { Actor } from "./agent/actor.ts";
import { agentModel } from "./agent/agent-model.ts";
import { settingsFor } from "./check-settings.ts";
import { replaySampler } from "./agent/replay-sampler.ts";
import type { ReplaySettings } from "./agent/replay-sampler.ts";
import { weightKey } from "./agent/streams.ts";
import { TargetNetwork } from "./agent/target-network.ts";
import type { BaselineSetup } from "./setup.ts";
import type { Method } from "../training/method.ts";

export interface SoftQSettings extends ReplaySettings {
  readonly rate: number;
  /** Rates fall to this share of themselves over the budget. */
  readonly finalShare: number;
  readonly clip: number;
  /** `learned` or `known`. */
  readonly dynamics: string;
  readonly dynamicsRate: number;
}

export const softQDefaults: SoftQSettings = {
  batch: 64,
  replay: 64,
  capacity: 100_000,
  updates: 2,
  rate: 1e-2,
  finalShare: 0.01,
  clip: 10,
  polyak: 0.1,
  dynamics: "learned",
  dynamicsRate: 1e-2,
};

export async function createSoftQ(setup: BaselineSetup, given: Partial<SoftQSettings> = {}): Promise<Method> {
  const settings = settingsFor("soft-q", softQDefaults, given, {
    batch: "count",
    replay: "none or more",
    capacity: "capacity",
    updates: "count",
    rate: "positive",
    finalShare: "share",
    clip: "positive",
    polyak: "share",
    dynamicsRate: "positive",
  });
  const known = knowsDynamics(settings.dynamics);
  // As a trainer does: π_B computes the intention wherever it can, and learns no more than the parent.
  const oneParent = hasOneParent(setup.environment);
  const posterior = oneParent || setup.environment.backward.entry !== undefined;
  const environment = posterior && !oneParent ? overParents(setup.environment) : setup.environment;

  // Q(s,a) = V(s) + log π(a|s): the flow head is V and the policy head π, so both can be read off.
  const size = settings.batch + settings.replay;
  const agent = await agentModel(setup, {
    networks: 1,
    trajectories: size,
    capacity: settings.capacity,
    backwardCount: oneParent ? 0 : environment.backward.count,
    learnsNoise: !known,
  });
  const dynamics = dynamicsModel(agent.shape);
  const parameters = createParameters(
    { policy: agent.model.tree, ...(known ? {} : { dynamics: dynamics.tree }) },
    weightKey(setup.seed),
  );
  const target = new TargetNetwork(parameters, ["policy"]);
  const world = { ...setup, environment };
  const learned: LearnedDynamics = {
    mode: "learned",
    model: dynamics,
    rate: settings.dynamicsRate,
    clip: settings.clip,
  };
  const used = known ? ({ mode: "known" } as const) : learned;
  const acting = { ...agent, parameters, reads: readsOf(agent.model, used) };
  const actor = await Actor.create(world, acting, { fresh: settings.batch, size });
  const { batch } = actor;

  const { rate, clip, dynamicsRate } = settings;
  const schedule = (): number => actor.decay(settings.finalShare);
  const dynamicsGroup = { prefix: "dynamics/", rate: dynamicsRate };
  const optimiser = new Adam(parameters, { rate, clip, schedule }, known ? [] : [dynamicsGroup]);
  const parts: UpdateParts = {
    environment,
    model: agent.model,
    dynamics: used,
    objective: sdb,
    masks: masksOf(environment),
    posterior,
  };
  const { specs, data } = batchInputs(parts, batch);
  const program = await compileTraining(
    "soft-q",
    (arrays: ArraysOf<ParameterTree>, inputs: Given) => softQLoss(parts, batch, arrays, target, inputs),
    { parameters, optimiser, inputs: { ...specs, ...target.specs } },
    setup.engine ? { engine: setup.engine } : {},
  );
  const feeds = { ...data, ...target.data };

  batch.onPolicy.fill(1, 0, settings.batch);
  batch.lived.fill(1);
  return replaySampler(world, {
    name: "soft-q",
    settings,
    actor,
    optimiser,
    target,
    async update() {
      const { outputs } = await program.step(feeds);
      return {
        loss: outputs.qLoss[0]!,
        backwardLoss: outputs.backwardLoss[0]!,
        dynamicsLoss: outputs.dynamicsLoss[0]!,
        policyEntropy: outputs.policyEntropy[0]!,
        logZ: outputs.logZ[0]!,
      };
    },
    dispose: () => program.dispose(),
  });
}

/** The losses of Q, of a learned π_B and of P̂, none of which sees the gradient of another. */
export function softQLoss(
  parts: UpdateParts,
  batch: TrajectoryBatch,
  arrays: ArraysOf<ParameterTree>,
  target: TargetNetwork,
  given: Given,
): Record<"loss" | "qLoss" | "backwardLoss" | "dynamicsLoss" | "policyEntropy" | "logZ", JaxArray> {
  const slow = { ...arrays, ...target.arrays(given) };
  const { terms: slowTerms } = batchTerms(parts, batch, slow, given);
  // Without the posterior, π_B is the learned part alone, which is all that has a loss of its own.
  const { terms, logDynamics, logFlow } = batchTerms({ ...parts, posterior: false }, batch, arrays, given);
  const { mask } = terms;

  const reward = slowTerms.logBackward.sub(slowTerms.logDynamics);
  const y = lax.stopGradient(reward.add(slowTerms.endLogFlow));
  const q = terms.logFlow.add(terms.logPolicy.ref);
  const qLoss = meanOver(np.square(q.sub(y)), mask);

  // Maximum likelihood on steps of π itself.
  const learnsBackward = given["backwardIndex"] !== undefined;
  const onPolicy = mask.ref.mul(terms.onPolicy.ref);
  const backwardLoss = learnsBackward ? meanOver(terms.logBackward.mul(-1), onPolicy) : np.zeros([]);

  const lived = given["lived"];
  const ownLoss = lived
    ? dynamicsLoss(logDynamics, stepMask(given["lengths"]!, batch.shape.steps).mul(lived.ref))
    : np.zeros([]);
  return {
    loss: qLoss.ref.add(backwardLoss.ref).add(ownLoss.ref),
    qLoss,
    backwardLoss,
    dynamicsLoss: ownLoss,
    // −log π of what π itself chose is an unbiased estimate, and free.
    policyEntropy: lax.stopGradient(meanOver(terms.logPolicy.mul(-1), onPolicy)),
    logZ: lax.stopGradient(np.mean(logFlow.ref.slice([0, 1]))),
  };
}

/** Mean over the steps with mask 1. */
function meanOver(values: JaxArray, mask: JaxArray): JaxArray {
  return np.sum(values.mul(mask.ref)).div(np.maximum(np.sum(mask.ref), 1));
}

function knowsDynamics(dynamics: string): boolean {
  if (dynamics === "known") return true;
  if (dynamics === "learned") return false;
  throw new WindageError(
    "baseline/bad-setting",
    `soft-q: got dynamics "${dynamics}", expected learned or known.`,
  );
}
