/**
 * A sampler of futures that answer a question: a policy over the tokens of a path model, trained by relative
 * trajectory balance to draw paths in proportion to p(x)·r(x). It starts as p itself. A rare event gives no signal at
 * first, so the reward is softened to exp(−distance/τ) and hardened as training goes on; what the samples are worth for
 * the question itself is settled afterwards by their weights, whatever training has reached.
 *
 * The network sees the step, the innovations so far, and the margin the question would have if the rest went as
 * expected. log Z_r is the value that fits each batch best, so it needs no parameter.
 */
import {
  Adam,
  compileTraining,
  compileWithParameters,
  createParameters,
  f32,
  lax,
  lecunNormal,
  nn,
  np,
  parameter,
  zeros,
} from "../../engine/index.ts";
import type { ArraysOf, JaxArray } from "../../engine/index.ts";
import { tilt } from "../../objective/index.ts";
import { Generator, foldIn, key } from "../../random/index.ts";
import { addInnovation, binCentres, bins, drawInside, logBase, valueAt } from "../generative/path-model.ts";
import type { PathModel } from "../generative/path-model.ts";
import type { Condition } from "./condition.ts";

export interface TiltOptions {
  readonly seed: number;
  /** Updates. */
  readonly iterations: number;
  /** Paths per update. */
  readonly batch: number;
  /** Hidden units of both layers. */
  readonly hidden: number;
  readonly rate: number;
  /** Width of the softened reward, in units of the question's margin, at the start and at the end. */
  readonly softness: readonly [number, number];
}

export const tiltDefaults: TiltOptions = {
  seed: 0,
  iterations: 300,
  batch: 64,
  hidden: 64,
  rate: 0.003,
  softness: [1, 0.05],
};

/** Paths with what they are worth. */
export interface TiltedPaths {
  readonly paths: Float64Array[];
  readonly margins: Float64Array;
  /** `log p(x) − log π_r(x)`. */
  readonly logRatio: Float64Array;
}

export interface TiltedSampler {
  /** Fresh paths of the tilted policy. */
  sample(count: number): Promise<TiltedPaths>;
  dispose(): Promise<void>;
}

