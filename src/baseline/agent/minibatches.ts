/** Deals the steps of a batch into minibatches of one size, in an order drawn anew for every epoch. */
import { allocate, sizeOf } from "../../engine/index.ts";
import type { Data, Spec } from "../../engine/index.ts";
import type { Generator } from "../../random/index.ts";
import type { TrajectoryBatch } from "../../sampling/index.ts";

export class Minibatches {
  readonly #specs: Readonly<Record<string, Spec>>;
  readonly #batch: TrajectoryBatch;
  readonly #rows: number;
  readonly #data: Readonly<Record<string, Data>>;

  /** `specs` are the inputs of an update over `rows` steps; each is a field of the batch, or given to `deal`. */
  constructor(specs: Readonly<Record<string, Spec>>, batch: TrajectoryBatch, rows: number) {
    this.#specs = specs;
    this.#batch = batch;
    this.#rows = rows;
    this.#data = Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, allocate(spec)]));
  }

  /**
   * All real steps, each once. `others` are further values by step; `weight` is 1 for steps and 0 for the rows that a
   * last, shorter minibatch leaves over. The same arrays are filled again for each one.
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
    for (let start = 0; start < order.length; start += this.#rows) {
      const chosen = order.slice(start, start + this.#rows);
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
