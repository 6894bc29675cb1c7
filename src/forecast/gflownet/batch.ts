/** Windows as the arrays a program reads: a forecaster, windows of the past, and a batch that they are written into. */
import { f32, i32 } from "../../engine/spec.ts";
import type { Parameters } from "../../engine/parameters/parameters.ts";
import type { Network, NetworkTree } from "./network.ts";
import type { GflownetSettings } from "./settings.ts";
import type { Situation } from "./situation.ts";
import { addTarget, tokenOf } from "./tokens.ts";
import type { Bins } from "./tokens.ts";

/** A window of the past: what was known, and what came. */
export interface Example extends Situation {
  readonly series: number;
  readonly origin: number;
  /** (value − reference) / unit at each step. */
  readonly residuals: Float32Array;
}

/** A network with its numbers and the meaning of its tokens. */
export interface Forecaster {
  readonly network: Network;
  readonly parameters: Parameters<NetworkTree>;
  readonly bins: Bins;
  readonly settings: GflownetSettings;
}

/** Specs of a batch of `size` windows. */
function specsOf({ network }: Pick<Forecaster, "network">, size: number) {
  const { horizon, patches, patch, features } = network.layout;
  return {
    context: f32(patches, size, patch),
    known: i32(size),
    steps: f32(horizon, size, features),
    tokens: i32(horizon, size),
    targets: f32(horizon * size, network.options.outputs),
  };
}

/** The arrays of a batch, filled anew for each update or draw; all are time-major. */
export class WindowBatch {
  readonly specs: ReturnType<typeof specsOf>;
  readonly arrays: {
    readonly context: Float32Array;
    readonly known: Int32Array;
    readonly steps: Float32Array;
    readonly tokens: Int32Array;
    readonly targets: Float32Array;
  };
  readonly #forecaster: Omit<Forecaster, "parameters">;
  readonly #size: number;

  constructor(forecaster: Omit<Forecaster, "parameters">, size: number) {
    this.#forecaster = forecaster;
    this.#size = size;
    this.specs = specsOf(forecaster, size);
    const { horizon, patches, patch, features } = forecaster.network.layout;
    const { outputs } = forecaster.network.options;
    this.arrays = {
      context: new Float32Array(patches * size * patch),
      known: new Int32Array(size).fill(1),
      steps: new Float32Array(horizon * size * features),
      // Nothing is before the first step; a direct head sees nothing before any step.
      tokens: new Int32Array(horizon * size).fill(outputs),
      targets: new Float32Array(horizon * size * outputs),
    };
  }

  /** Puts what was known at a window into column `b`. */
  place(b: number, { context, known, steps }: Situation): void {
    const { horizon, patches, patch, features } = this.#forecaster.network.layout;
    const [size, arrays] = [this.#size, this.arrays];
    for (let j = 0; j < patches; j++)
      arrays.context.set(context.subarray(j * patch, (j + 1) * patch), (j * size + b) * patch);
    arrays.known[b] = known;
    for (let t = 0; t < horizon; t++)
      arrays.steps.set(steps.subarray(t * features, (t + 1) * features), (t * size + b) * features);
  }

  /** Puts what came into column `b`: the tokens before each step, and the targets. */
  placeOutcome(b: number, residuals: Float32Array): void {
    const { network, bins, settings } = this.#forecaster;
    const { outputs } = network.options;
    const [size, { targets, tokens }] = [this.#size, this.arrays];
    for (let t = 0; t < network.layout.horizon; t++) {
      const row = t * size + b;
      if (settings.head !== "tokens") {
        targets[row] = Math.min(bins.reach, Math.max(-bins.reach, residuals[t]!));
        continue;
      }
      const token = tokenOf(bins, residuals[t]!);
      targets.fill(0, row * outputs, (row + 1) * outputs);
      addTarget(bins, token, settings.smoothing, targets, row * outputs);
      if (t + 1 < network.layout.horizon) tokens[row + size] = token;
    }
  }
}