interface Progress {
  readonly onStep?: (done: number, total: number) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** A batch of roll-outs as the training program reads it. */
interface Rollouts extends TiltedPaths {
  readonly features: Float32Array;
  readonly tokens: Float32Array;
  readonly logBasePath: Float32Array;
}

export async function trainTilted(
  model: PathModel,
  condition: Condition,
  options: TiltOptions,
  progress: Progress = {},
): Promise<TiltedSampler> {
  const { horizon } = model;
  const { batch, hidden, iterations, softness } = options;
  const size = 2 * horizon + 1;
  const rows = batch * horizon;
  const root = key(options.seed);
  const tree = {
    first: { weight: parameter([size, hidden], lecunNormal), bias: parameter([hidden], zeros) },
    second: { weight: parameter([hidden, hidden], lecunNormal), bias: parameter([hidden], zeros) },
    // Zero at first, so that the policy starts as the base law.
    last: { weight: parameter([hidden, bins + 2], zeros), bias: parameter([bins + 2], zeros) },
  };
  const parameters = createParameters(tree, foldIn(root, 1));
  const logPolicy = (arrays: ArraysOf<typeof tree>, features: JaxArray, count: number): JaxArray => {
    const one = np.tanh(np.matmul(features, arrays.first.weight).add(arrays.first.bias));
    const two = np.tanh(np.matmul(one, arrays.second.weight).add(arrays.second.bias));
    const out = np.matmul(two, arrays.last.weight).add(arrays.last.bias);
    const [free, slope, bend] = np.split(out, [bins, bins + 1], 1) as [JaxArray, JaxArray, JaxArray];
    const centres = np.array(Array.from(binCentres)).reshape([1, bins]);
    const base = np.array(Array.from(logBase)).reshape([1, bins]);
    const tilted = slope.mul(centres.ref).add(bend.mul(0.1).mul(np.square(centres)));
    return nn.logSoftmax(free.add(tilted).add(base)).reshape([count, bins]);
  };
  const act = await compileWithParameters(
    "tilted policy",
    (arrays, { features }) => ({ logits: logPolicy(arrays, features, batch) }),
    { parameters, inputs: { features: f32(batch, size) } },
  );
  const optimiser = new Adam(parameters, { rate: options.rate, clip: 10 });
  const train = await compileTraining(
    "tilt",
    (arrays, { features, tokens, logBasePath, logReward }) => {
      const chosen = np.sum(logPolicy(arrays, features, rows).mul(tokens), 1);
      const logTilted = np.sum(chosen.reshape([batch, horizon]), 1);
      const logZ = lax.stopGradient(np.mean(logBasePath.ref.add(logReward.ref).sub(logTilted.ref)));
      return { loss: tilt({ logZ, logTilted, logBase: logBasePath, logReward }) };
    },
    {
      parameters,
      optimiser,
      inputs: {
        features: f32(rows, size),
        tokens: f32(rows, bins),
        logBasePath: f32(batch),
        logReward: f32(batch),
      },
    },
  );
  const generator = Generator.fromKey(foldIn(root, 2));
  const rollOut = (): Promise<Rollouts> =>
    rollOutBatch(
      model,
      condition,
      generator,
      batch,
      async (features) => (await act.run({ features })).logits,
    );
  for (let i = 0; i < iterations; i++) {
    if (i % 10 === 0) await progress.onStep?.(i, iterations);
    progress.signal?.throwIfAborted();
    const share = iterations === 1 ? 1 : i / (iterations - 1);
    const width = softness[0] * (softness[1] / softness[0]) ** share;
    const { features, tokens, logBasePath, margins } = await rollOut();
    const logReward = Float32Array.from(margins, (margin) => Math.min(0, margin) / width);
    await train.step({ features, tokens, logBasePath, logReward });
  }
  await train.dispose();
  return {
    async sample(count) {
      const paths: Float64Array[] = [];
      const [margins, logRatio]: [number[], number[]] = [[], []];
      while (paths.length < count) {
        const drawn = await rollOut();
        const room = Math.min(batch, count - paths.length);
        paths.push(...drawn.paths.slice(0, room));
        margins.push(...drawn.margins.subarray(0, room));
        logRatio.push(...drawn.logRatio.subarray(0, room));
      }
      return { paths, margins: Float64Array.from(margins), logRatio: Float64Array.from(logRatio) };
    },
    dispose: () => act.dispose(),
  };
}

/** One batch of paths, step by step. */
async function rollOutBatch(
  model: PathModel,
  condition: Condition,
  generator: Generator,
  batch: number,
  logitsOf: (features: Float32Array) => Promise<ArrayLike<number>>,
): Promise<Rollouts> {
  const { horizon } = model;
  const size = 2 * horizon + 1;
  const features = new Float32Array(batch * horizon * size);
  const tokens = new Float32Array(batch * horizon * bins);
  const logBasePath = new Float32Array(batch);
  const logRatio = new Float64Array(batch);
  const scores = Array.from({ length: batch }, () => new Float64Array(horizon));
  // As if the rest went as expected: the values of all later steps at the scores known so far.
  const paths = scores.map((row) => row.map((g, t) => valueAt(model, t, g)));
  const now = new Float32Array(batch * size);
  for (let t = 0; t < horizon; t++) {
    for (let b = 0; b < batch; b++) {
      const at = b * size;
      if (t > 0) now[at + t - 1] = 0;
      now[at + t] = 1;
      now[at + 2 * horizon] = Math.min(4, Math.max(-4, condition.margin(paths[b]!))) / 2;
      features.set(now.subarray(at, at + size), (b * horizon + t) * size);
    }
    const logits = await logitsOf(now);
    for (let b = 0; b < batch; b++) {
      const token = generator.categorical(logits, b * bins, (b + 1) * bins);
      const innovation = drawInside(token, generator);
      tokens[(b * horizon + t) * bins + token] = 1;
      logBasePath[b]! += logBase[token]!;
      logRatio[b]! += logBase[token]! - logits[b * bins + token]!;
      now[b * size + horizon + t] = innovation;
      addInnovation(model, t, innovation, scores[b]!);
      const path = paths[b]!;
      for (let s = t; s < horizon; s++) path[s] = valueAt(model, s, scores[b]![s]!);
    }
  }
  const margins = Float64Array.from(paths, (path) => condition.margin(path));
  return { paths, margins, logRatio, features, tokens, logBasePath };
}
