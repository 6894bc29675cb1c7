/**
 * Conditions on environments: what kind z is, states that carry it, and conditions as rows of numbers. A condition is
 * part of every state of a trajectory and never changes in it. Where it touches neither what may happen nor what is
 * legal, states need not know it; where it does, `start` puts it into the initial state and `next` keeps it.
 */
import { WindageError } from "../error.ts";
import type { Bounds, Context, ContextSpec } from "../landscape/context.ts";
import type { Environment, MemoryDeclaration } from "./environment.ts";
import { replaceMembers } from "./replace-members.ts";
import {
  keepBuildingSequences,
  keepSequenceShape,
  sequenceShapeOf,
  type SequenceState,
} from "./sequence/sequence.ts";

/**
 * The environment with a condition, under which everything is built and scored. States of sequences carry it as
 * `context`, so that noise laid over this environment may read it; other environments that need it in their states
 * have a `start` of their own.
 */
export function withContext<E extends Environment>(
  environment: E,
  spec: ContextSpec,
): E & { readonly context: ContextSpec } {
  checkSpec(spec);
  const isSequence = sequenceShapeOf(environment) !== undefined;
  const start = (context: Context): SequenceState => ({
    ...(environment.initial as SequenceState),
    context,
  });
  // Everything else about the environment, its type included, stays as it is.
  const conditioned = replaceMembers(environment as Environment, {
    context: spec,
    ...(isSequence ? { start } : {}),
  }) as E & { readonly context: ContextSpec };
  keepSequenceShape(environment, conditioned);
  keepBuildingSequences(environment, conditioned);
  return conditioned;
}

/** The initial state under a condition. */
export function initialState<State>(environment: Environment<State>, context: Context | undefined): State {
  if (environment.start === undefined || context === undefined) return environment.initial;
  return environment.start(context);
}

/** The environment under one condition: what exact evaluation walks. */
export function atContext<State>(environment: Environment<State>, context: Context): Environment<State> {
  checkContext(environment, context);
  const { memory } = environment;
  const fixed = replaceMembers(environment, {
    initial: initialState(environment, context),
    ...(memory?.shortest === undefined ? {} : { memory: memoryAt(memory, context) }),
  });
  keepSequenceShape(environment, fixed);
  return fixed;
}

/** The same memory, whose shortest form is under the condition too. */
function memoryAt<State>(memory: MemoryDeclaration<State>, context: Context): MemoryDeclaration<State> {
  return {
    count: memory.count,
    indexOf: (state) => memory.indexOf(state),
    builtKey: (state) => memory.builtKey(state),
    ...(memory.remember === undefined
      ? {}
      : { remember: (before, action, outcome) => memory.remember!(before, action, outcome) }),
    shortest() {
      const short = memory.shortest!();
      return short.context === undefined ? short : atContext(short, context);
    },
  };
}

/** Numbers that hold one condition. */
export function contextWidth(spec: ContextSpec): number {
  switch (spec.kind) {
    case "vector":
      return spec.size;
    case "category":
      return 1;
    case "category+vector":
      return 1 + spec.size;
    case "tokens":
      return spec.maxLength;
  }
}

/** Conditions as rows of numbers: whole ones for categories and tokens. */
export type ContextNumbers = Float32Array | Int32Array;

/** Room for the conditions of `rows` trajectories. */
export function contextNumbers(spec: ContextSpec, rows: number): ContextNumbers {
  const count = rows * contextWidth(spec);
  return hasNumbers(spec) ? new Float32Array(count) : new Int32Array(count);
}

/** Whether a condition has numbers that need not be whole. */
export function hasNumbers({ kind }: ContextSpec): boolean {
  return kind === "vector" || kind === "category+vector";
}

/** Writes a condition into its row; tokens are followed by the pad, which is `vocabulary`. */
export function writeContext(
  spec: ContextSpec,
  context: Context,
  out: ContextNumbers | Float64Array,
  row: number,
): void {
  const width = contextWidth(spec);
  if (typeof context === "number") {
    out[row * width] = context;
    return;
  }
  if (spec.kind === "tokens") out.fill(spec.vocabulary, row * width, (row + 1) * width);
  out.set(context, row * width);
}

/** The condition in a row that `writeContext` wrote. */
export function contextAt(spec: ContextSpec, numbers: ArrayLike<number>, row: number): Context {
  const width = contextWidth(spec);
  if (spec.kind === "category") return numbers[row]!;
  const values = Array.from({ length: width }, (_, i) => numbers[row * width + i]!);
  return spec.kind === "tokens" ? values.filter((token) => token !== spec.vocabulary) : values;
}

