/**
 * Drawing futures: the context is encoded once per window, then token after token with the policy's keys and values
 * kept. The law of a step is the mean over paths of the policy's own probabilities, which knows far more than the
 * values drawn. Paths of a window share the unit interval at each step (one uniform per stratum, in random order): every
 * path keeps the exact law, and few paths cover it evenly.
 */
import { compileWithParameters, f32, i32, nn } from "../../engine/index.ts";
import type { ArraysOf } from "../../engine/index.ts";
import type { Generator } from "../../random/index.ts";
import { WindowBatch } from "./batch.ts";
import type { Forecaster } from "./batch.ts";
import type { NetworkTree } from "./network.ts";
import type { Situation } from "./situation.ts";
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

/** Windows at a time, and paths of each. */
export interface DrawSizes {
  readonly windows: number;
  readonly paths: number;
}

export interface Drawer {
  /** Futures of each situation. */
  draw(situations: readonly Situation[], generator: Generator): Promise<Futures[]>;
  dispose(): Promise<void>;
}

/** Compiles for `windows` situations at a time with `paths` paths each. */
export async function createDrawer(forecaster: Forecaster, { windows, paths }: DrawSizes): Promise<Drawer> {
  const { network, parameters, bins } = forecaster;
  const { horizon } = network.layout;
  const { layers, heads, columns, width } = network.policy.sizes;
  const rows = windows * paths;
  const batch = new WindowBatch(forecaster, windows);
  const { context, known, steps } = batch.specs;
  const begin = await compileWithParameters(
    "context of the forecaster",
    (tree: ArraysOf<NetworkTree>, inputs) => ({ conditions: network.conditions(tree, inputs) }),
    { parameters, inputs: { context, known, steps } },
  );
  const next = await compileWithParameters(
    "step of the forecaster",
    (tree: ArraysOf<NetworkTree>, inputs) => {
      const { row, fresh } = network.policy.step(tree.policy, inputs);
      return { probabilities: nn.softmax(network.read(tree, row), -1), fresh };
    },
    {
      parameters,
      inputs: {
        token: i32(rows),
        position: i32(1),
        cache: f32(layers, 2, rows, heads, horizon, columns),
        condition: f32(rows, width),
      },
    },
  );
  const cache = new Float32Array(layers * 2 * rows * heads * horizon * columns);
  const condition = new Float32Array(rows * width);
  const token = new Int32Array(rows);
  const order = Uint32Array.from({ length: paths }, (_, p) => p);

  /** One batch of windows; `count` of them are wanted. */
  async function drawBatch(count: number, generator: Generator): Promise<Futures[]> {
    const { conditions } = await begin.run({
      context: batch.arrays.context,
      known: batch.arrays.known,
      steps: batch.arrays.steps,
    });
    const masses = Array.from({ length: count }, () => new Float64Array(horizon * bins.count));
    const drawn = Array.from({ length: count * paths }, () => new Float64Array(horizon));
    token.fill(bins.count);
    for (let t = 0; t < horizon; t++) {
      for (let r = 0; r < rows; r++) {
        const from = (t * windows + Math.floor(r / paths)) * width;
        for (let c = 0; c < width; c++) condition[r * width + c] = conditions[from + c]!;
      }
      const { probabilities, fresh } = await next.run({
        token,
        position: Int32Array.of(t),
        cache,
        condition,
      });
      for (let i = 0, from = 0; from < fresh.length; i++, from += columns) {
        const to = (i * horizon + t) * columns;
        for (let c = 0; c < columns; c++) cache[to + c] = fresh[from + c]!;
      }
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
      const futures: Futures[] = [];
      for (let from = 0; from < situations.length; from += windows) {
        const some = situations.slice(from, from + windows);
        some.forEach((situation, b) => batch.place(b, situation));
        futures.push(...(await drawBatch(some.length, generator)));
      }
      return futures;
    },
    async dispose() {
      await begin.dispose();
      await next.dispose();
    },
  };
}
