/**
 * The policy step by step: the context of some windows is encoded once, then each step takes the tokens drawn last and
 * gives the law of the next one for every path, with the keys and values of earlier steps kept.
 */
import { f32, i32 } from "../../engine/spec.ts";
import { nn } from "../../engine/jax.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { ArraysOf } from "../../engine/parameters/parameters.ts";
import type { Data } from "../../engine/spec.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { cacheNames } from "../../model/transformer/cache-update.ts";
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
  const kept = cacheNames(layers);
  const named = <T>(make: (name: string, i: number) => T): Record<string, T> =>
    Object.fromEntries(kept.map((name, i) => [name, make(name, i)]));
  const step = await compileWithParameters(
    "step of the forecaster",
    (tree: ArraysOf<NetworkTree>, inputs: Readonly<Record<string, JaxArray>>) => {
      const { token, position, condition } = inputs;
      const { row, fresh } = network.policy.step(tree.policy, {
        token: token!,
        position: position!,
        condition,
        cache: kept.map((name) => inputs[name]!),
      });
      const probabilities = nn.softmax(network.read(tree, row), -1);
      return { ...named((_, i) => fresh[i]!), probabilities };
    },
    {
      parameters,
      inputs: {
        ...named(() => f32(rows, heads, horizon, columns)),
        token: i32(rows),
        position: i32(1),
        condition: f32(rows, width),
      },
    },
  );
  const cache = named(() => new Float32Array(rows * heads * horizon * columns));
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
      const answer: Readonly<Record<string, Data>> = await step.run({
        ...cache,
        token: t === 0 ? beginning : tokens,
        position: Int32Array.of(t),
        condition,
      });
      for (const [name, past] of Object.entries(cache)) {
        for (let i = 0, from = 0; i < rows * heads; i++, from += columns) {
          const to = (i * horizon + t) * columns;
          for (let c = 0; c < columns; c++) past[to + c] = answer[name]![from + c]!;
        }
      }
      t++;
      return answer["probabilities"]!;
    },
    async dispose() {
      await encode.dispose();
      await step.dispose();
    },
  };
}
