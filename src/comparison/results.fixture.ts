/** Made-up results of jobs, shaped as real ones are: curves that fall towards a limit, chains without an exact law. */
import { nothingKnown } from "./job-result.ts";
import type { JobResult, JobMetrics } from "./job-result.ts";

/** A number in [−1, 1] that depends on its arguments alone. */
function wobble(...keys: readonly number[]): number {
  let state = 17;
  for (const key of keys) state = Math.sin((state + key) * 127.1) * 43_758.5453;
  return 2 * (state - Math.floor(state)) - 1;
}

/** Results of every method at every noise level with every seed; a label that begins with "mh" has no exact law. */
export function madeUpResults(
  methods: readonly string[],
  alphas: readonly number[],
  seeds: number,
  points = 12,
): JobResult[] {
  const results: JobResult[] = [];
  for (const alpha of alphas) {
    for (const [m, method] of methods.entries()) {
      for (let seed = 0; seed < seeds; seed++) {
        const limitTv = 0.16 * alpha ** 2;
        const figures = (share: number): JobMetrics => {
          const excess =
            (0.02 + 0.03 * m) * (1 + 0.08 * wobble(m, seed, alpha)) + 0.35 * Math.exp(-4 * share);
          const tv = limitTv + excess * (1 + 0.03 * wobble(m, seed, share));
          const exact = { tv, regret: 0.6 * excess ** 1.5, logZError: -excess / 2 };
          const sampled = {
            sampleError: tv / 500,
            modes: Math.round(50 - 4 * m + 3 * wobble(seed, m)),
            topMean: 0.95 - 0.01 * m + 0.004 * wobble(seed, m, 3),
            meanScore: 0.5 - 0.02 * m + 0.004 * wobble(seed, m, 4),
          };
          return { ...nothingKnown, ...(method.startsWith("mh") ? {} : exact), ...sampled };
        };
        const calls = 160_000;
        results.push({
          method,
          alpha,
          seed,
          metrics: figures(1),
          limit: { tv: limitTv, regret: 0 },
          curve: Array.from({ length: points }, (_, i) => ({
            oracleCalls: Math.round((calls * (i + 1)) / points),
            environmentSteps: Math.round((8 * calls * (i + 1)) / points),
            metrics: figures((i + 1) / points),
          })),
          oracleCalls: calls,
          environmentSteps: 8 * calls,
          iterations: 625,
          seconds: 40 + 5 * m + seed,
        });
      }
    }
  }
  return results;
}
