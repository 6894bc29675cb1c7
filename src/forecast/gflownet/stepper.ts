/**
 * The policy step by step: the context of some windows is encoded once, then each step takes the tokens drawn last and
 * gives the law of the next one for every path, with the keys and values of earlier steps kept.
 */
import { compileWithParameters, f32, i32, nn } from "../../engine/index.ts";
import type { ArraysOf } from "../../engine/index.ts";
import { WindowBatch } from "./batch.ts";
import type { Forecaster } from "./batch.ts";
import type { NetworkTree } from "./network.ts";
import type { Situation } from "./situation.ts";

/** Windows at a time, and paths of each. */
export interface DrawSizes {
  readonly windows: number;
  readonly paths: number;
}

export interface Stepper {
  /** All paths start again, from these situations; `paths` rows for each. */
  begin(situations: readonly Situation[]): Promise<void>;
  /** Probabilities [windows · paths, bins] of the next token, after `tokens`; the first ones do not matter. */
  next(tokens: Int32Array): Promise<ArrayLike<number>>;
  dispose(): Promise<void>;
}

/** Compiles for `windows` situations at a time with `paths` paths each. */
export async function createStepper(forecaster: Forecaster, { windows, paths }: DrawSizes): Promise<Stepper> {
  const { network, parameters, bins } = forecaster;
  const { horizon } = network.layout;
  const { layers, heads, columns, width } = network.policy.sizes;
  const rows = windows * paths;
  const batch = new WindowBatch(forecaster, windows);
  const { context, known, steps } = batch.specs;
  const encode = await compileWithParameters(
    "context of the forecaster",
    (tree: ArraysOf<NetworkTree>, inputs) => ({ conditions: network.conditions(tree, inputs) }),
    { parameters, inputs: { context, known, steps } },
  );
  const step = await compileWithParameters(
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
  const beginning = new Int32Array(rows).fill(bins.count);
  let conditions: ArrayLike<number> = [];
  let t = 0;
  return {
    async begin(situations) {
      situations.forEach((situation, b) => batch.place(b, situation));
      ({ conditions } = await encode.run({
        context: batch.arrays.context,
        known: batch.arrays.known,
        steps: batch.arrays.steps,
      }));
      t = 0;
    },
    async next(tokens) {
      for (let r = 0; r < rows; r++) {
        const from = (t * windows + Math.floor(r / paths)) * width;
        for (let c = 0; c < width; c++) condition[r * width + c] = conditions[from + c]!;
      }
      const { probabilities, fresh } = await step.run({
        token: t === 0 ? beginning : tokens,
        position: Int32Array.of(t),
        cache,
        condition,
      });
      for (let i = 0, from = 0; from < fresh.length; i++, from += columns) {
        const to = (i * horizon + t) * columns;
        for (let c = 0; c < columns; c++) cache[to + c] = fresh[from + c]!;
      }
      t++;
      return probabilities;
    },
    async dispose() {
      await encode.dispose();
      await step.dispose();
    },
  };
}
