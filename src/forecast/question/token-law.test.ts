import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { normalCdf } from "../../evaluation/sample/normal-cdf.ts";
import { askFuture } from "./answer.ts";
import { chainLaw, seasonalAutoregressiveLaw } from "./chain-law.fixture.ts";
import { compileCondition } from "./condition.ts";
import { tiltDefaults, trainTilted } from "./tilted-sampler.ts";
import { samplePaths } from "./token-law.ts";

/** Four tokens, three steps, values anywhere inside a token's bin: 64 sequences, all of them known. */
const logNext = (place: number | undefined): Float64Array => {
  const middle = place === undefined ? 1 : 0.7 * Math.floor(place) + 0.4;
  const raw = Float64Array.from({ length: 4 }, (_, k) => -((k - middle) ** 2));
  const total = Math.log(raw.reduce((sum, value) => sum + Math.exp(value), 0));
  return raw.map((value) => value - total);
};
const small = chainLaw({
  horizon: 3,
  kept: 0.7,
  centres: Float64Array.of(-1.5, -0.5, 0.5, 1.5),
  logNext: (_t, place) => logNext(place),
  inside: (_t, _place, token, u) => token + u,
  value: (_t, place) => place,
});

/** Probabilities of the 64 sequences that meet a condition on tokens. */
function exactLaw(meets: (tokens: readonly number[]) => boolean): Map<string, number> {
  const law = new Map<string, number>();
  for (let code = 0; code < 64; code++) {
    const tokens = [code >> 4, (code >> 2) & 3, code & 3];
    const log = tokens.reduce(
      (sum, token, t) => sum + logNext(t === 0 ? undefined : tokens[t - 1])[token]!,
      0,
    );
    if (meets(tokens)) law.set(tokens.join(), Math.exp(log));
  }
  return law;
}
const totalOf = (law: Map<string, number>): number => [...law.values()].reduce((sum, p) => sum + p, 0);

function distance(
  exact: Map<string, number>,
  paths: readonly Float64Array[],
  weights: ArrayLike<number>,
): number {
  const total = Array.from(weights).reduce((sum, weight) => sum + weight, 0);
  const got = new Map<string, number>();
  paths.forEach((path, i) => {
    const name = Array.from(path, Math.floor).join();
    got.set(name, (got.get(name) ?? 0) + weights[i]! / total);
  });
  const names = new Set([...exact.keys(), ...got.keys()]);
  const all = totalOf(exact);
  return [...names].reduce((sum, n) => sum + Math.abs((exact.get(n) ?? 0) / all - (got.get(n) ?? 0)) / 2, 0);
}

test("paths of a law drawn token by token have its law", async () => {
  const paths = await samplePaths(small, 20_000, Generator.fromSeed(1));
  expect(
    distance(
      exactLaw(() => true),
      paths,
      new Float64Array(20_000).fill(1),
    ),
  ).toBeLessThan(0.03);
});

test("the tilted policy's law is the conditional one, before and after its weights", async () => {
  const exact = exactLaw(([one, , three]) => one === 3 && three! >= 2);
  const question = "y[1] >= 3 and y[3] >= 2";
  const examples = await samplePaths(small, 500, Generator.fromSeed(2));
  const condition = compileCondition(question, examples);
  const options = { ...tiltDefaults, seed: 4, iterations: 400, hidden: 32, softness: [1, 0.02] as const };
  const sampler = await trainTilted(small, condition, options);
  const { paths, logRatio } = await sampler.sample(20_000);
  await sampler.dispose();
  const rewards = paths.map((path) => Math.exp(condition.logReward(path)));
  const weights = Float64Array.from(rewards, (reward, i) => reward * Math.exp(logRatio[i]!));
  expect(distance(exact, paths, new Float64Array(paths.length).fill(1))).toBeLessThan(0.1);
  expect(distance(exact, paths, weights)).toBeLessThan(0.05);
  const probability = weights.reduce((sum, weight) => sum + weight, 0) / paths.length;
  expect(Math.abs(probability / totalOf(exact) - 1)).toBeLessThan(0.05);
}, 120_000);

test("one in 10⁵ of a season with autoregressive noise, from its own token policy", async () => {
  const [horizon, phi, deviation] = [8, 0.7, 5];
  const mean = (t: number): number => 50 + 10 * Math.sin((2 * Math.PI * t) / 4);
  const law = seasonalAutoregressiveLaw(horizon, phi, mean, deviation);
  const steps = Array.from({ length: horizon }, (_, t) => t);
  const total = steps.reduce((sum, t) => sum + mean(t), 0);
  const variance = steps.reduce((sum, i) => sum + steps.reduce((s, j) => s + phi ** Math.abs(i - j), 0), 0);
  const z = 4.2648908;
  const answer = await askFuture(law, `sum(y) > ${total + z * deviation * Math.sqrt(variance)}`, {
    iterations: 200,
    batch: 32,
    hidden: 32,
    samples: 2000,
    seed: 2,
  });
  expect(answer.agree).toBe(true);
  expect(Math.abs(answer.probability / normalCdf(-z) - 1)).toBeLessThan(0.1);
}, 120_000);
