/**
 * Proximal policy optimisation with entropy as part of the return. Each step earns −τ log π(a|s) and a finished object
 * log R(x); advantages are generalised (GAE), and several epochs over a batch maximise the clipped surrogate
 *
 *     δ_t = r_t + V(s_{t+1}) − V(s_t)          Â_t = δ_t + λ Â_{t+1}          ρ = π(a|s)/π_old(a|s)
 *     L   = −mean min(ρ Â, clip(ρ, 1−ε, 1+ε) Â) + c_V · ½ mean (V(s) − Â_old − V_old)²
 *
 * Its optimum is that of `maxEntropy`: R/Z on a tree without noise with τ = 1, and something else under noise.
 */
import { Adam } from "../engine/optimiser/adam.ts";
import { bool, f32, i32 } from "../engine/spec.ts";
import { compileTraining } from "../engine/training-program.ts";
import { createParameters } from "../engine/parameters/parameters.ts";
import { np } from "../engine/jax.ts";
import type { ArraysOf, ParameterTree } from "../engine/parameters/parameters.ts";
import type { JaxArray } from "../engine/jax.ts";
import type { Model } from "../model/model.ts";
import { logPolicyOf } from "../objective/log-probability.ts";
import { Actor } from "./agent/actor.ts";
import { agentModel } from "./agent/agent-model.ts";
import { settingsFor } from "./check-settings.ts";
import { advantagesOf } from "./agent/gae.ts";
import { meanMetrics } from "./agent/mean-metrics.ts";
import { Minibatches, rowsOf } from "./agent/minibatches.ts";
import { compileLogPolicyAndValues } from "./agent/log-policy-and-values.ts";
import { StateRows, statesOf } from "../training/policy/state-rows.ts";
import { ofTaken, outcomesBefore } from "./agent/step-inputs.ts";
import type { Given } from "./agent/step-inputs.ts";
import { weightKey } from "./agent/streams.ts";
import type { BaselineSetup } from "./setup.ts";
import type { Method } from "../training/method.ts";

export interface PpoSettings {
  /** Fresh trajectories per iteration. */
  readonly batch: number;
  /** Passes over the steps of a batch. */
  readonly epochs: number;
  /** Parts that the steps of a batch are dealt into in each epoch. */
  readonly minibatches: number;
  /** τ, what a nat of entropy is worth. */
  readonly temperature: number;
  /** λ of the generalised advantage. */
  readonly lambda: number;
  /** ε of the clipped surrogate. */
  readonly clipRange: number;
  /** c_V, weight of the value's loss. */
  readonly valueWeight: number;
  readonly rate: number;
  /** The rate falls to this share of itself over the budget. */
  readonly finalShare: number;
  readonly clip: number;
}

export const ppoDefaults: PpoSettings = {
  batch: 64,
  epochs: 4,
  minibatches: 2,
  temperature: 1,
  lambda: 0.95,
  clipRange: 0.2,
  valueWeight: 0.5,
  rate: 1e-2,
  finalShare: 0.01,
  clip: 10,
};

