/** Looks at a batch transition by transition: every named term of docs/methods.md section 1, under the parameters as they are. */
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import type { Spec } from "../../engine/spec.ts";
import type { ParameterProgram } from "../../engine/parameter-program.ts";
import { residual } from "../../objective/balance/residual.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";
import { batchInputs, batchTerms } from "./batch-terms.ts";
import type { UpdateParts } from "./batch-terms.ts";
import type { TrainerOptions } from "../setup/options.ts";

const termNames = ["logPolicy", "logBackward", "logDynamics", "logFlow", "endLogFlow", "mask"] as const;
type TermName = (typeof termNames)[number] | "residual";

/** Terms of T steps of B trajectories, row t·B + b; 0 past the end of a trajectory. */
export interface TransitionReport extends Readonly<Record<TermName, Float32Array>> {
  readonly steps: number;
  readonly size: number;
  /** Intended and real actions. */
  readonly thought: Int32Array;
  readonly real: Int32Array;
  readonly lengths: Int32Array;
  readonly logReward: Float32Array;
  readonly objects: readonly string[];
}

export class InspectProgram {
  readonly #program: ParameterProgram<Record<string, Spec>, TermName>;
  readonly #batch: TrajectoryBatch;
  readonly #data: Readonly<Record<string, never>>;

  private constructor(
    program: ParameterProgram<Record<string, Spec>, TermName>,
    batch: TrajectoryBatch,
    data: Readonly<Record<string, never>>,
  ) {
    this.#program = program;
    this.#batch = batch;
    this.#data = data;
  }

  static async compile(
    parts: UpdateParts,
    parameters: Parameters,
    batch: TrajectoryBatch,
    { engine }: Pick<TrainerOptions, "engine">,
  ): Promise<InspectProgram> {
    const { specs, data } = batchInputs(parts, batch);
    const program = await compileWithParameters(
      "inspect",
      (arrays, given) => {
        const { terms } = batchTerms(parts, batch, arrays, given);
        const { logPolicy, logBackward, logDynamics, logFlow, endLogFlow, mask } = terms;
        const delta = residual(terms);
        return { logPolicy, logBackward, logDynamics, logFlow, endLogFlow, mask, residual: delta };
      },
      { parameters, inputs: specs },
      engine ? { engine } : {},
    );
    return new InspectProgram(program, batch, data as never);
  }

  /** The terms of what the batch holds now; the arrays are the caller's to keep. */
  async run(): Promise<TransitionReport> {
    const values = await this.#program.run(this.#data);
    const copies = Object.fromEntries(
      [...termNames, "residual" as const].map((name) => [name, (values[name] as Float32Array).slice()]),
    ) as Record<TermName, Float32Array>;
    const { shape, thought, real, lengths, logReward, objects } = this.#batch;
    return {
      ...copies,
      steps: shape.steps,
      size: shape.size,
      thought: thought.slice(),
      real: real.slice(),
      lengths: lengths.slice(),
      logReward: logReward.slice(),
      objects: [...objects],
    };
  }

  dispose(): Promise<void> {
    return this.#program.dispose();
  }
}
