/**
 * One update as one compiled graph: both networks over all states of a batch, the objective, the loss of the dynamics,
 * and all gradients; then one optimiser step, in which policy and dynamics have their own rates and clips.
 */
import { compileTraining, lax, np } from "../engine/index.ts";
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
import { dynamicsLoss, logPolicyOf, stepMask } from "../objective/index.ts";
import type { LossReport, Terms } from "../objective/index.ts";
import type { TrajectoryBatch } from "../sampling/index.ts";
import { batchInputs, batchTerms } from "./batch-terms.ts";
import type { Given, UpdateParts } from "./batch-terms.ts";
import { reportWithRatio } from "./entropy-use.ts";
import type { TrainerOptions } from "./options.ts";

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
    const { specs, data } = batchInputs(parts, batch);
    const loss = (trees: ArraysOf<ParameterTree>, given: Given) => updateLoss(parts, batch, trees, given);
    const program = await compileTraining("update", loss, { parameters, optimiser, inputs: specs }, options);
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
  const { terms, policyLogits, logFlow, logDynamics } = batchTerms(parts, batch, arrays, given);
  const { loss: objectiveLoss, ...measured } = measuredLoss(parts, terms, policyLogits, given["legal"]);
  const ownLoss =
    parts.dynamics.mode === "known"
      ? np.zeros([])
      : dynamicsLoss(logDynamics, stepMask(given["lengths"]!, batch.shape.steps).mul(given["lived"]!.ref));
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

/** Mean entropy over real steps, for the log only. */
function meanEntropy(logits: JaxArray, legal: JaxArray | undefined, mask: JaxArray): JaxArray {
  const logPolicy = lax.stopGradient(logPolicyOf(logits, legal));
  const perState = np.sum(np.exp(logPolicy.ref).mul(logPolicy), -1);
  return np.sum(perState.mul(mask.ref)).div(np.sum(mask.ref)).mul(-1);
}
