/**
 * Drawing futures, token after token. The law of a step is the mean over paths of the policy's own probabilities, which
 * knows far more than the values drawn. Paths of a window share the unit interval at each step (one uniform per
 * stratum, in random order): every path keeps the exact law, and few paths cover it evenly.
 */
import type { Generator } from "../../random/generator.ts";
import type { Forecaster } from "./batch.ts";
import type { Situation } from "./situation.ts";
import { createStepper } from "./stepper.ts";
import type { DrawSizes } from "./stepper.ts";
import { levelOf, quantileOf, residualIn } from "./tokens.ts";

/** Futures of one window, as residuals in its unit. */
export interface Futures {
  /** [step, bin]: summed over paths. */
  readonly masses: Float64Array;
  readonly paths: readonly Float64Array[];
  /** The residual at a step that is exceeded with probability 1 − level. */
  quantile(step: number, level: number): number;
  /** The probability of a smaller residual at a step. */
  level(step: number, residual: number): number;
}

export interface Drawer {
  /** Futures of each situation. */
  draw(situations: readonly Situation[], generator: Generator): Promise<Futures[]>;
  dispose(): Promise<void>;
}

/** Compiles for `windows` situations at a time with `paths` paths each. */
export async function createDrawer(forecaster: Forecaster, sizes: DrawSizes): Promise<Drawer> {
  const { bins, network } = forecaster;
  const { windows, paths } = sizes;
  const { horizon } = network.layout;
  const stepper = await createStepper(forecaster, sizes);
  const token = new Int32Array(windows * paths);
  const order = Uint32Array.from({ length: paths }, (_, p) => p);

  /** One batch of windows. */
  async function drawBatch(situations: readonly Situation[], generator: Generator): Promise<Futures[]> {
    const count = situations.length;
    await stepper.begin(situations);
    const masses = Array.from({ length: count }, () => new Float64Array(horizon * bins.count));
    const drawn = Array.from({ length: count * paths }, () => new Float64Array(horizon));
    for (let t = 0; t < horizon; t++) {
      const probabilities = await stepper.next(token);
      for (let w = 0; w < count; w++) {
        generator.shuffle(order);
        for (let p = 0; p < paths; p++) {
          const r = w * paths + p;
          const u = (order[p]! + generator.float64()) / paths;
          drawn[r]![t] = choose(r, t, u, probabilities, masses[w]!);
        }
      }
    }
    return masses.map((mass, w) => {
      const lawAt = (step: number): Float64Array => mass.subarray(step * bins.count, (step + 1) * bins.count);
      return {
        masses: mass,
        paths: drawn.slice(w * paths, (w + 1) * paths),
        quantile: (step, level) => quantileOf(bins, lawAt(step), paths, level),
        level: (step, residual) => levelOf(bins, lawAt(step), paths, residual),
      };
    });
  }

  /** Takes the token at `u` of a row's law, and what is left of `u` says where inside the bin. */
  function choose(
    r: number,
    t: number,
    u: number,
    probabilities: ArrayLike<number>,
    mass: Float64Array,
  ): number {
    const from = r * bins.count;
    let total = 0;
    for (let k = 0; k < bins.count; k++) {
      total += probabilities[from + k]!;
      mass[t * bins.count + k]! += probabilities[from + k]!;
    }
    let left = u * total;
    let k = 0;
    while (k < bins.count - 1 && left >= probabilities[from + k]!) left -= probabilities[from + k++]!;
    token[r] = k;
    return residualIn(bins, k, Math.min(left / Math.max(probabilities[from + k]!, 1e-30), 1 - 1e-9));
  }

  return {
    async draw(situations, generator) {
      // Every draw begins alike: what was drawn before must not change it.
      order.forEach((_, p) => (order[p] = p));
      const futures: Futures[] = [];
      for (let from = 0; from < situations.length; from += windows) {
        futures.push(...(await drawBatch(situations.slice(from, from + windows), generator)));
      }
      return futures;
    },
    dispose: () => stepper.dispose(),
  };
}
