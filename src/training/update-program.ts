/**
 * One update as one compiled graph: both networks over all states of a batch, the objective, the loss of the dynamics,
 * and all gradients; then one optimiser step, in which policy and dynamics have their own rates and clips.
 */
import { compileTraining } from "../engine/training-program.ts";
import type { Adam } from "../engine/optimiser/adam.ts";
import type { ArraysOf, Parameters, ParameterTree } from "../engine/parameters/parameters.ts";
import type { Data, Spec } from "../engine/spec.ts";
import type { JaxArray } from "../engine/jax.ts";
import type { TrainingProgram } from "../engine/training-program.ts";
import type { Objective } from "../objective/objective.ts";
import type { TrajectoryBatch } from "../sampling/trajectory-batch.ts";
import { batchInputs } from "./terms/batch-terms.ts";
import type { UpdateParts } from "./terms/batch-terms.ts";
import { partPrefix } from "./terms/loss-report.ts";
import type { Given } from "./terms/term-source.ts";
import type { TrainerOptions } from "./setup/options.ts";

/** The loss of a batch inside the graph, with what is logged of it; `iteration.ts` has the one that is used. */
export type BatchLoss = (
  parts: UpdateParts,
  batch: TrajectoryBatch,
  arrays: ArraysOf<ParameterTree>,
  given: Given,
) => { readonly loss: JaxArray } & Given;

/** The numbers of one update. */
export interface UpdateResult {
  readonly loss: number;
  /** The parts of the objective by name, without their weights. */
  readonly parts: Readonly<Record<string, number>>;
  /** The part that is a KL divergence (`skl`, or else `local-kl`), where there is one. */
  readonly klLoss?: number;
  readonly dynamicsLoss: number;
  /** Cross-entropy of the letters to come, where heads predict them. */
  readonly lookAheadLoss?: number;
  /** Mean over visited states of the policy's entropy, in nats. */
  readonly policyEntropy: number;
  /** log F(s_0), the model's estimate of log Z, where the objective learns flows. */
  readonly logZ?: number;
  readonly gradientNorm: number;
  /** r_γ of the visited states, their mean with the per-state estimator; only where the entropy ratio is used. */
  readonly entropyRatio?: number;
  /** clip(r_γ, 1, 1/γ), likewise. */
  readonly entropyTemperature?: number;
}

type Inputs = Record<string, Spec>;

export class UpdateProgram {
  readonly #program: TrainingProgram<ParameterTree, Inputs, string>;
  readonly #data: Readonly<Record<string, Data>>;
  readonly #objective: Objective;

  private constructor(
    program: TrainingProgram<ParameterTree, Inputs, string>,
    data: Readonly<Record<string, Data>>,
    objective: Objective,
  ) {
    this.#program = program;
    this.#data = data;
    this.#objective = objective;
  }

  static async compile(
    lossOf: BatchLoss,
    parts: UpdateParts,
    parameters: Parameters,
    optimiser: Adam,
    batch: TrajectoryBatch,
    { engine, overlap }: Pick<TrainerOptions, "engine" | "overlap">,
  ): Promise<UpdateProgram> {
    const { specs, data } = batchInputs(parts, batch);
    const loss = (trees: ArraysOf<ParameterTree>, given: Given) => lossOf(parts, batch, trees, given);
    // Roll-outs beside attention take as long as updates, so that each has one core.
    const beside = parts.model.attention ? { apart: true, threads: 1 } : { apart: true };
    const options = { ...(engine ? { engine } : {}), ...(overlap ? beside : {}) };
    const program = await compileTraining("update", loss, { parameters, optimiser, inputs: specs }, options);
    return new UpdateProgram(program, data, parts.objective);
  }

  /** One update from what the batch holds now; `meanwhile` is done under the parameters before it. */
  async step(meanwhile?: () => Promise<void>): Promise<UpdateResult> {
    const { gradientNorm, outputs } = await this.#program.step(this.#data, meanwhile);
    const value = (name: string): number => outputs[name]![0]!;
    const loss = value("objectiveLoss");
    const names = Object.keys(outputs).filter((name) => name.startsWith(partPrefix));
    const parts: Record<string, number> =
      names.length === 0
        ? { [this.#objective.name]: loss }
        : Object.fromEntries(names.map((name) => [name.slice(partPrefix.length), value(name)]));
    const klLoss = parts["skl"] ?? parts["local-kl"];
    return {
      loss,
      parts,
      ...(klLoss === undefined ? {} : { klLoss }),
      dynamicsLoss: value("dynamicsLoss"),
      ...(outputs["lookAheadLoss"] ? { lookAheadLoss: value("lookAheadLoss") } : {}),
      policyEntropy: value("policyEntropy"),
      ...(this.#objective.needs.includes("flow") ? { logZ: value("logZ") } : {}),
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
