/**
 * Parameters: a named tree of float32 arrays backed by one flat vector. The vector, its gradient and Adam's two
 * moments lie next to each other in one WebAssembly memory, so the optimiser passes over them once and a graph
 * reads and writes them where they are. Memory that is never touched (moments of a model that only samples) is
 * never really taken by the operating system.
 */
import { WindageError } from "../../error.ts";
import { sizeOf } from "../spec.ts";
import { foldIn } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import type { Key } from "../../random/key.ts";
import type { JaxArray } from "../jax.ts";
import { webAssembly } from "../webassembly.ts";
import type { WasmMemory } from "../webassembly.ts";
import type { Initialiser } from "./initialisers.ts";

/** The shape of one parameter and how it starts. */
export class ParameterSpec {
  readonly shape: readonly number[];
  readonly initialise: Initialiser;
  constructor(shape: readonly number[], initialise: Initialiser) {
    this.shape = shape;
    this.initialise = initialise;
  }
}

/** Declares one parameter of a tree: its shape and how it starts. */
export const parameter = (shape: readonly number[], initialise: Initialiser): ParameterSpec =>
  new ParameterSpec(shape, initialise);

/** A tree of parameter declarations; keys become names joined by "/". */
export interface ParameterTree {
  readonly [name: string]: ParameterSpec | ParameterTree;
}

/** The tree with an array where each declaration stands: what models compute with. */
export type ArraysOf<T extends ParameterTree> = {
  readonly [K in keyof T]: T[K] extends ParameterSpec
    ? JaxArray
    : T[K] extends ParameterTree
      ? ArraysOf<T[K]>
      : never;
};

/** One named parameter and its place in the flat vector. */
export interface ParameterLeaf {
  readonly name: string;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly size: number;
}

/** The parameters of a model: a named tree of float32 arrays backed by one flat vector. */
export class Parameters<T extends ParameterTree = ParameterTree> {
  readonly tree: T;
  readonly leaves: readonly ParameterLeaf[];
  /** All parameters, leaf after leaf in the order of the tree. */
  readonly values: Float32Array;
  /** The gradient of the last training step, in the same order. */
  readonly gradient: Float32Array;
  /** Adam's running means of the gradient and of its square. */
  readonly moments: readonly [first: Float32Array, second: Float32Array];
  readonly memory: WasmMemory;

  constructor(tree: T) {
    this.tree = tree;
    this.leaves = flattenTree(tree);
    const { size } = this;
    // Each vector starts on its own cache line.
    const stride = Math.ceil(size / 16) * 16;
    const pages = Math.ceil((4 * stride * Float32Array.BYTES_PER_ELEMENT) / 65_536);
    if (pages > 65_536) {
      throw new WindageError(
        "engine/too-many-parameters",
        `parameters: got ${size} numbers, expected at most ${2 ** 28 / 4}; use a smaller model.`,
      );
    }
    this.memory = new webAssembly.Memory({ initial: Math.max(1, pages), maximum: Math.max(1, pages) });
    const vector = (i: number): Float32Array =>
      new Float32Array(this.memory.buffer, i * stride * Float32Array.BYTES_PER_ELEMENT, size);
    this.values = vector(0);
    this.gradient = vector(1);
    this.moments = [vector(2), vector(3)];
  }

  /** How many numbers there are. */
  get size(): number {
    const last = this.leaves.at(-1);
    return last ? last.offset + last.size : 0;
  }

  /** The values of one parameter, as a window on the flat vector. */
  get(name: string): Float32Array {
    const leaf = this.leaves.find((candidate) => candidate.name === name);
    if (!leaf) {
      throw new WindageError(
        "engine/unknown-parameter",
        `parameters: got the name "${name}", expected one of ${this.leaves.map((l) => l.name).join(", ")}.`,
      );
    }
    return this.values.subarray(leaf.offset, leaf.offset + leaf.size);
  }
}

/**
 * Lays out a tree of declared parameters and draws their starting values; each name has its own stream, so adding a
 * parameter changes no other.
 */
export function createParameters<T extends ParameterTree>(tree: T, key: Key): Parameters<T> {
  const parameters = new Parameters(tree);
  for (const { name, shape } of parameters.leaves) {
    specAt(tree, name).initialise(
      parameters.get(name),
      shape,
      Generator.fromKey(foldIn(key, hashName(name))),
    );
  }
  return parameters;
}

/** How many numbers a tree holds, without making them. */
export function parameterCount(tree: ParameterTree): number {
  return flattenTree(tree).reduce((sum, { size }) => sum + size, 0);
}

/** FNV-1a over UTF-16 units, 32 bits. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function flattenTree(tree: ParameterTree): ParameterLeaf[] {
  const leaves: ParameterLeaf[] = [];
  let offset = 0;
  const visit = (node: ParameterTree, prefix: string): void => {
    for (const [key, child] of Object.entries(node)) {
      const name = prefix + key;
      if (!(child instanceof ParameterSpec)) {
        visit(child, `${name}/`);
        continue;
      }
      const size = sizeOf(child.shape);
      leaves.push({ name, shape: child.shape, offset, size });
      offset += size;
    }
  };
  visit(tree, "");
  return leaves;
}

function specAt(tree: ParameterTree, name: string): ParameterSpec {
  let node: ParameterTree | ParameterSpec = tree;
  for (const key of name.split("/")) node = (node as ParameterTree)[key]!;
  return node as ParameterSpec;
}

/** Builds the tree of arrays a model expects from its leaves in order. */
export function unflattenArrays<T extends ParameterTree>(tree: T, arrays: Iterator<JaxArray>): ArraysOf<T> {
  const build = (node: ParameterTree): unknown =>
    Object.fromEntries(
      Object.entries(node).map(([key, child]) => [
        key,
        child instanceof ParameterSpec ? arrays.next().value : build(child),
      ]),
    );
  return build(tree) as ArraysOf<T>;
}
