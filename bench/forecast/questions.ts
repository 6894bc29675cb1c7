/**
 * Questions about a simulated series whose law is known: how near the answers come, and how many samples they are
 * worth, down to one in 10⁵: `npx tsx bench/forecast/questions.ts [--law copula|policy] [--seeds 0,1,2]`. The law is the copula
 * the pool has, or a policy that draws a token of the next value given the last, as the generative forecaster does.
 * With `--functions` they are asked by functions that say yes or no, on one side and on two.
 */
import { parseArgs } from "node:util";
import { factorInPlace } from "../../src/evaluation/dense-cholesky.ts";
import { normalCdf } from "../../src/evaluation/sample/normal-cdf.ts";
import { pathModel } from "../../src/forecast/generative/path-model.ts";
import { askFuture } from "../../src/forecast/question/answer.ts";
import { seasonalAutoregressiveLaw } from "../../src/forecast/question/chain-law.fixture.ts";

const { values } = parseArgs({
  options: {
    law: { type: "string", default: "copula" },
    seeds: { type: "string", default: "0,1,2" },
    functions: { type: "boolean", default: false },
  },
});

const horizon = 24;
const correlation = (i: number, j: number): number => 0.7 ** Math.abs(i - j);
const mean = (t: number): number => 50 + 10 * Math.sin((2 * Math.PI * t) / 12);
const deviation = 5;

const factor = Float64Array.from({ length: horizon * horizon }, (_, at) =>
  correlation(Math.floor(at / horizon), at % horizon),
);
factorInPlace(factor, horizon, (square) => square);
const model =
  values.law === "policy"
    ? seasonalAutoregressiveLaw(horizon, 0.7, mean, deviation)
    : pathModel(factor, horizon, (t, _u, g) => mean(t) + deviation * g);
const steps = Array.from({ length: horizon }, (_, t) => t);
const total = steps.reduce((sum, t) => sum + mean(t), 0);
const variance = steps.reduce((sum, i) => sum + steps.reduce((part, j) => part + correlation(i, j), 0), 0);
const spread = deviation * Math.sqrt(variance);

console.log("question | exact | got | relative error | effective samples | plain paths | s");
const seeds = values.seeds.split(",").map(Number);
if (values.functions) await askFunctions();
else await askWords();

async function askWords(): Promise<void> {
  for (const z of [4.26, 3.09, 3.72, 1.5])
    for (const seed of seeds) await ask(`sum(y) > ${total + z * spread}`, normalCdf(-z), seed);
  await ask(`y[12] < ${mean(11) - 4.26 * deviation}`, normalCdf(-4.26), 3);
}

async function askFunctions(): Promise<void> {
  const sum = (path: Float64Array): number => (path.reduce((all, value) => all + value, 0) - total) / spread;
  const first = (path: Float64Array): number => (path[0]! - mean(0)) / deviation;
  for (const seed of seeds) {
    await ask((path) => sum(path) > 3.72, normalCdf(-3.72), seed, "sum above 3.72 σ");
    for (const z of [3.29, 4.26])
      await ask((path) => Math.abs(sum(path)) > z, 2 * normalCdf(-z), seed, `sum beyond ±${z} σ`);
    const unlike = normalCdf(-3.9) + normalCdf(-4.2);
    await ask((path) => first(path) > 3.9 || first(path) < -4.2, unlike, seed, "y[1] beyond −4.2 or 3.9 σ");
  }
}

async function ask(
  question: string | ((path: Float64Array) => boolean),
  exact: number,
  seed: number,
  name = String(question),
): Promise<void> {
  const started = performance.now();
  const answer = await askFuture(model, question, { seed });
  const cells = [
    name,
    exact.toExponential(2),
    answer.probability.toExponential(2),
    `${(100 * (answer.probability / exact - 1)).toFixed(1)} %`,
    answer.effectiveSamples.toFixed(0),
    answer.forecast.probability.toExponential(2),
    ((performance.now() - started) / 1000).toFixed(1),
  ];
  console.log(cells.join(" | "));
}
