import { beforeAll, expect, test } from "vitest";
import { Adam } from "../../engine/optimiser/adam.ts";
import { compileTraining } from "../../engine/training-program.ts";
import { compileWithParameters } from "../../engine/parameter-program.ts";
import { Generator } from "../../random/generator.ts";
import { normalQuantile } from "../../random/normal-quantile.ts";
import { poolPaths } from "../generative/pool-paths.ts";
import { askFuture } from "../question/answer.ts";
import { createDrawer } from "./draw.ts";
import { createForecaster, examplesOf, pastsOf } from "./forecaster.ts";
import { knownSeries, lawAhead, phi, season } from "./known-law.fixture.ts";
import { WindowBatch } from "./batch.ts";
import { likelihoodLoss } from "./learn.ts";
import { gflownet } from "./member.ts";
import type { GflownetMember } from "./member.ts";
import { restoreGflownet, saveGflownet } from "./saved.ts";
import { resolveSettings } from "./settings.ts";
import { tokenOf } from "./tokens.ts";

const ask = { horizon: 8, periods: [season] };
const small = {
  references: ["season"],
  bins: 64,
  reach: 6,
  width: 16,
  heads: 2,
  patches: 6,
  iterations: 500,
  epochs: 40,
  batch: 24,
  rate: 4e-3,
  paths: 64,
} as const;
const known = knownSeries(32, 240);
const histories = known.map(({ values }) => values);
let trained: GflownetMember;
let points: readonly Float64Array[];

beforeAll(async () => {
  trained = gflownet(small);
  points = await trained.forecast(histories, ask);
}, 300_000);

/** Wasserstein distance between forecast and exact marginals, in standard deviations; and that of the last season. */
function distances(member: GflownetMember): { readonly own: number; readonly lastSeason: number } {
  const levels = [0.1, 0.3, 0.5, 0.7, 0.9];
  const quantiles = member.forecastQuantiles(histories, ask, levels);
  let [own, lastSeason, count] = [0, 0, 0];
  known.forEach((series, i) => {
    for (let t = 0; t < ask.horizon; t++) {
      const [mean, deviation] = lawAhead(series, t);
      levels.forEach((level, l) => {
        const exact = mean + deviation * normalQuantile(level);
        own += Math.abs(quantiles[i]![l]![t]! - exact) / deviation;
        lastSeason += Math.abs(series.values[series.values.length - season + t]! - exact) / deviation;
        count++;
      });
    }
  });
  return { own: own / count, lastSeason: lastSeason / count };
}

test("learns a known law from the last season alone, of which it knows neither level nor shape", () => {
  // Whoever knew φ and the shape would still have to guess the level from 240 values, which is 0.2 off.
  const { own, lastSeason } = distances(trained);
  expect(own).toBeLessThan(0.5);
  expect(lastSeason).toBeGreaterThan(1);
  expect(points[0]![0]).toBe(trained.forecastQuantiles(histories, ask, [0.5])[0]![0]![0]);
});

test("paths hang together as the process does", async () => {
  let [products, squares] = [0, 0];
  for (const i of [0, 1, 2, 3]) {
    const paths = await trained.drawPaths(i, 60, 5);
    for (let t = 2; t < ask.horizon; t++) {
      const centre = (s: number): number => paths.reduce((sum, path) => sum + path[s]! / paths.length, 0);
      const [now, before] = [centre(t), centre(t - 1)];
      for (const path of paths) {
        products += (path[t]! - now) * (path[t - 1]! - before);
        squares += (path[t - 1]! - before) ** 2;
      }
    }
    expect(paths).toHaveLength(60);
  }
  // Regression of a value on the one before it along the paths: φ of the process.
  expect(products / squares).toBeGreaterThan(phi - 0.2);
  expect(products / squares).toBeLessThan(phi + 0.2);
}, 180_000);