/** Two conditions with the same key are the same. */
export function contextKey(context: Context | undefined): string {
  return context === undefined ? "" : JSON.stringify(context);
}

/** Throws unless the condition is one that the environment takes. */
export function checkContext({ name, context: spec }: Environment, context: Context): void {
  const refuse = (expected: string): never => {
    // JSON would call a number that is none "null".
    const got = typeof context === "number" ? String(context) : `[${context.join(",")}]`;
    throw new WindageError(
      "environment/bad-context",
      `${name}: got the condition ${got}, expected ${expected}.`,
    );
  };
  if (spec === undefined) return refuse("none, because the environment takes no condition; see withContext");
  const whole = (value: number, below: number): boolean =>
    Number.isInteger(value) && value >= 0 && value < below;
  switch (spec.kind) {
    case "category":
      if (!(typeof context === "number" && whole(context, spec.count)))
        refuse(`a whole number from 0 to ${spec.count - 1}`);
      break;
    case "vector":
      if (typeof context === "number" || !finite(context, spec.size)) refuse(inWords(spec.size));
      break;
    case "category+vector": {
      const [category, ...numbers] = typeof context === "number" ? [] : context;
      if (category === undefined || !whole(category, spec.count) || !finite(numbers, spec.size))
        refuse(`a whole number from 0 to ${spec.count - 1} followed by ${inWords(spec.size)}`);
      break;
    }
    case "tokens":
      if (
        typeof context === "number" ||
        context.length > spec.maxLength ||
        !context.every((token) => whole(token, spec.vocabulary))
      )
        refuse(`at most ${spec.maxLength} whole numbers from 0 to ${spec.vocabulary - 1}`);
  }
}

/** The first number of a condition that is outside of the bounds it was said to have, and these. */
export function outOfBounds(
  { context: spec }: Environment,
  context: Context,
): { readonly value: number; readonly bounds: Bounds } | undefined {
  if (spec === undefined || !("size" in spec) || spec.bounds === undefined || typeof context === "number")
    return undefined;
  const numbers = spec.kind === "vector" ? context : context.slice(1);
  const at = spec.bounds.findIndex(([low, high], i) => numbers[i]! < low || numbers[i]! > high);
  return at < 0 ? undefined : { value: numbers[at]!, bounds: spec.bounds[at]! };
}

/** Throws unless a condition is given where the environment takes one, and one that it takes. */
export function requireContext(environment: Environment, context: Context | undefined): void {
  if (context !== undefined) checkContext(environment, context);
  else if (environment.context) {
    throw new WindageError(
      "environment/needs-context",
      `${environment.name}: takes a condition (${environment.context.kind}), but none was given; samples and exact evaluation are per condition, so ask for one at a time.`,
    );
  }
}

function finite(numbers: readonly number[], size: number): boolean {
  return numbers.length === size && numbers.every(Number.isFinite);
}

function inWords(size: number): string {
  return size === 1 ? "one finite number" : `${size} finite numbers`;
}

/** What a condition of each kind has to say of its size. */
const sizesOf: { readonly [Kind in ContextSpec["kind"]]: readonly string[] } = {
  category: ["count"],
  vector: ["size"],
  "category+vector": ["count", "size"],
  tokens: ["vocabulary", "maxLength"],
};

function checkSpec(spec: ContextSpec): void {
  const refuse = (got: string, expected: string): never => {
    throw new WindageError(
      "environment/bad-context",
      `withContext: got a ${spec.kind} of ${got}, expected ${expected}.`,
    );
  };
  const names: readonly string[] | undefined = sizesOf[spec.kind];
  if (names === undefined) refuse("unknown sizes", `one of the kinds ${Object.keys(sizesOf).join(", ")}`);
  const given: Readonly<Record<string, unknown>> = { ...spec };
  for (const name of names) {
    const size = given[name];
    if (!(Number.isSafeInteger(size) && Number(size) >= 1))
      refuse(`${name} ${String(size)}`, `${name} to be a whole number from 1 on`);
  }
  if (!("size" in spec) || spec.bounds === undefined) return;
  const { bounds } = spec;
  const good =
    bounds.length === spec.size && bounds.every(([low, high]) => low < high && finite([low, high], 2));
  if (!good)
    refuse(`bounds ${JSON.stringify(bounds)}`, "two numbers for each of its numbers, the smaller first");
}
