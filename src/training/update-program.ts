/**
 * One update as one compiled graph: both networks over all states of a batch, the objective, the loss of the dynamics,
 * and all gradients; then one optimiser step, in which policy and dynamics have their own rates and clips.
 */
import {
  Adam,
  bool,
  compileTraining,
  constantRate,
  f32,
  i32,
  lax,
  linearDecay,
  nn,
  np,
} from "../engine/index.ts";
import type {
  ArraysOf,
  Data,
  JaxArray,
  Parameters,
  ParameterTree,
  Spec,
  TrainingProgram,
} from "../engine/index.ts";
import type { Environment } from "../environment/index.ts";
import type { Model, StateInputs } from "../model/index.ts";
import { dynamicsLoss, logPolicyOf, stepMask, transitionTerms, withPosterior } from "../objective/index.ts";
import type { Objective } from "../objective/index.ts";
import type { TrajectoryBatch } from "../sampling/index.ts";
import type { Masks } from "./masks.ts";
import type { KnownDynamics, LearnedDynamics, TrainerOptions } from "./options.ts";

export interface UpdateParts {
  readonly environment: Environment;
  readonly model: Model;
  readonly dynamics: LearnedDynamics | KnownDynamics;
  readonly objective: Objective;
  readonly masks: Masks;
}

/** The numbers of one update. */
export interface UpdateResult {
  readonly loss: number;
  readonly dynamicsLoss: number;
  /** Mean over visited states of the policy's entropy, in nats. */
  readonly policyEntropy: number;
  /** log F(s_0), the model's estimate of log Z. */
  readonly logZ: number;
  readonly gradientNorm: number;
}

type Inputs = Record<string, Spec>;
type Given = Readonly<Record<string, JaxArray>>;
type Outputs = "objectiveLoss" | "dynamicsLoss" | "policyEntropy" | "logZ";

export class UpdateProgram {
  readonly #program: TrainingProgram<ParameterTree, Inputs, Outputs>;
  readonly #data: Readonly<Record<string, Data>>;

  private constructor(
    program: TrainingProgram<ParameterTree, Inputs, Outputs>,
    data: Readonly<Record<string, Data>>,
  ) {
    this.#program = program;
    this.#data = data;
  }

  static async compile(
    parts: UpdateParts,
    parameters: Parameters,
    optimiser: Adam,
    batch: TrajectoryBatch,
    options: Pick<TrainerOptions, "engine">,
  ): Promise<UpdateProgram> {
    const arrays = inputsOf(parts, batch);
    const inputs = Object.fromEntries(Object.entries(arrays).map(([name, [spec]]) => [name, spec]));
    const data = Object.fromEntries(Object.entries(arrays).map(([name, [, values]]) => [name, values]));
    const loss = (trees: ArraysOf<ParameterTree>, given: Given) => updateLoss(parts, batch, trees, given);
    const program = await compileTraining("update", loss, { parameters, optimiser, inputs }, options);
    return new UpdateProgram(program, data);
  }

  /** One update from what the batch holds now. */
  async step(): Promise<UpdateResult> {
    const { gradientNorm, outputs } = await this.#program.step(this.#data);
    return {
      loss: outputs.objectiveLoss[0]!,
      dynamicsLoss: outputs.dynamicsLoss[0]!,
      policyEntropy: outputs.policyEntropy[0]!,
      logZ: outputs.logZ[0]!,
      gradientNorm,
    };
  }

  dispose(): Promise<void> {
    return this.#program.dispose();
  }
}

/** Adam over both networks' parameters. */
export function createOptimiser(
  parameters: Parameters,
  { policy, dynamics }: Pick<TrainerOptions, "policy" | "dynamics">,
): Adam {
  const schedule = policy.decayOver
    ? linearDecay(policy.decayOver, (policy.finalRate ?? 0) / policy.rate)
    : undefined;
  const groups =
    dynamics.mode === "learned"
      ? [{ prefix: "dynamics/", rate: dynamics.rate, clip: dynamics.clip, schedule: constantRate }]
      : [];
  return new Adam(
    parameters,
    { rate: policy.rate, clip: policy.clip, ...(schedule ? { schedule } : {}) },
    groups,
  );
}

