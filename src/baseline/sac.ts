/**
 * Discrete soft actor-critic with entropy regularisation: two Q networks with slow copies, a policy, and replay.
 * A finished object earns log R(x) and nothing else does; τ weighs the entropy:
 *
 *     y       = Σ_a π(a|s') ( min_i Q̄_i(s',a) − τ log π(a|s') ),  or log R(x) where s' is terminal
 *     J_Q     = mean (Q_i(s,a) − y)²            over both networks
 *     J_π     = mean Σ_a π(a|s) ( τ log π(a|s) − min_i Q_i(s,a) )
 *
 * Its optimum is that of `maxEntropy`: R/Z on a tree without noise with τ = 1, and something else under noise.
 */
import { Adam } from "../engine/optimiser/adam.ts";
import { compileTraining } from "../engine/training-program.ts";
import { createParameters } from "../engine/parameters/parameters.ts";
import { lax, np, tree } from "../engine/jax.ts";
import type { ArraysOf, ParameterTree } from "../engine/parameters/parameters.ts";
import type { JaxArray } from "../engine/jax.ts";
import type { Model } from "../model/model.ts";
import { logPolicyOf } from "../objective/log-probability.ts";
import { stepMask } from "../objective/terms.ts";
import type { TrajectoryBatch } from "../sampling/trajectory-batch.ts";
import { Actor } from "./agent/actor.ts";
import { agentModel } from "./agent/agent-model.ts";
import { settingsFor } from "./check-settings.ts";
import { replaySampler } from "./agent/replay-sampler.ts";
import type { ReplaySettings } from "./agent/replay-sampler.ts";
import { trajectoriesOf } from "../training/terms/batch-inputs.ts";
import { ofTaken, stepInputs, followedBy } from "./agent/step-inputs.ts";
import type { Given } from "./agent/step-inputs.ts";
import { weightKey } from "./agent/streams.ts";
import { TargetNetwork } from "./agent/target-network.ts";
import type { BaselineSetup } from "./setup.ts";
import type { Method } from "../training/method.ts";

export interface SacSettings extends ReplaySettings {
  /** τ, what a nat of entropy is worth. */
  readonly temperature: number;
  /** Of the policy. */
  readonly rate: number;
  /** Of both Q networks. */
  readonly criticRate: number;
  /** Rates fall to this share of themselves over the budget. */
  readonly finalShare: number;
  readonly clip: number;
}

export const sacDefaults: SacSettings = {
  batch: 64,
  replay: 64,
  capacity: 100_000,
  updates: 2,
  temperature: 1,
  rate: 1e-2,
  criticRate: 1e-2,
  finalShare: 0.01,
  clip: 10,
  polyak: 0.1,
};

export async function createSac(setup: BaselineSetup, given: Partial<SacSettings> = {}): Promise<Method> {
  const settings = settingsFor("sac", sacDefaults, given, {
    batch: "count",
    replay: "none or more",
    capacity: "capacity",
    updates: "count",
    temperature: "positive",
    rate: "positive",
    criticRate: "positive",
    finalShare: "share",
    clip: "positive",
    polyak: "share",
  });

  // Three networks of the same kind; Q(s,a) is the sum of a head by intention and a head by state.
  const size = settings.batch + settings.replay;
  const { capacity } = settings;
  const agent = await agentModel(setup, { networks: 3, trajectories: size, capacity });
  const parameters = createParameters(
    { policy: agent.model.tree, q1: agent.model.tree, q2: agent.model.tree },
    weightKey(setup.seed),
  );
  const target = new TargetNetwork(parameters, ["q1", "q2"]);
  const actor = await Actor.create(setup, { ...agent, parameters }, { fresh: settings.batch, size });
  const { batch } = actor;

  const { rate, criticRate, clip, temperature } = settings;
  const schedule = (): number => actor.decay(settings.finalShare);
  const optimiser = new Adam(parameters, { rate, clip, schedule }, [
    { prefix: "q1/", rate: criticRate },
    { prefix: "q2/", rate: criticRate },
  ]);
  const { specs, data } = stepInputs(agent.model, batch);
  const program = await compileTraining(
    "sac",
    (arrays: ArraysOf<ParameterTree>, inputs: Given) =>
      sacLoss(agent.model, batch, arrays, target.arrays(inputs), inputs, temperature),
    { parameters, optimiser, inputs: { ...specs, ...target.specs } },
    setup.engine ? { engine: setup.engine } : {},
  );
  const feeds = { ...data, ...target.data };

  return replaySampler(setup, {
    name: "sac",
    settings,
    actor,
    optimiser,
    target,
    async update() {
      const { outputs } = await program.step(feeds);
      return {
        criticLoss: outputs.criticLoss[0]!,
        policyLoss: outputs.policyLoss[0]!,
        policyEntropy: outputs.policyEntropy[0]!,
      };
    },
    dispose: () => program.dispose(),
  });
}

/** J_Q + J_π over the steps of a batch; `slow` are the copies of q1 and q2. */
export function sacLoss(
  model: Model,
  batch: Pick<TrajectoryBatch, "shape">,
  arrays: ArraysOf<ParameterTree>,
  slow: ArraysOf<ParameterTree>,
  given: Given,
  temperature: number,
): Record<"loss" | "criticLoss" | "policyLoss" | "policyEntropy", JaxArray> {
  const { steps, size, actionCount } = batch.shape;
  const heads = (network: unknown) =>
    model.apply(tree.ref(network) as never, trajectoriesOf(given, model.reads, batch.shape, steps));
  const qOf = (network: unknown): JaxArray => {
    const { policy, logFlow } = heads(network);
    return policy.add(logFlow.reshape([steps * size, 1])).reshape([steps, size, actionCount]);
  };
  const legal = given["legal"]!;
  const mask = stepMask(given["lengths"]!, steps);
  const mean = (perStep: JaxArray): JaxArray => np.sum(perStep.mul(mask.ref)).div(np.sum(mask.ref));

  const logPi = logPolicyOf(heads(arrays["policy"]).policy.reshape([steps, size, actionCount]), legal);
  const pi = np.exp(logPi.ref);
  const entropy = np.sum(pi.ref.mul(logPi.ref), -1).mul(-1);

  // Critics.
  const slowQ = np.minimum(qOf(slow["q1"]), qOf(slow["q2"]));
  const slowV = np.sum(pi.ref.mul(slowQ), -1).add(entropy.ref.mul(temperature));
  const y = lax.stopGradient(followedBy(slowV, given["lengths"]!, given["logReward"]!));
  const [q1, q2] = [qOf(arrays["q1"]), qOf(arrays["q2"])];
  const error = (q: JaxArray): JaxArray => mean(np.square(ofTaken(q.ref, given["thought"]!).sub(y.ref)));
  const criticLoss = error(q1).add(error(q2));

  // Actor.
  const q = lax.stopGradient(np.minimum(q1, q2));
  const policyLoss = mean(entropy.ref.mul(-temperature).sub(np.sum(pi.mul(q), -1)));
  return {
    loss: criticLoss.ref.add(policyLoss.ref),
    criticLoss,
    policyLoss,
    policyEntropy: lax.stopGradient(mean(entropy)),
  };
}
