/**
 * One update as one compiled graph: both networks over all states of a batch, the objective, the loss of the dynamics,
 * and all gradients; then one optimiser step, in which policy and dynamics have their own rates and clips.
 */
import { compileTraining, lax, nn, np, tree } from "../engine/index.ts";
import type {
  Adam,
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
import type { LossReport, Objective, Terms } from "../objective/index.ts";
import type { TrajectoryBatch } from "../sampling/index.ts";
import { reportWithRatio } from "./entropy-use.ts";
import type { EntropyRatioUse } from "./entropy-use.ts";
import type { LocalStates } from "./local-states.ts";
import { localInputs, localTerms } from "./local-terms.ts";
import type { LocalNetworks } from "./local-terms.ts";
import type { Masks } from "./masks.ts";
import type { KnownDynamics, LearnedDynamics, TrainerOptions } from "./options.ts";
import { inputsOf, levelsOf } from "./update-inputs.ts";

export interface UpdateParts {
  readonly environment: Environment;
  readonly model: Model;
  readonly dynamics: LearnedDynamics | KnownDynamics;
  readonly objective: Objective;
  readonly masks: Masks;
  readonly entropyRatio?: EntropyRatioUse;
  /** States with all their children, where the objective needs them. */
  readonly local?: LocalStates;
}

/** The numbers of one update. */
export interface UpdateResult {
  readonly loss: number;
  /** The parts of the objective by name, without their weights. */
  readonly parts: Readonly<Record<string, number>>;
  /** The part that is a KL divergence (`skl`, or else `local-kl`), where there is one. */
  readonly klLoss?: number;
  readonly dynamicsLoss: number;
  /** Mean over visited states of the policy's entropy, in nats. */
  readonly policyEntropy: number;
  /** log F(s_0), the model's estimate of log Z. */
  readonly logZ: number;
  readonly gradientNorm: number;
  /** r_γ of the visited states, their mean with the per-state estimator; only where the entropy ratio is used. */
  readonly entropyRatio?: number;
  /** clip(r_γ, 1, 1/γ), likewise. */
  readonly entropyTemperature?: number;
}

type Inputs = Record<string, Spec>;
type Given = Readonly<Record<string, JaxArray>>;

/** Outputs whose name starts so are parts of the objective. */
const partPrefix = "part:";

export class UpdateProgram {
  readonly #program: TrainingProgram<ParameterTree, Inputs, string>;
  readonly #data: Readonly<Record<string, Data>>;
  readonly #objective: string;

  private constructor(
    program: TrainingProgram<ParameterTree, Inputs, string>,
    data: Readonly<Record<string, Data>>,
    objective: string,
  ) {
    this.#program = program;
    this.#data = data;
    this.#objective = objective;
  }

  static async compile(
    parts: UpdateParts,
    parameters: Parameters,
    optimiser: Adam,
    batch: TrajectoryBatch,
    options: Pick<TrainerOptions, "engine">,
  ): Promise<UpdateProgram> {
    const { environment, model, dynamics, masks, local } = parts;
    const arrays = {
      ...inputsOf(model, dynamics, masks, batch),
      ...(local ? localInputs(local, environment, model, dynamics.mode === "known") : {}),
    };
    const inputs = Object.fromEntries(Object.entries(arrays).map(([name, [spec]]) => [name, spec]));
    const data = Object.fromEntries(Object.entries(arrays).map(([name, [, values]]) => [name, values]));
    const loss = (trees: ArraysOf<ParameterTree>, given: Given) => updateLoss(parts, batch, trees, given);
    const program = await compileTraining("update", loss, { parameters, optimiser, inputs }, options);
    return new UpdateProgram(program, data, parts.objective.name);
  }

  /** One update from what the batch holds now. */
  async step(): Promise<UpdateResult> {
    const { gradientNorm, outputs } = await this.#program.step(this.#data);
    const value = (name: string): number => outputs[name]![0]!;
    const loss = value("objectiveLoss");
    const names = Object.keys(outputs).filter((name) => name.startsWith(partPrefix));
    const parts: Record<string, number> =
      names.length === 0
        ? { [this.#objective]: loss }
        : Object.fromEntries(names.map((name) => [name.slice(partPrefix.length), value(name)]));
    const klLoss = parts["skl"] ?? parts["local-kl"];
    return {
      loss,
      parts,
      ...(klLoss === undefined ? {} : { klLoss }),
      dynamicsLoss: value("dynamicsLoss"),
      policyEntropy: value("policyEntropy"),
      logZ: value("logZ"),
      gradientNorm,
      ...(outputs["entropyRatio"]
        ? { entropyRatio: value("entropyRatio"), entropyTemperature: value("entropyTemperature") }
        : {}),
    };
  }

  dispose(): Promise<void> {
    return this.#program.dispose();
  }
}

function updateLoss(
  parts: UpdateParts,
  batch: TrajectoryBatch,
  arrays: ArraysOf<ParameterTree>,
  given: Given,
): { readonly loss: JaxArray } & Given {
  const { model, dynamics } = parts;
  const { steps, size, actionCount, backwardCount } = batch.shape;
  const levels = levelsOf(model, batch);
  const states: StateInputs = {
    features: given["features"]!.ref,
    ...(given["index"] ? { index: given["index"].ref } : {}),
  };
  const heads = model.apply(tree.ref(arrays["policy"]) as never, states);
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
  const terms: Terms = {
    ...(heads.backward ? learned : withPosterior(learned, { policyLogits, logDynamicsOfAll, ...legal })),
    ...(parts.local ? { local: localTerms(networks(parts, arrays), given) } : {}),
  };
  const { loss: objectiveLoss, ...measured } = measuredLoss(parts, terms, policyLogits, given["legal"]);
  const ownLoss =
    dynamics.mode === "known"
      ? np.zeros([])
      : dynamicsLoss(logDynamics, stepMask(given["lengths"]!, steps).mul(given["lived"]!.ref));
  return {
    loss: objectiveLoss.ref.add(ownLoss.ref),
    objectiveLoss,
    ...measured,
    dynamicsLoss: ownLoss,
    policyEntropy: meanEntropy(policyLogits, given["legal"], terms.mask),
    logZ: np.mean(logFlow.slice([0, 1])),
  };
}

/** The objective's loss, and what else of it is worth logging under the names that `step` looks for. */
function measuredLoss(
  { objective, entropyRatio }: UpdateParts,
  terms: Terms,
  logits: JaxArray,
  legal: JaxArray | undefined,
): { readonly loss: JaxArray } & Given {
  const { loss, parts, ...ratio }: LossReport = entropyRatio
    ? reportWithRatio(objective, terms, { logits, ...(legal ? { legal } : {}) }, entropyRatio)
    : objective.report(terms);
  const names = Object.keys(parts);
  // An objective that is its own only part needs no second output.
  const isWhole = names.length === 1 && names[0] === objective.name;
  return {
    loss,
    ...ratio,
    ...(isWhole
      ? {}
      : Object.fromEntries(names.map((name) => [partPrefix + name, lax.stopGradient(parts[name]!)]))),
  };
}

/** The networks of an update as functions of states. */
function networks({ model, dynamics }: UpdateParts, arrays: ArraysOf<ParameterTree>): LocalNetworks {
  return {
    heads: (states) => model.apply(tree.ref(arrays["policy"]) as never, states),
    ...(dynamics.mode === "known"
      ? {}
      : { dynamics: (features) => dynamics.model.apply(tree.ref(arrays["dynamics"]) as never, features) }),
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
  const logits = dynamics.model.apply(tree.ref(arrays["dynamics"]) as never, visited);
  const outcomes = logits.shape[2]!;
  const happened = nn.oneHot(given["real"]!.ref.reshape([rows]), outcomes).reshape([rows, 1, outcomes]);
  return np.sum(nn.logSoftmax(logits).mul(happened), -1).reshape([steps, size, actionCount]);
}

/** Mean entropy over real steps, for the log only. */
function meanEntropy(logits: JaxArray, legal: JaxArray | undefined, mask: JaxArray): JaxArray {
  const logPolicy = lax.stopGradient(logPolicyOf(logits, legal));
  const perState = np.sum(np.exp(logPolicy.ref).mul(logPolicy), -1);
  return np.sum(perState.mul(mask.ref)).div(np.sum(mask.ref)).mul(-1);
}
