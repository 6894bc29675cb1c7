/** Deals the steps of a batch into minibatches of about one size, in an order drawn anew for every epoch. */
import { allocate, sizeOf } from "../../engine/spec.ts";
import type { Data, Spec } from "../../engine/spec.ts";
import type { Generator } from "../../random/generator.ts";
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";

export class Minibatches {
  readonly #specs: Readonly<Record<string, Spec>>;
  readonly #batch: TrajectoryBatch;
  readonly #parts: number;
  readonly #rows: number;
  readonly #data: Readonly<Record<string, Data>>;

  /**
   * `specs` are the inputs of an update over as many steps as `rowsOf` says; each is a field of the batch, or given to
   * `deal`.
   */
  constructor(specs: Readonly<Record<string, Spec>>, batch: TrajectoryBatch, parts: number) {
    this.#specs = specs;
    this.#batch = batch;
    this.#parts = parts;
    this.#rows = rowsOf(batch, parts);
    this.#data = Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, allocate(spec)]));
  }

  /**
   * All real steps, each once, in parts that differ little in size however short the trajectories are: every part is a
   * full step of the optimiser. `others` are further values by step; `weight` is 1 for steps and 0 for rows left over.
   * The same arrays are filled again for each part.
   */
  *deal(
    others: Readonly<Record<string, Data>>,
    generator: Generator,
  ): Iterable<Readonly<Record<string, Data>>> {
    const { steps, size } = this.#batch.shape;
    const order: number[] = [];
    for (let t = 0; t < steps; t++) {
      for (let b = 0; b < size; b++) if (t < this.#batch.lengths[b]!) order.push(t * size + b);
    }
    generator.shuffle(order);
    const fields = this.#batch as unknown as Readonly<Record<string, Data>>;
    const share = Math.ceil(order.length / this.#parts);
    for (let start = 0; start < order.length; start += share) {
      const chosen = order.slice(start, start + share);
      for (const [name, spec] of Object.entries(this.#specs)) {
        const into = this.#data[name]!;
        if (name === "weight") {
          into.fill(1, 0, chosen.length).fill(0, chosen.length);
          continue;
        }
        const from = (others[name] ?? fields[name])!;
        const width = sizeOf(spec.shape) / this.#rows;
        chosen.forEach((row, i) => into.set(from.subarray(row * width, (row + 1) * width), i * width));
      }
      yield this.#data;
    }
  }
}

/** Steps in the largest minibatch there can be: where every trajectory is as long as it may be. */
export function rowsOf({ shape }: Pick<TrajectoryBatch, "shape">, parts: number): number {
  return Math.ceil((shape.steps * shape.size) / parts);
}
