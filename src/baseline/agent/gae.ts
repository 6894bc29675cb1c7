/** Generalised advantages over a batch of trajectories, with the entropy of each step as part of what it earns. */
import type { TrajectoryBatch } from "../../sampling/trajectory-batch.ts";

export interface AdvantageOptions {
  /** τ, what a nat of entropy is worth. */
  readonly temperature: number;
  readonly lambda: number;
}

/** Â and the returns Â + V that the critic is trained on, [T·B] each, 0 past the ends. Nothing is discounted. */
export function advantagesOf(
  { shape, lengths, logReward }: Pick<TrajectoryBatch, "shape" | "lengths" | "logReward">,
  logPolicy: ArrayLike<number>,
  values: ArrayLike<number>,
  { temperature, lambda }: AdvantageOptions,
): { readonly advantage: Float32Array; readonly returns: Float32Array } {
  const { steps, size } = shape;
  const advantage = new Float32Array(steps * size);
  const returns = new Float32Array(steps * size);
  for (let b = 0; b < size; b++) {
    let running = 0;
    for (let t = lengths[b]! - 1; t >= 0; t--) {
      const row = t * size + b;
      const next = t === lengths[b]! - 1 ? logReward[b]! : values[row + size]!;
      const delta = -temperature * logPolicy[row]! + next - values[row]!;
      running = delta + lambda * running;
      advantage[row] = running;
      returns[row] = running + values[row]!;
    }
  }
  return { advantage, returns };
}
