/**
 * The behaviour policy: what really acts while data is gathered. Temperature and ε-exploration live here and nowhere
 * else; losses and evaluation always use π itself.
 */
import type { Generator } from "../random/index.ts";

export interface Behaviour {
  /** π_beh ∝ π^(1/T). */
  readonly temperature: number;
  /** Probability of a uniformly random legal intention instead. */
  readonly epsilon: number;
}

/** π itself. */
export const onPolicy: Behaviour = { temperature: 1, epsilon: 0 };

/** Draws intentions for whole batches from logits; keeps its noise arrays between calls. */
export class Chooser {
  readonly #generator: Generator;
  readonly #actionCount: number;
  readonly #gumbel: Float32Array;
  readonly #uniform: Float32Array;

  constructor(generator: Generator, size: number, actionCount: number) {
    this.#generator = generator;
    this.#actionCount = actionCount;
    this.#gumbel = new Float32Array(size * actionCount);
    this.#uniform = new Float32Array(size);
  }

  /** Fresh noise for one step of the batch; always the same number of draws, so runs are comparable. */
  draw(): void {
    this.#generator.fillGumbel(this.#gumbel);
    this.#generator.fillUniform(this.#uniform);
  }

  /** The intention of one row: argmax of logits/T + Gumbel noise, or of the noise alone when exploring. */
  choose(
    row: number,
    logits: Float32Array,
    legal: Uint8Array,
    legalOffset: number,
    behaviour: Behaviour,
  ): number {
    const explores = this.#uniform[row]! < behaviour.epsilon;
    const offset = row * this.#actionCount;
    let best = -1;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (let action = 0; action < this.#actionCount; action++) {
      if (legal[legalOffset + action] === 0) continue;
      const preference = explores ? 0 : logits[offset + action]! / behaviour.temperature;
      const value = preference + this.#gumbel[offset + action]!;
      if (best === -1 || value > bestValue) [best, bestValue] = [action, value];
    }
    return best;
  }
}
