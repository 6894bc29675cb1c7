/** A space small enough to know everything about: 81 sequences of four letters out of three, under sticky noise. */
import { sequenceEnvironment } from "../environment/sequence/sequence.ts";
import { stickyNoise } from "../environment/noise/sticky-noise.ts";
import { tokenKernel } from "../environment/noise/token-kernel.ts";
import { withNoise } from "../environment/noise/noise.ts";
import type { SequenceEnvironment } from "../environment/sequence/sequence.ts";
import { exactLaw } from "../evaluation/law/exact-law.ts";
import { limitReverseKl } from "../evaluation/limit/reverse-kl-limit.ts";
import { noiseKernel, stickyKernel } from "../evaluation/law/kernel.ts";
import { tv } from "../evaluation/law/distances.ts";
import { Reward } from "../landscape/reward.ts";
import { SequenceSpace } from "../landscape/exact/sequence-space.ts";
import { TableLandscape } from "../landscape/exact/table-landscape.ts";
import type { Context } from "../landscape/context.ts";
import { Generator } from "../random/generator.ts";
import { createTrainer } from "./setup/create-trainer.ts";
import type { TrainingSetup } from "./setup/create-trainer.ts";
import { policyByDepth } from "./policy/policy-by-depth.ts";
import type { Trainer } from "./trainer.ts";

export const letters = 3;
export const length = 4;
const objects = letters ** length;
export const reward = new Reward({ exponent: 1, floor: 1e-6 });

export function smallEnvironment(alpha: number, alphabet = "ABC"): SequenceEnvironment {
  const plain = sequenceEnvironment({ alphabet, length });
  return alpha === 0 ? plain : withNoise(plain, stickyNoise(alpha));
}

/** What a policy drawn at random produces under this noise: a target that some policy reaches exactly. */
export function reachable(alpha: number, seed = 5): TableLandscape {
  const generator = Generator.fromSeed(seed);
  const policy = Array.from({ length }, (_, depth) => {
    const rows = new Float64Array(letters ** (depth + 1));
    for (let row = 0; row < rows.length; row += letters) {
      const weights = Array.from({ length: letters }, () => Math.exp(1.5 * generator.normal()));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      weights.forEach((weight, a) => (rows[row + a] = weight / total));
    }
    return rows;
  });
  const law = exactLaw(policy, stickyKernel(letters, alpha));
  return table("reachable", (i) => objects * law[i]!);
}

/** Scores with no pattern, some near 0: under noise no policy reaches them. */
export function rough(): TableLandscape {
  const generator = Generator.fromSeed(5);
  return table("rough", () => generator.float64() ** 2);
}

function table(name: string, score: (i: number) => number): TableLandscape {
  return new TableLandscape(
    name,
    new SequenceSpace("ABC", length),
    Float64Array.from({ length: objects }, (_, i) => score(i)),
  );
}

/** A trainer on this space, with settings that are quick here; anything can be set otherwise. */
export function smallTrainer(alpha: number, setup: Partial<TrainingSetup> = {}): Promise<Trainer> {
  return createTrainer({
    environment: smallEnvironment(alpha),
    landscape: reachable(alpha),
    reward,
    model: { kind: "table" },
    batch: { onPolicy: 64, exploratory: 16 },
    epsilon: 0.5,
    rate: 0.05,
    finalRate: 1e-3,
    dynamicsRate: 3e-3,
    seed: 3,
    ...setup,
  });
}

/** The exact law of a trainer's policy on this space. */
export async function lawOf(trainer: Trainer, context?: Context): Promise<Float64Array> {
  const kernel = noiseKernel(letters, tokenKernel(trainer.options.environment)!);
  return exactLaw(await policyByDepth(trainer, context), kernel);
}

/** The best law any policy has on a landscape, in the sense of the reverse KL. */
export function bestLaw(alpha: number, landscape: TableLandscape, exponent = 1): Float64Array {
  const logReward = reward.logRewards(landscape.table).map((log) => exponent * log);
  return limitReverseKl(logReward, stickyKernel(letters, alpha)).law;
}

/** Trains, and returns the total variation between what was learned and the best law any policy has. */
export async function distanceAfter(
  iterations: number,
  alpha: number,
  setup: Partial<TrainingSetup>,
  landscape = reachable(alpha),
): Promise<number> {
  const trainer = await smallTrainer(alpha, { decayOver: iterations, ...setup, landscape });
  for (let i = 0; i < iterations; i++) await trainer.iterate();
  const law = await lawOf(trainer);
  await trainer.dispose();
  return tv(law, bestLaw(alpha, landscape));
}
