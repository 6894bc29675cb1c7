/** Runs functions over named arrays on the engine, for tests: nested JavaScript arrays in, typed arrays out. */
import { compile } from "../../engine/program.ts";
import { f32, i32 } from "../../engine/spec.ts";
import { grad } from "../../engine/jax.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { JaxArray } from "../../engine/jax.ts";

export type Nested = number | readonly Nested[];
export type Inputs = Readonly<Record<string, Nested>>;
export type Arrays = Readonly<Record<string, JaxArray>>;

export const flatten = (values: Nested): number[] =>
  typeof values === "number" ? [values] : values.flatMap(flatten);

export function shapeOf(values: Nested): number[] {
  return typeof values === "number" ? [] : [values.length, ...shapeOf(values[0]!)];
}

/** A number, or numbers, nested to `shape`, each from `draw`. */
export function nest(shape: readonly number[], draw: () => number): Nested {
  const [size, ...rest] = shape;
  return size === undefined ? draw() : Array.from({ length: size }, () => nest(rest, draw));
}

/** Compiles `fn` for inputs shaped like `example`; those named in `integers` are int32. */
export async function prepare(
  fn: (arrays: Arrays) => Arrays,
  example: Inputs,
  integers: readonly string[] = [],
): Promise<(inputs: Inputs) => Promise<Record<string, Data>>> {
  const specs: Record<string, Spec> = {};
  for (const [name, values] of Object.entries(example)) {
    specs[name] = (integers.includes(name) ? i32 : f32)(...shapeOf(values));
  }
  const program = await compile("test", fn, specs);
  return async (inputs) => {
    const data: Record<string, Data> = {};
    for (const name of Object.keys(specs)) {
      const kind = integers.includes(name) ? Int32Array : Float32Array;
      data[name] = kind.from(flatten(inputs[name]!));
    }
    const results = await program.run(data);
    return Object.fromEntries(Object.entries(results).map(([name, values]) => [name, values.slice()]));
  };
}

/** Compiles and runs once. */
export async function run(
  fn: (arrays: Arrays) => Arrays,
  inputs: Inputs,
  integers: readonly string[] = [],
): Promise<Record<string, Data>> {
  return (await prepare(fn, inputs, integers))(inputs);
}

/** The gradients of a loss with respect to some of the arrays it reads, named `prefix` + their name. */
export function gradients(
  prefix: string,
  names: readonly string[],
  arrays: Arrays,
  loss: (arrays: Arrays) => JaxArray,
): Record<string, JaxArray> {
  const chosen = Object.fromEntries(names.map((name) => [name, arrays[name]!.ref]));
  const result = grad((free: Record<string, JaxArray>) => loss({ ...arrays, ...free }))(chosen);
  return Object.fromEntries(
    names.map((name) => [`${prefix}${name[0]!.toUpperCase()}${name.slice(1)}`, result[name]!]),
  );
}
