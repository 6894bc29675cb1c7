/**
 * A sampler of futures that answer a question: a policy over the tokens of a law p, trained by relative trajectory
 * balance to draw paths in proportion to p(x)·r(x). It is p's own policy times a learned tilt, and starts as p itself. A rare event gives no signal at
 * first, so the reward is softened to exp(−distance/τ) and hardened as training goes on; what the samples are worth for
 * the question itself is settled afterwards by their weights, whatever training has reached.
 *
 * The tilt sees the step, where the values so far lie, and the margin the question would have if the rest went as
 * expected. log Z_r is the value that fits each batch best, so it needs no parameter.
 */
import { Adam } from "../../engine/optimiser/adam.ts";
import { compileTraining } from "../../engine/training-program.ts";
import { createParameters, parameter } from "../../engine/parameters/parameters.ts";
import { f32 } from "../../engine/spec.ts";
import { lax, nn, np } from "../../engine/jax.ts";
import { lecunNormal, zeros } from "../../engine/parameters/initialisers.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import type { ArraysOf } from "../../engine/parameters/parameters.ts";
import type { JaxArray } from "../../engine/jax.ts";
import { tilt } from "../../objective/tilt.ts";
import { Generator } from "../../random/generator.ts";
import { foldIn, key } from "../../random/key.ts";
import { runUpdates } from "../../training/run-updates.ts";
import type { Condition } from "./condition.ts";
import type { TokenLaw } from "./token-law.ts";

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
  /** `log p(x) − log q(x)` of the law q whose choices of tokens are flatter; 0 with a heat of 1. */
  readonly logFlatRatio: Float64Array;
}

/** Whose choices are followed: those of the tilted policy, of the law p, or of p with flatter ones. */
export interface Draw {
  readonly from: "tilted" | "law" | "flatter";
  readonly heat: number;
}

export interface TiltedSampler {
  /** Fresh paths, of the tilted policy unless told, with what each of the laws thinks of them. */
  sample(count: number, draw?: Draw): Promise<TiltedPaths>;
  dispose(): Promise<void>;
}

const fromPolicy: Draw = { from: "tilted", heat: 1 };