test("a question is asked of the policy itself: its tilted sampler and its own paths agree", async () => {
  const levels = (list: readonly number[]) => trained.forecastQuantiles(histories, ask, list);
  const model = poolPaths(
    { name: "own", point: points, quantiles: (i, list) => ({ levels: list, values: levels(list)[i]! }) },
    await trained.drawPaths(0, 400, 0),
    0,
    ask.horizon,
  );
  const law = trained.tokenLaw!(0, model);
  const middle = points[0]!.reduce((sum, value) => sum + value, 0);
  const options = { iterations: 80, batch: 64, hidden: 32, samples: 4000, seed: 1 };
  const answer = await askFuture(law, `sum(y) > ${middle + 16}`, options);
  await law.dispose!();
  expect(answer.forecast.probability).toBeGreaterThan(0.005);
  expect(answer.forecast.probability).toBeLessThan(0.3);
  const [one, two] = [answer.tilted, answer.forecast];
  const error = Math.hypot(one.standardError, two.standardError);
  expect(Math.abs(one.probability - two.probability)).toBeLessThan(4 * error);
  expect(one.effectiveSamples).toBeGreaterThan(two.effectiveSamples);
}, 120_000);

test("the same seed gives the same bits; longer histories go on; earlier ones forget what came later", async () => {
  const quick = { ...small, iterations: 12, paths: 8 };
  const earlier = histories.map((values) => values.subarray(0, 220));
  const one = gflownet(quick);
  const first = await one.forecast(earlier, ask);
  expect(await gflownet(quick).forecast(earlier, ask)).toEqual(first);
  const second = await one.forecast(histories, ask);
  expect(second).not.toEqual(await gflownet(quick).forecast(histories, ask));
  // Asked about the past again, it must not know what it has seen since.
  expect(await one.forecast(earlier, ask)).toEqual(first);
}, 180_000);

test("levels are corrected by what came at earlier origins, and only then", async () => {
  const quick = { ...small, iterations: 12, paths: 8 };
  const earlier = histories.map((values) => values.subarray(0, 232));
  const [plain, corrected] = [gflownet(quick), gflownet({ ...quick, calibration: "thoughts" })];
  expect(await corrected.forecast(earlier, ask)).toEqual(await plain.forecast(earlier, ask));
  const [before, after] = [await plain.forecast(histories, ask), await corrected.forecast(histories, ask)];
  expect(after).not.toEqual(before);
  const [low, middle, high] = corrected.forecastQuantiles(histories, ask, [0.1, 0.5, 0.9])[0]!;
  expect(low![3]).toBeLessThan(middle![3]!);
  expect(middle![3]).toBeLessThan(high![3]!);
}, 180_000);

test("no value after an origin reaches what the network reads there", async () => {
  const settings = resolveSettings(small);
  const { network } = createForecaster(ask, settings);
  const altered = histories.map((values) => values.map((value, t) => (t >= 200 ? 3 * value - 40 : value)));
  const before = examplesOf(await pastsOf(histories, ask, settings), network.layout, 4);
  const after = examplesOf(
    { ...(await pastsOf(altered, ask, settings)), ratio: (await pastsOf(histories, ask, settings)).ratio },
    network.layout,
    4,
  );
  let same = 0;
  before.forEach(({ origin, reference, unit, context, steps }, i) => {
    if (origin > 200) return;
    const other = after[i]!;
    expect([other.reference, other.unit, other.context, other.steps]).toEqual([
      reference,
      unit,
      context,
      steps,
    ]);
    same++;
  });
  expect(same).toBeGreaterThan(100);
});

/** A network small enough for finite differences, with a batch of two windows. */
async function tiny(head: "tokens" | "absolute" | "square", encoder: "transformer" | "linear") {
  const settings = resolveSettings({
    ...small,
    head,
    encoder,
    bins: 6,
    reach: 2,
    width: 4,
    layers: 1,
    patches: 3,
  });
  const forecaster = createForecaster(ask, settings);
  const examples = examplesOf(
    await pastsOf(histories.slice(0, 2), ask, settings),
    forecaster.network.layout,
    2,
  );
  const batch = new WindowBatch(forecaster, 2);
  [0, 1].forEach((b) => {
    batch.place(b, examples[5 * b]!);
    batch.placeOutcome(b, examples[5 * b]!.residuals);
  });
  return { forecaster, batch };
}