function updateLoss(
  { model, dynamics, objective }: UpdateParts,
  batch: TrajectoryBatch,
  arrays: ArraysOf<ParameterTree>,
  given: Given,
): { readonly loss: JaxArray } & Readonly<Record<Outputs, JaxArray>> {
  const { steps, size, actionCount, backwardCount } = batch.shape;
  const levels = levelsOf(model, batch);
  const states: StateInputs = {
    features: given["features"]!.ref,
    ...(given["index"] ? { index: given["index"].ref } : {}),
  };
  const heads = model.apply(arrays["policy"] as never, states);
  const allLogits = heads.policy.reshape([levels, size, actionCount]);
  const policyLogits = levels === steps ? allLogits : allLogits.slice([0, steps]);
  const logFlow = heads.logFlow.reshape([levels, size]);
  const logDynamicsOfAll = dynamicsOfAll(dynamics, batch, arrays, given);
  const logDynamics = np.sum(logDynamicsOfAll.ref.mul(nn.oneHot(given["thought"]!.ref, actionCount)), -1);
  const legal = given["legal"] ? { legal: given["legal"] } : {};
  const learned = transitionTerms({
    policyLogits,
    // Without a backward head the posterior replaces what is computed from this.
    backwardLogits: heads.backward?.reshape([levels, size, backwardCount]) ?? policyLogits,
    logFlow: levels === steps ? np.concatenate([logFlow.ref, np.zeros([1, size])], 0) : logFlow,
    dynamics: { logDynamics },
    thought: given["thought"]!,
    ...(heads.backward ? { backwardIndex: given["backwardIndex"]! } : {}),
    logReward: given["logReward"]!,
    lengths: given["lengths"]!,
    onPolicy: given["onPolicy"]!,
    ...legal,
    ...(given["backwardLegal"] ? { backwardLegal: given["backwardLegal"] } : {}),
  });
  const terms = heads.backward
    ? learned
    : withPosterior(learned, { policyLogits, logDynamicsOfAll, ...legal });
  const objectiveLoss = objective.loss(terms);
  const ownLoss =
    dynamics.mode === "known"
      ? np.zeros([])
      : dynamicsLoss(logDynamics, stepMask(given["lengths"]!, steps).mul(given["lived"]!.ref));
  return {
    loss: objectiveLoss.ref.add(ownLoss.ref),
    objectiveLoss,
    dynamicsLoss: ownLoss,
    policyEntropy: meanEntropy(policyLogits, given["legal"], terms.mask),
    logZ: np.mean(logFlow.slice([0, 1])),
  };
}

/** log P̂(c_t | s_t, a) for every intention a, [T, B, A]. */
function dynamicsOfAll(
  dynamics: LearnedDynamics | KnownDynamics,
  batch: TrajectoryBatch,
  arrays: ArraysOf<ParameterTree>,
  given: Given,
): JaxArray {
  if (dynamics.mode === "known") return given["logKernel"]!.ref;
  const { steps, size, featureCount, actionCount } = batch.shape;
  const rows = steps * size;
  const features = given["features"]!.ref;
  const visited =
    features.shape[0] === rows ? features : features.slice([0, rows]).reshape([rows, featureCount]);
  const logits = dynamics.model.apply(arrays["dynamics"] as never, visited);
  const outcomes = logits.shape[2]!;
  const happened = nn.oneHot(given["real"]!.ref.reshape([rows]), outcomes).reshape([rows, 1, outcomes]);
  return np.sum(nn.logSoftmax(logits).mul(happened), -1).reshape([steps, size, actionCount]);
}

/** Rows of states per trajectory: the last one matters only to a backward policy that is learned. */
const levelsOf = (model: Model, { shape }: TrajectoryBatch): number =>
  (model.heads as readonly string[]).includes("backward") ? shape.steps + 1 : shape.steps;

/** Mean entropy over real steps, for the log only. */
function meanEntropy(logits: JaxArray, legal: JaxArray | undefined, mask: JaxArray): JaxArray {
  const logPolicy = lax.stopGradient(logPolicyOf(logits, legal));
  const perState = np.sum(np.exp(logPolicy.ref).mul(logPolicy), -1);
  return np.sum(perState.mul(mask.ref)).div(np.sum(mask.ref)).mul(-1);
}

/** The arrays a batch feeds to the graph, with their shapes. */
function inputsOf(
  { model, dynamics, masks }: UpdateParts,
  batch: TrajectoryBatch,
): Record<string, readonly [Spec, Data]> {
  const { steps, size, featureCount, actionCount, backwardCount } = batch.shape;
  const rows = levelsOf(model, batch) * size;
  const learnsBackward = rows > steps * size;
  const perStep = i32(steps, size);
  const features = batch.features.subarray(0, rows * featureCount);
  return {
    features: [f32(rows, featureCount), features],
    ...(model.needsIndex ? { index: [i32(rows), batch.index.subarray(0, rows)] } : {}),
    ...(masks.policy ? { legal: [bool(steps, size, actionCount), batch.legal] } : {}),
    ...(masks.backward && learnsBackward
      ? { backwardLegal: [bool(steps, size, backwardCount), batch.backwardLegal] }
      : {}),
    ...(learnsBackward ? { backwardIndex: [perStep, batch.backwardIndex] } : {}),
    thought: [perStep, batch.thought],
    ...(dynamics.mode === "known"
      ? { logKernel: [f32(steps, size, actionCount), batch.logKernel] }
      : { real: [perStep, batch.real], lived: [f32(size), batch.lived] }),
    lengths: [i32(size), batch.lengths],
    logReward: [f32(size), batch.logReward],
    onPolicy: [f32(size), batch.onPolicy],
  };
}
