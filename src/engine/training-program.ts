/**
 * A loss compiled together with its gradient, and the optimiser step after it. One run of the graph leaves the
 * gradient in the parameters' own memory; one pass over that memory updates them. A loss or gradient that is not
 * finite is noticed before anything changes, so the parameters keep their last good values.
 */
import { WindageError } from "../error.ts";
import { valueAndGrad } from "./jax.ts";
import type { JaxArray } from "./jax.ts";
import type { Adam } from "./optimiser/adam.ts";
import type { ArraysOf, Parameters, ParameterTree } from "./parameters/parameters.ts";
import { arraysOf, segmentsOf, windowsOf } from "./parameters/segments.ts";
import type { Segment } from "./parameters/segments.ts";
import { compile } from "./program.ts";
import type { CompileOptions, InputData, Program } from "./program.ts";
import type { Data, Spec } from "./spec.ts";

/** A scalar loss, and any other arrays worth having from the same run. */
export type LossFunction<T extends ParameterTree, I extends Record<string, Spec>, O extends string> = (
  parameters: ArraysOf<T>,
  inputs: { readonly [K in keyof I]: JaxArray },
) => { readonly loss: JaxArray } & { readonly [K in O]: JaxArray };

/** What one step of training gave. */
export interface StepResult<O extends string> {
  readonly loss: number;
  readonly gradientNorm: number;
  /** The other arrays of the loss function; overwritten by the next step. */
  readonly outputs: { readonly [K in O]: Data };
}

export class TrainingProgram<T extends ParameterTree, I extends Record<string, Spec>, O extends string> {
  readonly name: string;
  readonly #program: Program<Record<string, Spec>, string>;
  readonly #parameters: Parameters<T>;
  readonly #optimiser: Adam;
  readonly #feeds: Record<string, Data>;
  readonly #gradients: Record<string, Float32Array>;

  constructor(
    program: Program<Record<string, Spec>, string>,
    parameters: Parameters<T>,
    optimiser: Adam,
    segments: readonly Segment[],
  ) {
    this.name = program.name;
    this.#program = program;
    this.#parameters = parameters;
    this.#optimiser = optimiser;
    const byName = (flat: Float32Array, prefix: string): Record<string, Float32Array> =>
      Object.fromEntries(windowsOf(segments, flat).map((window, i) => [prefix + segments[i]!.name, window]));
    this.#feeds = byName(parameters.values, "");
    this.#gradients = byName(parameters.gradient, "gradient:");
  }

  /**
   * One update from one batch. What is done `meanwhile`, under the parameters before the update, is done at the same time
   * where the program was compiled to run apart.
   */
  async step(inputs: InputData<I>, meanwhile?: () => Promise<void>): Promise<StepResult<O>> {
    const [evaluated, done] = await Promise.allSettled([this.evaluate(inputs), meanwhile?.()]);
    if (evaluated.status === "rejected") throw evaluated.reason;
    if (done.status === "rejected") throw done.reason;
    const { loss, outputs } = evaluated.value;
    const result = Number.isFinite(loss) ? this.#optimiser.apply() : undefined;
    if (result?.applied) return { loss, gradientNorm: result.gradientNorm, outputs };
    throw this.#notFinite(loss, result?.parameters ?? [], inputs);
  }

  /** The loss and its gradient (in `parameters.gradient`), without an update. */
  async evaluate(inputs: InputData<I>): Promise<{ loss: number; outputs: { readonly [K in O]: Data } }> {
    Object.assign(this.#feeds, inputs);
    const results = await this.#program.run(this.#feeds, this.#gradients);
    return { loss: results["loss"]![0]!, outputs: results as { readonly [K in O]: Data } };
  }

  dispose(): Promise<void> {
    return this.#program.dispose();
  }

  #notFinite(loss: number, gradients: readonly string[], inputs: InputData<I>): WindageError {
    const isBad = (data: Data): boolean =>
      data instanceof Float32Array && data.some((x) => !Number.isFinite(x));
    const badInputs = Object.keys(inputs).filter((name) => isBad(inputs[name]!));
    const badParameters = this.#parameters.leaves
      .map((leaf) => leaf.name)
      .filter((name) => isBad(this.#parameters.get(name)));
    const what = Number.isFinite(loss) ? `the gradient of ${gradients.join(", ")}` : `the loss (${loss})`;
    const why =
      badInputs.length > 0
        ? `input ${badInputs.map((name) => `"${name}"`).join(", ")} holds NaN or infinite values`
        : badParameters.length > 0
          ? `parameter ${badParameters.join(", ")} holds NaN or infinite values`
          : "all inputs and parameters are finite, so the function itself overflowed; try a smaller rate or a clip";
    return new WindageError(
      "engine/not-finite",
      `${this.name}: at step ${this.#optimiser.step} ${what} is not finite: ${why}. The parameters keep their last good values.`,
      { kind: "failure" },
    );
  }
}

/** Compiles a loss together with its gradient and the optimiser's step, for inputs of these shapes. */
export async function compileTraining<
  T extends ParameterTree,
  const I extends Record<string, Spec>,
  O extends string,
>(
  name: string,
  loss: LossFunction<T, I, O>,
  setup: { readonly parameters: Parameters<T>; readonly optimiser: Adam; readonly inputs: I },
  options: CompileOptions = {},
): Promise<TrainingProgram<T, I, O>> {
  const { parameters, optimiser, inputs } = setup;
  const segments = segmentsOf(parameters);
  const inputNames = Object.keys(inputs);
  const specs: Record<string, Spec> = { ...inputs };
  for (const segment of segments) specs[segment.name] = segment.spec;
  const withGradient = (arrays: Record<string, JaxArray>): Record<string, JaxArray> => {
    const scalar = (segmentArrays: JaxArray[]): [JaxArray, Record<string, JaxArray>] => {
      const named = Object.fromEntries(inputNames.map((key) => [key, arrays[key]!]));
      const { loss: value, ...others } = loss(
        arraysOf(parameters.tree, segments, segmentArrays),
        named as never,
      );
      return [value, others];
    };
    const [[value, others], gradients] = valueAndGrad(scalar, { hasAux: true })(
      segments.map((segment) => arrays[segment.name]!),
    ) as unknown as [[JaxArray, Record<string, JaxArray>], JaxArray[]];
    return {
      loss: value,
      ...others,
      ...Object.fromEntries(segments.map((segment, i) => [`gradient:${segment.name}`, gradients[i]!])),
    };
  };
  const program = await compile(name, withGradient as never, specs, options);
  return new TrainingProgram<T, I, O>(program, parameters, optimiser, segments);
}