export async function createPpo(setup: BaselineSetup, given: Partial<PpoSettings> = {}): Promise<Method> {
  const settings = settingsFor("ppo", ppoDefaults, given, {
    batch: "count",
    epochs: "count",
    minibatches: "count",
    temperature: "positive",
    lambda: "share",
    clipRange: "positive",
    valueWeight: "positive",
    rate: "positive",
    finalShare: "share",
    clip: "positive",
  });
  const { environment, engine } = setup;

  // One network: the policy head is the actor, the flow head the critic V.
  const agent = await agentModel(setup, { networks: 1, trajectories: settings.batch, capacity: 0 });
  const { model } = agent;
  const parameters = createParameters({ policy: model.tree }, weightKey(setup.seed));
  const sizes = { fresh: settings.batch, size: settings.batch };
  const actor = await Actor.create(setup, { ...agent, parameters }, sizes);
  const { batch } = actor;
  const reading = await compileLogPolicyAndValues(model, parameters, batch, engine);

  const { rate, clip } = settings;
  const schedule = (): number => actor.decay(settings.finalShare);
  const optimiser = new Adam(parameters, { rate, clip, schedule });
  const rows = rowsOf(batch, settings.minibatches);
  const inputs = {
    ...new StateRows(environment, model.reads, rows).specs,
    legal: bool(rows, environment.actionCount),
    thought: i32(rows),
    oldLogPolicy: f32(rows),
    advantage: f32(rows),
    returns: f32(rows),
    weight: f32(rows),
  };
  const program = await compileTraining(
    "ppo",
    (arrays: ArraysOf<ParameterTree>, minibatch: Given) => ppoLoss(model, arrays, minibatch, settings),
    { parameters, optimiser, inputs },
    engine ? { engine } : {},
  );
  const before = (): Readonly<Record<string, Int32Array>> =>
    model.reads.includes("tokens") ? { tokens: outcomesBefore(batch) } : {};
  const minibatches = new Minibatches(inputs, batch, settings.minibatches);

  return {
    name: "ppo",
    get spent() {
      return actor.spent;
    },
    async iterate() {
      const { objects, scores } = await actor.act();
      const { logPolicy, values } = await reading.run();
      const { advantage, returns } = advantagesOf(batch, logPolicy, values, settings);
      const reports = [];
      for (let epoch = 0; epoch < settings.epochs; epoch++) {
        const learned = { oldLogPolicy: logPolicy, advantage, returns, ...before() };
        for (const minibatch of minibatches.deal(learned, actor.streams.memory)) {
          const { outputs } = await program.step(minibatch as never);
          reports.push({
            policyLoss: outputs.policyLoss[0]!,
            valueLoss: outputs.valueLoss[0]!,
            clipped: outputs.clipped[0]!,
            approximateKl: outputs.approximateKl[0]!,
            policyEntropy: outputs.policyEntropy[0]!,
          });
        }
      }
      return { objects, scores, metrics: meanMetrics(reports) };
    },
    get iteration() {
      return actor.iteration;
    },
    policy: actor.policy,
    sample: (count, seed) => actor.sample(count, seed),
    save: () => actor.save({ optimiser }),
    restore: (state) => actor.restore(state, { optimiser }),
    async dispose() {
      await program.dispose();
      await reading.dispose();
      await actor.dispose();
    },
  };
}

/** The clipped surrogate and the value's loss over the rows of a minibatch with weight 1. */
export function ppoLoss(
  model: Model,
  arrays: ArraysOf<ParameterTree>,
  given: Given,
  { clipRange, valueWeight }: Pick<PpoSettings, "clipRange" | "valueWeight">,
): Record<"loss" | "policyLoss" | "valueLoss" | "clipped" | "approximateKl" | "policyEntropy", JaxArray> {
  const { legal, thought, oldLogPolicy, advantage, returns, weight } = given;
  const { policy, logFlow: value } = model.apply(arrays["policy"] as never, statesOf(given, model.reads));
  const mean = (perRow: JaxArray): JaxArray => np.sum(perRow.mul(weight!.ref)).div(np.sum(weight!.ref));

  const logPi = logPolicyOf(policy, legal);
  const entropy = np.sum(np.exp(logPi.ref).mul(logPi.ref), -1).mul(-1);
  const logRatio = ofTaken(logPi, thought!).sub(oldLogPolicy!.ref);
  const ratio = np.exp(logRatio.ref);
  const clipped = np.clip(ratio.ref, 1 - clipRange, 1 + clipRange);
  const surrogate = np.minimum(ratio.ref.mul(advantage!.ref), clipped.mul(advantage!.ref));

  const policyLoss = mean(surrogate.mul(-1));
  const valueLoss = mean(np.square(value.sub(returns!.ref))).mul(0.5);
  const isClipped = np.greater(np.abs(ratio.ref.sub(1)), clipRange).astype(np.float32);
  return {
    loss: policyLoss.ref.add(valueLoss.ref.mul(valueWeight)),
    policyLoss,
    valueLoss,
    clipped: mean(isClipped),
    // (ρ − 1) − log ρ: never negative, and unbiased for KL(π_old‖π).
    approximateKl: mean(ratio.sub(1).sub(logRatio)),
    policyEntropy: mean(entropy),
  };
}
