/**
 * Single states as a model reads them: for each kind of input it declares, an array with a row per state. Whole
 * trajectories are laid out by `terms/batch-inputs.ts` instead.
 */
import { f32, i32 } from "../../engine/spec.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { contextNumbers, contextWidth, hasNumbers, writeContext } from "../../environment/context.ts";
import type { ContextNumbers } from "../../environment/context.ts";
import type { Environment } from "../../environment/environment.ts";
import { WindageError } from "../../error.ts";
import type { Context, ContextSpec } from "../../landscape/context.ts";
import type { StateInput, StateInputs } from "../../model/model.ts";
import type { StateArrays } from "../../sampling/policy-evaluator.ts";

/** Shapes for the compiler beside the memory that is read. */
export type NamedInputs = Readonly<Record<string, readonly [Spec, Data]>>;

export class StateRows {
  readonly count: number;
  readonly reads: readonly StateInput[];
  readonly features: Float32Array;
  readonly index: Int32Array;
  readonly tokens: Int32Array;
  readonly thoughts: Int32Array;
  readonly context: ContextNumbers;
  readonly #environment: Environment;

  constructor(environment: Environment, reads: readonly StateInput[], count: number) {
    const { featureCount, tokens, context, maxSteps } = environment;
    if (reads.includes("tokens") && !tokens) throw withoutTokens(environment);
    this.count = count;
    this.reads = reads;
    this.#environment = environment;
    const room = (input: StateInput, width: number): number => (reads.includes(input) ? count * width : 0);
    this.features = new Float32Array(room("features", featureCount));
    this.index = new Int32Array(room("index", 1));
    this.tokens = new Int32Array(room("tokens", tokens?.length ?? 0));
    this.thoughts = new Int32Array(room("thoughts", maxSteps));
    this.context = context ? contextNumbers(context, room("context", 1)) : new Float32Array();
  }

  /** Lays out one state, after these intentions; terminal ones without a number of their own have row 0. */
  write(
    row: number,
    state: unknown,
    context?: Context,
    isNumbered = true,
    intentions?: readonly number[],
  ): void {
    const { featureCount, enumeration, tokens, context: spec } = this.#environment;
    if (this.features.length > 0) this.#environment.encode(state, this.features, row * featureCount);
    if (this.index.length > 0) this.index[row] = isNumbered ? enumeration!.indexOf(state) : 0;
    if (this.tokens.length > 0) tokens!.write(state, this.tokens, row * tokens!.length);
    if (this.thoughts.length > 0) this.#think(row, intentions);
    if (this.context.length > 0 && context !== undefined) writeContext(spec!, context, this.context, row);
  }

  #think(row: number, intentions: readonly number[] | undefined): void {
    const { maxSteps, actionCount, name } = this.#environment;
    if (intentions === undefined) throw needsIntentions(name);
    this.thoughts.fill(actionCount, row * maxSteps, (row + 1) * maxSteps);
    this.thoughts.set(intentions, row * maxSteps);
  }

  /** Makes a row look like no state in particular. */
  clear(row: number): void {
    const { featureCount, tokens, outcomeCount } = this.#environment;
    if (this.features.length > 0) this.features.fill(0, row * featureCount, (row + 1) * featureCount);
    if (this.index.length > 0) this.index[row] = 0;
    if (this.tokens.length > 0)
      this.tokens.fill(outcomeCount, row * tokens!.length, (row + 1) * tokens!.length);
  }

  /** Copies rows of another layout of the same kind. */
  copy(from: StateRows, start: number, count: number): void {
    for (const name of ["features", "index", "tokens", "thoughts", "context"] as const) {
      const width = this[name].length / this.count;
      this[name].set(from[name].subarray(start * width, (start + count) * width));
    }
  }

  /** The same as a policy is asked with outside of roll-outs. */
  get arrays(): StateArrays {
    const { features, index, tokens, thoughts, context } = this;
    const none = new Int32Array();
    return { step: 0, features, index, tokens, thoughts, context, token: none, thought: none };
  }

  /** Shapes and memory apart, for graphs that are fed little else. */
  get specs(): Record<string, Spec> {
    return Object.fromEntries(Object.entries(this.inputs()).map(([name, [spec]]) => [name, spec]));
  }

  get data(): Record<string, Data> {
    return Object.fromEntries(Object.entries(this.inputs()).map(([name, [, data]]) => [name, data]));
  }

  /** What a graph is fed, each name with a prefix. */
  inputs(prefix = ""): NamedInputs {
    const { count } = this;
    const { featureCount, tokens, context, maxSteps } = this.#environment;
    const all: Record<StateInput, readonly [Spec, Data] | undefined> = {
      features: [f32(count, featureCount), this.features],
      index: [i32(count), this.index],
      tokens: [i32(count, tokens?.length ?? 0), this.tokens],
      thoughts: [i32(count, maxSteps), this.thoughts],
      context: context && [contextSpec(context, count), this.context],
    };
    return Object.fromEntries(this.reads.map((input) => [prefix + input, all[input]!]));
  }
}

/** The states a graph was fed under these names. */
export function statesOf(
  given: Readonly<Record<string, JaxArray>>,
  reads: readonly StateInput[],
  prefix = "",
): StateInputs {
  return Object.fromEntries(reads.map((input) => [input, given[prefix + input]!.ref]));
}

/** The shape of the conditions of `rows` states or trajectories. */
export function contextSpec(context: ContextSpec, rows: number): Spec {
  if (context.kind === "category") return i32(rows);
  const make = hasNumbers(context) ? f32 : i32;
  return make(rows, contextWidth(context));
}

function needsIntentions(name: string): WindageError {
  return new WindageError(
    "training/needs-intentions",
    `${name}: the model reads intentions, which a state does not tell; give the intentions that led to it as well.`,
  );
}

function withoutTokens({ name }: Environment): WindageError {
  return new WindageError(
    "training/no-tokens",
    `${name}: the model reads tokens, but the environment does not say how its states are written as tokens; use a model of features, or give it \`tokens\`.`,
  );
}
