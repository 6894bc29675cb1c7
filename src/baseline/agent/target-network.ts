/**
 * A slow copy of networks that targets are computed from: fed to the graph as inputs of their own, so that no gradient
 * and no optimiser ever touches them, and moved towards the original by Polyak averaging after each update.
 */
import { f32 } from "../../engine/spec.ts";
import type {
  ArraysOf,
  ParameterLeaf,
  Parameters,
  ParameterTree,
} from "../../engine/parameters/parameters.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { JaxArray } from "../../engine/jax.ts";

const prefix = "target:";

export class TargetNetwork {
  /** Shapes of the inputs a graph has to be given. */
  readonly specs: Readonly<Record<string, Spec>>;
  /** What to feed them with; stays the same memory. */
  readonly data: Readonly<Record<string, Data>>;
  readonly #leaves: readonly ParameterLeaf[];
  readonly #original: Float32Array;
  readonly #copy: Float32Array;

  /** Copies the parameters whose names start with one of `parts` and a slash. */
  constructor(parameters: Parameters, parts: readonly string[]) {
    this.#leaves = parameters.leaves.filter(({ name }) => parts.some((part) => name.startsWith(`${part}/`)));
    this.#original = parameters.values;
    this.#copy = parameters.values.slice();
    this.specs = Object.fromEntries(this.#leaves.map(({ name, shape }) => [prefix + name, f32(...shape)]));
    this.data = Object.fromEntries(
      this.#leaves.map(({ name, offset, size }) => [
        prefix + name,
        this.#copy.subarray(offset, offset + size),
      ]),
    );
  }

  /** The copied trees, from the inputs of a graph. */
  arrays(given: Readonly<Record<string, JaxArray>>): ArraysOf<ParameterTree> {
    const root: Tree = {};
    for (const { name } of this.#leaves) {
      const keys = name.split("/");
      const last = keys.pop()!;
      let node = root;
      for (const key of keys) node = (node[key] ??= {}) as Tree;
      node[last] = given[prefix + name]!.ref;
    }
    return root as ArraysOf<ParameterTree>;
  }

  /** The copy as it is, for a checkpoint. */
  save(): Float32Array {
    return this.#copy.slice();
  }

  restore(copy: Float32Array): void {
    this.#copy.set(copy);
  }

  /** Moves the copy the share `polyak` of the way; 1 copies. */
  follow(polyak: number): void {
    for (const { offset, size } of this.#leaves) {
      for (let i = offset; i < offset + size; i++) {
        this.#copy[i]! += polyak * (this.#original[i]! - this.#copy[i]!);
      }
    }
  }
}

interface Tree {
  [name: string]: Tree | JaxArray;
}