interface Progress {
  readonly onStep?: (done: number, total: number) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/** A batch of roll-outs as the training program reads it. */
interface Rollouts extends TiltedPaths {
  readonly features: Float32Array;
  /** `log p` of every token at every step. */
  readonly base: Float32Array;
  readonly tokens: Float32Array;
  readonly logBasePath: Float32Array;
}

export async function trainTilted(
  law: TokenLaw,
  condition: Condition,
  options: TiltOptions,
  progress: Progress = {},
): Promise<TiltedSampler> {
  const { horizon, bins } = law;
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
  const logPolicy = (arrays: ArraysOf<typeof tree>, features: JaxArray, base: JaxArray): JaxArray => {
    const one = np.tanh(np.matmul(features, arrays.first.weight).add(arrays.first.bias));
    const two = np.tanh(np.matmul(one, arrays.second.weight).add(arrays.second.bias));
    const out = np.matmul(two, arrays.last.weight).add(arrays.last.bias);
    const [free, slope, bend] = np.split(out, [bins, bins + 1], 1) as [JaxArray, JaxArray, JaxArray];
    const centres = np.array(Array.from(law.centres)).reshape([1, bins]);
    const tilted = slope.mul(centres.ref).add(bend.mul(0.1).mul(np.square(centres)));
    return nn.logSoftmax(free.add(tilted).add(base));
  };
  const act = await compileWithParameters(
    "tilted policy",
    (arrays, { features, base }) => ({ logits: logPolicy(arrays, features, base) }),
    { parameters, inputs: { features: f32(batch, size), base: f32(batch, bins) } },
  );
  const optimiser = new Adam(parameters, { rate: options.rate, clip: 10 });
  const train = await compileTraining(
    "tilt",
    (arrays, { features, base, tokens, logBasePath, logReward }) => {
      const chosen = np.sum(logPolicy(arrays, features, base).mul(tokens), 1);
      const logTilted = np.sum(chosen.reshape([batch, horizon]), 1);
      const logZ = lax.stopGradient(np.mean(logBasePath.ref.add(logReward.ref).sub(logTilted.ref)));
      return { loss: tilt({ logZ, logTilted, logBase: logBasePath, logReward }) };
    },
    {
      parameters,
      optimiser,
      inputs: {
        features: f32(rows, size),
        base: f32(rows, bins),
        tokens: f32(rows, bins),
        logBasePath: f32(batch),
        logReward: f32(batch),
      },
    },
  );
  const generator = Generator.fromKey(foldIn(root, 2));
  const rollOut = (draw: Draw): Promise<Rollouts> =>
    rollOutBatch(law, condition, generator, batch, draw, async (inputs) => (await act.run(inputs)).logits);
  try {
    await runUpdates(train, {
      ...progress,
      updates: iterations,
      async inputs(i) {
        const share = iterations === 1 ? 1 : i / (iterations - 1);
        const width = softness[0] * (softness[1] / softness[0]) ** share;
        const { features, base, tokens, logBasePath, margins } = await rollOut(fromPolicy);
        const logReward = Float32Array.from(margins, (margin) => Math.min(0, margin) / width);
        return { features, base, tokens, logBasePath, logReward };
      },
    });
  } catch (error) {
    await act.dispose();
    throw error;
  }
  return {
    async sample(count, draw = fromPolicy) {
      const paths: Float64Array[] = [];
      const [margins, logRatio] = [new Float64Array(count), new Float64Array(count)];
      const logFlatRatio = new Float64Array(count);
      while (paths.length < count) {
        const from = paths.length;
        const room = Math.min(batch, count - from);
        const drawn = await rollOut(draw);
        for (const path of drawn.paths.slice(0, room)) paths.push(path);
        margins.set(drawn.margins.subarray(0, room), from);
        logRatio.set(drawn.logRatio.subarray(0, room), from);
        logFlatRatio.set(drawn.logFlatRatio.subarray(0, room), from);
      }
      return { paths, margins, logRatio, logFlatRatio };
    },
    dispose: () => act.dispose(),
  };
}

/** One batch of paths, step by step. */
async function rollOutBatch(
  law: TokenLaw,
  condition: Condition,
  generator: Generator,
  batch: number,
  { from, heat }: Draw,
  policy: (inputs: { features: Float32Array; base: Float32Array }) => Promise<ArrayLike<number>>,
): Promise<Rollouts> {
  const { horizon, bins } = law;
  const size = 2 * horizon + 1;
  const features = new Float32Array(batch * horizon * size);
  const base = new Float32Array(batch * horizon * bins);
  const tokens = new Float32Array(batch * horizon * bins);
  const logBasePath = new Float32Array(batch);
  const [logRatio, logFlatRatio] = [new Float64Array(batch), new Float64Array(batch)];
  const some = await law.begin(batch);
  const now = new Float32Array(batch * size);
  const taken = new Int32Array(batch);
  for (let t = 0; t < horizon; t++) {
    const logBase = Float32Array.from(await some.next());
    for (let b = 0; b < batch; b++) {
      const at = b * size;
      if (t > 0) now[at + t - 1] = 0;
      now[at + t] = 1;
      now[at + 2 * horizon] = Math.min(4, Math.max(-4, condition.margin(some.paths[b]!))) / 2;
      features.set(now.subarray(at, at + size), (b * horizon + t) * size);
      base.set(logBase.subarray(b * bins, (b + 1) * bins), (b * horizon + t) * bins);
    }
    const logits = await policy({ features: now, base: logBase });
    const flat = heat === 1 ? logBase : flatter(logBase, bins, heat);
    const followed = { tilted: logits, law: logBase, flatter: flat }[from];
    for (let b = 0; b < batch; b++) {
      const token = generator.categorical(followed, b * bins, (b + 1) * bins);
      taken[b] = token;
      tokens[(b * horizon + t) * bins + token] = 1;
      logBasePath[b]! += logBase[b * bins + token]!;
      logRatio[b]! += logBase[b * bins + token]! - logits[b * bins + token]!;
      logFlatRatio[b]! += logBase[b * bins + token]! - flat[b * bins + token]!;
    }
    some.take(taken, generator).forEach((place, b) => (now[b * size + horizon + t] = place));
  }
  const margins = Float64Array.from(some.paths, (path) => condition.margin(path));
  return { paths: [...some.paths], margins, logRatio, logFlatRatio, features, base, tokens, logBasePath };
}

/** Rows of log probabilities, each divided by the heat and brought to a sum of 1 again. */
function flatter(logits: Float32Array, bins: number, heat: number): Float64Array {
  const flat = Float64Array.from(logits, (logit) => logit / heat);
  for (let at = 0; at < flat.length; at += bins) {
    const row = flat.subarray(at, at + bins);
    const top = row.reduce((most, value) => Math.max(most, value), -Infinity);
    const logSum = top + Math.log(row.reduce((sum, value) => sum + Math.exp(value - top), 0));
    row.forEach((value, k) => (row[k] = value - logSum));
  }
  return flat;
}