test.each([
  ["tokens", "transformer"],
  ["tokens", "linear"],
  ["absolute", "transformer"],
  ["square", "linear"],
] as const)("the gradient of the loss (%s, %s) is that of finite differences", async (head, encoder) => {
  const { forecaster, batch } = await tiny(head, encoder);
  const { parameters } = forecaster;
  const program = await compileTraining(
    "loss",
    (tree, inputs) => ({ loss: likelihoodLoss(forecaster, tree, inputs) }),
    { parameters, optimiser: new Adam(parameters), inputs: batch.specs },
  );
  await program.evaluate(batch.arrays);
  const gradient = parameters.gradient.slice();
  const start = parameters.values.slice();
  const generator = Generator.fromSeed(4);
  for (let round = 0; round < 4; round++) {
    const direction = Float32Array.from(gradient, () => generator.normal());
    const step = 2e-3;
    const at = async (sign: number): Promise<number> => {
      parameters.values.forEach((_, i) => (parameters.values[i] = start[i]! + sign * step * direction[i]!));
      return (await program.evaluate(batch.arrays)).loss;
    };
    const difference = ((await at(1)) - (await at(-1))) / (2 * step);
    const exact = gradient.reduce((sum, g, i) => sum + g * direction[i]!, 0);
    expect(Math.abs(difference - exact)).toBeLessThan(0.02 + 0.03 * Math.abs(exact));
  }
  await program.dispose();
});

test("drawing with the cache uses the probabilities of the whole pass", async () => {
  const { forecaster, batch } = await tiny("tokens", "transformer");
  const { network, parameters, bins } = forecaster;
  const settings = forecaster.settings;
  const pasts = await pastsOf(histories.slice(0, 2), ask, settings);
  const examples = examplesOf(pasts, network.layout, 2);
  const drawer = await createDrawer(forecaster, { windows: 2, paths: 1 });
  const futures = await drawer.draw([examples[0]!, examples[5]!], Generator.fromSeed(9));
  futures.forEach(({ paths }, b) => batch.placeOutcome(b, Float32Array.from(paths[0]!)));
  const { targets: _targets, ...specs } = batch.specs;
  const whole = await compileWithParameters(
    "whole",
    (tree, inputs) => ({
      logits: network.outputs(tree, network.conditions(tree, inputs), inputs.tokens),
    }),
    { parameters, inputs: specs },
  );
  const { targets, ...arrays } = batch.arrays;
  expect(targets.length).toBe(2 * ask.horizon * bins.count);
  const { logits } = await whole.run(arrays);
  futures.forEach(({ masses, paths }, b) => {
    for (let t = 0; t < ask.horizon; t++) {
      const row = Array.from({ length: bins.count }, (_, k) =>
        Math.exp(logits[(t * 2 + b) * bins.count + k]!),
      );
      const total = row.reduce((sum, mass) => sum + mass, 0);
      row.forEach((mass, k) => expect(masses[t * bins.count + k]).toBeCloseTo(mass / total, 5));
      expect(row[tokenOf(bins, paths[0]![t]!)]).toBeGreaterThan(0);
    }
  });
  await drawer.dispose();
  await whole.dispose();
});

test("what cannot work is refused with what was got", async () => {
  expect(() => gflownet({ width: 0 })).toThrowError(/got width = 0/);
  expect(() => gflownet({ references: ["weather" as "season"] })).toThrowError(/got the reference "weather"/);
  const fresh = gflownet(small);
  expect(() => fresh.forecastQuantiles(histories, ask, [0.5])).toThrowError(/does not have/);
  const saved = gflownet({}, trained.trained());
  await expect(Promise.resolve(saved.forecast(histories, { ...ask, horizon: 3 }))).rejects.toThrowError(
    /got horizon 3/,
  );
});

test("a saved network forecasts without training, and as it did; a damaged one is refused", async () => {
  const saved = saveGflownet(trained.trained()!);
  const again = gflownet({}, restoreGflownet(saved));
  expect(await again.forecast(histories, ask)).toEqual(points);
  const { meta, parameters } = saved;
  expect(() => restoreGflownet({ meta, parameters: parameters.subarray(1) })).toThrowError(
    /expected \d+ finite ones/,
  );
  expect(() => restoreGflownet({ meta, parameters: parameters.map(() => NaN) })).toThrowError(/finite/);
  // Numbers for such a network would fill the memory before anyone could count them.
  const huge = { ...meta, settings: { ...meta.settings, width: 4_000_000 } };
  expect(() => restoreGflownet({ meta: huge, parameters })).toThrowError(/expected \d+ finite ones/);
}, 180_000);
