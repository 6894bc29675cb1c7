/**
 * Golden cases of relative trajectory balance: kind `tilt`, every file in the folder named by `GOLDEN_DIR` (default
 * `../shared/golden`). The objective runs in float32 on the engine, to 1e-4 relative to the largest number of an
 * array; the exact posterior in float64, to 1e-9.
 */
import { expect } from "vitest";
import { nn, np } from "../../src/engine/jax.ts";
import type { JaxArray } from "../../src/engine/jax.ts";
import { exactLaw } from "../../src/evaluation/law/exact-law.ts";
import { stickyKernel } from "../../src/evaluation/law/kernel.ts";
import { tiltedLaw } from "../../src/evaluation/law/tilted-law.ts";
import { tv } from "../../src/evaluation/law/distances.ts";
import { tilt, tiltResidual } from "../../src/objective/tilt.ts";
import type { TiltTerms } from "../../src/objective/tilt.ts";
import { flatten, gradients, run } from "../../src/objective/testing/run.fixture.ts";
import type { Arrays, Nested } from "../../src/objective/testing/run.fixture.ts";
import { describeGoldenCases } from "./golden-cases.fixture.ts";

type Rows = readonly (readonly number[])[];

interface TiltCase {
  readonly kind: "tilt";
  readonly bins: number;
  readonly horizon: number;
  readonly inputs: {
    readonly baseLogitsByDepth: readonly Rows[];
    readonly tiltedLogitsByDepth: readonly Rows[];
    readonly logZ: number;
    readonly logReward: readonly number[];
    readonly paths: readonly number[];
  };
  readonly expected: Readonly<Record<string, Nested>>;
}

const exactFigures = new Set(["exactLogZ", "posterior", "tvOfTilted"]);

async function runTilt({ bins, horizon, inputs }: TiltCase): Promise<Record<string, ArrayLike<number>>> {
  const { paths, logReward } = inputs;
  const names = Array.from({ length: horizon }, (_, t) => `tilted${t}`);
  // Which prefix a path has at depth t, and which bin follows it, as one-hot rows.
  const prefixAt = (path: number, t: number): number => Math.floor(path / bins ** (horizon - t));
  const oneHot = (index: number, size: number): number[] =>
    Array.from({ length: size }, (_, i) => Number(i === index));
  const selectors: Record<string, Nested> = {};
  for (let t = 0; t < horizon; t++) {
    selectors[`prefix${t}`] = paths.map((path) => oneHot(prefixAt(path, t), bins ** t));
    selectors[`bin${t}`] = paths.map((path) => oneHot(prefixAt(path, t + 1) % bins, bins));
  }
  const logOfPaths = (arrays: Arrays, kind: "base" | "tilted"): JaxArray => {
    const steps = names.map((_, t) => {
      const logs = nn.logSoftmax(arrays[`${kind}${t}`]!.ref);
      const rows = np.matmul(arrays[`prefix${t}`]!.ref, logs);
      return np.sum(rows.mul(arrays[`bin${t}`]!.ref), -1);
    });
    return steps.reduce((sum, step) => sum.add(step));
  };
  const terms = (arrays: Arrays): TiltTerms => ({
    logZ: arrays["logZ"]!.ref,
    logTilted: logOfPaths(arrays, "tilted"),
    logBase: logOfPaths(arrays, "base"),
    logReward: arrays["chosenReward"]!.ref,
  });
  const byDepth = (kind: string, depths: readonly Rows[]): Record<string, Nested> =>
    Object.fromEntries(depths.map((rows, t) => [`${kind}${t}`, rows]));
  const results = await run(
    (arrays) => ({
      residual: tiltResidual(terms(arrays)),
      loss: tilt(terms(arrays)),
      ...gradients("grad", ["logZ", ...names], arrays, (free) => tilt(terms(free))),
    }),
    {
      ...byDepth("base", inputs.baseLogitsByDepth),
      ...byDepth("tilted", inputs.tiltedLogitsByDepth),
      ...selectors,
      logZ: inputs.logZ,
      chosenReward: paths.map((path) => logReward[path]!),
    },
  );
  const lawOf = (depths: readonly Rows[]): Float64Array =>
    exactLaw(
      depths.map((rows) => rows.flatMap(softmax)),
      stickyKernel(bins, 0),
    );
  const { logZ, law } = tiltedLaw(lawOf(inputs.baseLogitsByDepth), logReward);
  return {
    residual: results["residual"]!,
    loss: results["loss"]!,
    gradLogZ: results["gradLogZ"]!,
    gradTiltedLogitsByDepth: names.flatMap((name) =>
      Array.from(results[name.replace("tilted", "gradTilted")]!),
    ),
    exactLogZ: [logZ],
    posterior: law,
    tvOfTilted: [tv(lawOf(inputs.tiltedLogitsByDepth), law)],
  };
}

function softmax(row: readonly number[]): number[] {
  const top = Math.max(...row);
  const weights = row.map((value) => Math.exp(value - top));
  const total = weights.reduce((sum, value) => sum + value, 0);
  return weights.map((value) => value / total);
}

describeGoldenCases("golden cases: tilt", ["tilt"], runTilt, (name, actual, expected) => {
  const right = flatten(expected);
  const tolerance = exactFigures.has(name) ? 1e-9 : 1e-4 * Math.max(1, ...right.map(Math.abs));
  expect(actual.length, `${name}: number of values`).toBe(right.length);
  right.forEach((value, i) => {
    expect(
      Math.abs(actual[i]! - value) <= tolerance,
      `${name}[${i}]: got ${actual[i]}, expected ${value}`,
    ).toBe(true);
  });
});
