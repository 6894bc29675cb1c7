/**
 * A transformer run token by token with what is read off its rows: one compiled program per room of the cache, compiled
 * when first needed. It draws nothing and decides nothing; whoever rolls out gives it tokens and reads its outputs.
 */
import { compileWithParameters, f32, i32 } from "../../engine/index.ts";
import type {
  ArraysOf,
  CompileOptions,
  Data,
  JaxArray,
  ParameterProgram,
  Parameters,
  ParameterTree,
  Spec,
} from "../../engine/index.ts";
import { KeyValueCache } from "./key-value-cache.ts";
import type { Transformer, TransformerTree } from "./transformer.ts";

/** Where the transformer's parameters are in a larger tree, and what is read off a row [B, width]. */
export interface TransformerReading<T extends ParameterTree, O extends string> {
  readonly transformer: Transformer;
  readonly body: (parameters: ArraysOf<T>) => ArraysOf<TransformerTree>;
  readonly read: (parameters: ArraysOf<T>, row: JaxArray) => { readonly [K in O]: JaxArray };
}

type StepProgram<O extends string> = ParameterProgram<Record<string, Spec>, O | "fresh">;

export class TransformerStepper<T extends ParameterTree, O extends string> {
  readonly #reading: TransformerReading<T, O>;
  readonly #parameters: Parameters<T>;
  readonly #batch: number;
  readonly #options: CompileOptions;
  readonly #cache: KeyValueCache;
  readonly #programs = new Map<number, Promise<StepProgram<O>>>();
  readonly #position = new Int32Array(1);

  constructor(
    reading: TransformerReading<T, O>,
    parameters: Parameters<T>,
    batch: number,
    options: CompileOptions = {},
  ) {
    this.#reading = reading;
    this.#parameters = parameters;
    this.#batch = batch;
    this.#options = options;
    this.#cache = new KeyValueCache(reading.transformer.sizes, batch);
  }

  /** Begins new sequences. */
  reset(): void {
    this.#cache.reset();
  }

  /** Reads the next token of every sequence, int32 [B]; the outputs are overwritten by the next step. */
  async step(token: Int32Array): Promise<{ readonly [K in O]: Data }> {
    const program = await this.#program(this.#cache.room);
    this.#position[0] = this.#cache.position;
    const outputs = await program.run({ token, position: this.#position, cache: this.#cache.data });
    this.#cache.append(outputs["fresh"] as Float32Array);
    return outputs;
  }

  async dispose(): Promise<void> {
    for (const program of this.#programs.values()) await (await program).dispose();
  }

  #program(room: number): Promise<StepProgram<O>> {
    const known = this.#programs.get(room);
    if (known) return known;
    const { transformer, body, read } = this.#reading;
    const { layers, heads, columns } = transformer.sizes;
    const compiled = compileWithParameters(
      `${transformer.name} step, ${room} cached`,
      (parameters: ArraysOf<T>, given: Readonly<Record<string, JaxArray>>) => {
        const { row, fresh } = transformer.step(body(parameters), {
          token: given["token"]!,
          position: given["position"]!,
          cache: given["cache"]!,
        });
        return { ...read(parameters, row), fresh };
      },
      {
        parameters: this.#parameters,
        inputs: {
          token: i32(this.#batch),
          position: i32(1),
          cache: f32(layers, 2, this.#batch, heads, room, columns),
        },
      },
      this.#options,
    );
    this.#programs.set(room, compiled);
    return compiled;
  }
}
