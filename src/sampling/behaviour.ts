/**
 * The behaviour policy: what really acts while data is gathered. Temperature and ε-exploration live here and nowhere
 * else; losses and evaluation always use π itself.
 */
import type { Generator } from "../random/generator.ts";
import { drawOutcome } from "./draw-outcome.ts";

/** How a policy acts while data is gathered: at which temperature, with which share of random actions. */
export interface Behaviour {
  /** π_beh ∝ π^(1/T). */
  readonly temperature: number;
  /** Probability of a uniformly random legal intention instead. */
  readonly epsilon: number;
}

/** The behaviour of the policy itself: temperature 1, no exploration. */
export const onPolicy: Behaviour = { temperature: 1, epsilon: 0 };

/** Draws intentions for whole batches from logits; keeps its noise arrays between calls. */
export class Chooser {
  readonly #generator: Generator;
  readonly #luck: Float64Array;
  readonly #curiosity: Float32Array;
  readonly #weights: Float64Array;

  constructor(generator: Generator, size: number, actionCount: number) {
    this.#generator = generator;
    this.#luck = new Float64Array(size);
    this.#curiosity = new Float32Array(size);
    this.#weights = new Float64Array(actionCount);
  }

  /** Fresh noise for one step of the batch; always the same number of draws, so runs are comparable. */
  draw(): void {
    this.#generator.fillUniform(this.#luck);
    this.#generator.fillUniform(this.#curiosity);
  }

  /** The intention of one row, drawn from softmax(logits/T) over legal ones, or from all of them alike when exploring. */
  choose(
    row: number,
    logits: Float32Array,
    legal: Uint8Array,
    legalOffset: number,
    { temperature, epsilon }: Behaviour,
  ): number {
    const weights = this.#weights;
    const explores = this.#curiosity[row]! < epsilon;
    const offset = row * weights.length;
    let largest = Number.NEGATIVE_INFINITY;
    for (let action = 0; action < weights.length; action++) {
      if (legal[legalOffset + action] !== 0) largest = Math.max(largest, logits[offset + action]!);
    }
    let total = 0;
    for (let action = 0; action < weights.length; action++) {
      const preference = explores ? 1 : Math.exp((logits[offset + action]! - largest) / temperature);
      weights[action] = legal[legalOffset + action] === 0 ? 0 : preference;
      total += weights[action]!;
    }
    return drawOutcome(weights, this.#luck[row]! * total);
  }
}
