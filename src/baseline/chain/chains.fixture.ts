/** Worlds small enough for brute force, and what chains do in them. */
import { gridEnvironment } from "../../environment/grid.ts";
import { sequenceEnvironment } from "../../environment/sequence/sequence.ts";
import { stickyNoise } from "../../environment/noise/sticky-noise.ts";
import { substitutionNoise } from "../../environment/noise/substitution-noise.ts";
import { withNoise } from "../../environment/noise/noise.ts";
import type { Environment } from "../../environment/environment.ts";
import { functionOracle } from "../../landscape/oracle/function-oracle.ts";
import { Reward } from "../../landscape/reward.ts";
import { foldIn, key } from "../../random/key.ts";
import { Generator } from "../../random/generator.ts";
import { createScorer } from "../../training/setup/scorer.ts";
import type { BaselineSetup } from "../setup.ts";
import type { Method } from "../../training/method.ts";

export const reward = new Reward({ exponent: 1, floor: 1e-6 });

/** Rows are intended letters; no two columns sum to the same. */
const slips = [
  [0.7, 0.3, 0],
  [0.1, 0.6, 0.3],
  [0.25, 0.45, 0.3],
];

const words = sequenceEnvironment({ alphabet: "ABC", length: 4 });

export const worlds: Readonly<Record<string, { environment: Environment; first: string; objects: number }>> =
  {
    "without noise": { environment: words, first: "AAAA", objects: 81 },
    "with sticky noise": { environment: withNoise(words, stickyNoise(0.5)), first: "AAAA", objects: 81 },
    "with asymmetric slips": {
      environment: withNoise(words, substitutionNoise(slips)),
      first: "AAAA",
      objects: 81,
    },
    "of varying length": {
      environment: withNoise(
        sequenceEnvironment({ alphabet: "ABC", minLength: 1, maxLength: 3 }),
        substitutionNoise(slips),
      ),
      first: "A",
      objects: 39,
    },
    "on a grid": {
      environment: withNoise(gridEnvironment({ side: 4 }), stickyNoise(0.5)),
      first: "0,0",
      objects: 16,
    },
  };

/** A score without pattern, some near 0, the same for the same text. */
export function roughScore(text: string): number {
  const number = Array.from(text).reduce((sum, letter) => sum * 131 + letter.codePointAt(0)!, 7);
  return 0.02 + Generator.fromKey(foldIn(key(5), number)).float64() ** 2;
}

export function setupFor(
  environment: Environment,
  {
    score = roughScore,
    seed = 1,
    oracleCalls = 1e6,
  }: { score?: (text: string) => number; seed?: number; oracleCalls?: number } = {},
): BaselineSetup {
  return {
    environment,
    scorer: createScorer(functionOracle({ mode: "single", score })),
    reward,
    budget: { oracleCalls, environmentSteps: 100 * oracleCalls },
    model: { hidden: 32, layers: 2 },
    seed,
  };
}

/** How often each object was met in some iterations, after some others; shares that sum to 1. */
export async function lawOfRun(
  sampler: Method,
  { skip, iterations }: { skip: number; iterations: number },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let total = 0;
  for (let i = 0; i < skip + iterations; i++) {
    const { objects } = await sampler.iterate();
    if (i < skip) continue;
    for (const object of objects) counts.set(object, (counts.get(object) ?? 0) + 1);
    total += objects.length;
  }
  return new Map([...counts].map(([object, count]) => [object, count / total]));
}

/** ½ Σ|P̂ − R/Z| over the objects. */
export function distanceToTarget(law: ReadonlyMap<string, number>, objects: readonly string[]): number {
  const rewards = objects.map((text) => reward.reward(roughScore(text)));
  const z = rewards.reduce((sum, r) => sum + r, 0);
  return objects.reduce((sum, text, i) => sum + Math.abs((law.get(text) ?? 0) - rewards[i]! / z), 0) / 2;
}
