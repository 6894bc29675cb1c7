import fc from "fast-check";
import { expect, test } from "vitest";
import { normalCdf } from "../../evaluation/sample/normal-cdf.ts";
import { bins, copulaFactor, logBase, pathModel, samplePath, valueAt } from "../generative/path-model.ts";
import { Generator } from "../../random/generator.ts";
import { askFuture } from "./answer.ts";
import { compileCondition } from "./condition.ts";
import { parseQuestion } from "./expression.ts";

/** A seasonal mean with autoregressive noise: every linear question has a normal law. */
const horizon = 8;
const correlation = (i: number, j: number): number => 0.7 ** Math.abs(i - j);
const mean = (t: number): number => 50 + 10 * Math.sin((2 * Math.PI * t) / 4);
const factor = new Float64Array(horizon * horizon);
for (let i = 0; i < horizon; i++) {
  for (let j = 0; j <= i; j++) {
    let sum = correlation(i, j);
    for (let k = 0; k < j; k++) sum -= factor[i * horizon + k]! * factor[j * horizon + k]!;
    factor[i * horizon + j] = i === j ? Math.sqrt(sum) : sum / factor[j * horizon + j]!;
  }
}
const model = pathModel(factor, horizon, (t, _, g) => mean(t) + 5 * g);
const steps = Array.from({ length: horizon }, (_, t) => t);
const total = steps.reduce((sum, t) => sum + mean(t), 0);
const spread =
  5 * Math.sqrt(steps.reduce((sum, i) => sum + steps.reduce((s, j) => s + correlation(i, j), 0), 0));
const small = { iterations: 150, batch: 32, hidden: 32, samples: 2000, seed: 1 };

test("the bins of an innovation have all of the normal law, half on each side", () => {
  const sum = logBase.reduce((mass, log) => mass + Math.exp(log), 0);
  expect(sum).toBeCloseTo(1, 12);
  expect(logBase[3]).toBeCloseTo(logBase[bins - 4]!, 10);
});

test.each([
  ["sum(y) > 10", [3, 3, 5], true],
  ["mean(y[1:2]) < 2.5", [3, 3, 5], false],
  ["min(y) >= 3 and y[3] < 6", [3, 3, 5], true],
  ["not (max(y) > 4 or first(y) < 0)", [3, 3, 5], false],
  ["2 < y[1] <= 3 && last(y) - first(y) == 2", [3, 3, 5], undefined],
  ["abs(y[1] - y[3]) / 2 >= 1", [3, 3, 5], true],
  ["(y[1] + y[2]) * 2 > 11", [3, 3, 5], true],
] as const)("%s", (text, path, expected) => {
  if (expected === undefined) {
    expect(() => parseQuestion(text, 3)).toThrowError(/ask for a range and not for equality|expected/);
    return;
  }
  const condition = compileCondition(text, [path, [1, 2, 3]]);
  expect(condition.logReward(path)).toBe(expected ? 0 : -Infinity);
  expect(condition.margin(path) >= 0).toBe(expected);
});

test.each([
  ["", /got the end at character 1/],
  ["sum(y)", /expected <, <=, > or >=/],
  ["y > 3", /one step such as y\[24\]/],
  ["y[9] > 3", /a step from 1 to the horizon, 3/],
  ["sum(x) > 3", /got "x\) > 3"/],
  ["process.exit()", /got ".exit\(\)" at character 8/],
  ["y[1] > 3 oops", /expected and, or, or the end/],
  ["y[3:1] > 3", /does not end before it begins/],
])("%j is refused, with where and what was expected", (text, message) => {
  expect(() => parseQuestion(text, 3)).toThrowError(message);
});

test("a margin is positive where a question is met and negative where it is not", () => {
  const value = fc.double({ min: -10, max: 10, noNaN: true });
  const condition = compileCondition("not (y[1] < 2 and y[2] > 3) or sum(y) > 9", [[0, 0], [5, 5], [1, 9]]); // prettier-ignore
  fc.assert(
    fc.property(value, value, (a, b) => {
      const margin = condition.margin([a, b]);
      if (margin !== 0) expect(condition.logReward([a, b]) === 0).toBe(margin > 0);
    }),
    { seed: 4, numRuns: 300 },
  );
});

test("paths of a copula keep its marginals and its correlations", () => {
  const generator = Generator.fromSeed(8);
  const paths = Array.from({ length: 4000 }, () => samplePath(model, generator));
  const standard = paths.map((path) => path.map((value, t) => (value - mean(t)) / 5));
  const product = (i: number, j: number): number =>
    standard.reduce((sum, row) => sum + row[i]! * row[j]!, 0) / 4000;
  expect(product(3, 3)).toBeCloseTo(1, 1);
  expect(product(3, 4)).toBeCloseTo(0.7, 1);
  const again = copulaFactor(standard, horizon);
  expect(again[horizon]!).toBeCloseTo(0.7 * (7 / 8), 1);
  expect(valueAt(model, 0, 0)).toBeCloseTo(mean(0), 9);
});

test.each([
  [1.2, 0],
  [3.7190165, 1],
  [4.2648908, 2],
])(
  "P(sum > mean + %f σ) is within 10 %% of the normal law, at 1 in 10, 10⁴ and 10⁵",
  async (z, seed) => {
    const exact = normalCdf(-z);
    const answer = await askFuture(model, `sum(y) > ${total + z * spread}`, { ...small, seed });
    expect(Math.abs(answer.probability / exact - 1)).toBeLessThan(0.1);
    expect(answer.effectiveSamples).toBeGreaterThan(100);
    expect(answer.interval[0]).toBeLessThan(answer.interval[1]);
    for (const path of answer.paths) {
      expect(path.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(total + z * spread);
    }
    // Given the sum, the expected value of a step is known: its mean plus its share of the surplus.
    const middle = steps.reduce((sum, j) => sum + correlation(4, j), 0);
    const surplus = z > 4 ? 4.48 : z > 3 ? 3.96 : 1.69; // E[Z | Z > z] of a normal variable
    const expected = mean(4) + (25 * middle * surplus) / spread;
    const got = answer.paths.reduce((sum, path) => sum + path[4]!, 0) / answer.paths.length;
    expect(Math.abs(got - expected)).toBeLessThan(0.6);
  },
  120_000,
);

test("the law of conditional paths: of two independent steps whose sum is large, which of them is", async () => {
  const two = pathModel(Float64Array.from([1, 0, 0, 1]), 2, (_t, _u, g) => g);
  const answer = await askFuture(two, "y[1] + y[2] > 3", { ...small, seed: 5 });
  // Cells by y[1] below 1, from 1 to 2, above: by quadrature of the two-dimensional normal law.
  const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const mass = (from: number, to: number): number => {
    let sum = 0;
    for (let x = from + 0.0005; x < to; x += 0.001) sum += 0.001 * density(x) * normalCdf(x - 3);
    return sum;
  };
  const cells = [mass(-8, 1), mass(1, 2), mass(2, 8)];
  const all = cells.reduce((sum, cell) => sum + cell, 0);
  expect(answer.probability / all).toBeCloseTo(1, 0);
  expect(Math.abs(answer.probability / all - 1)).toBeLessThan(0.1);
  const shares = [0, 0, 0];
  for (const path of answer.paths)
    shares[path[0]! < 1 ? 0 : path[0]! < 2 ? 1 : 2]! += 1 / answer.paths.length;
  const distance = shares.reduce((sum, share, i) => sum + Math.abs(share - cells[i]! / all) / 2, 0);
  expect(distance).toBeLessThan(0.05);
}, 120_000);

test.each([
  ["sum", 3.7190165, (path: Float64Array) => path.reduce((sum, value) => sum + value, 0), [total, spread]],
  ["last value", -4.2648908, (path: Float64Array) => path.at(-1)!, [mean(horizon - 1), 5]],
] as const)(
  "a function that says yes once in 10⁴ paths or 10⁵ is followed without a word of where that is: %s",
  async (_name, z, of, [middle, unit]) => {
    const meets = (path: Float64Array): boolean =>
      z > 0 ? of(path) > middle + z * unit : of(path) < middle + z * unit;
    const answer = await askFuture(model, meets, { ...small, seed: 3 });
    expect(answer.forecast.probability).toBeLessThan(1e-3);
    expect(Math.abs(answer.probability / normalCdf(-Math.abs(z)) - 1)).toBeLessThan(0.2);
    expect(answer.effectiveSamples).toBeGreaterThan(50);
    for (const path of answer.paths) expect(meets(path)).toBe(true);
  },
  120_000,
);

test("a reward function weighs paths, the same seed gives the same bits, and a negative reward is refused", async () => {
  const ask = () =>
    askFuture(model, (path) => Math.exp((path[0]! - 50) / 10), { ...small, iterations: 40, samples: 500 });
  const [one, two] = [await ask(), await ask()];
  // E[exp(g/2)] = exp(1/8).
  expect(Math.abs(one.probability / Math.exp(1 / 8) - 1)).toBeLessThan(0.1);
  expect(two.probability).toBe(one.probability);
  expect(two.paths[3]).toEqual(one.paths[3]);
  await expect(askFuture(model, () => -1, small)).rejects.toThrowError(
    /returned -1, expected a number of at least 0/,
  );
  const failing = (): never => {
    throw new TypeError("no such step");
  };
  await expect(askFuture(model, failing, small)).rejects.toThrowError(
    /the reward function failed on a path of \d+ steps: no such step\. Expected/,
  );
}, 120_000);

test.each([
  ["y[1] / 0 > 1", /got "0 > 1" at character .*expected a divisor other than 0/],
  ["y[1] > 1e400", /expected a number of at most 1e\+150/],
  ["y[1] > 1e-400", /got "1e-400" at character 7, expected a number that is not nearer to 0/],
  ["sum(y", /got the end at character 6/],
])("%s is a mistake before anything is computed", (question, message) => {
  expect(() => parseQuestion(question, horizon)).toThrowError(message);
});

test("a side that is no number is refused, not called certain", () => {
  const paths = [[1, 2, 3, 4, 5, 6, 7, 8]];
  expect(() => compileCondition("1 / (y[1] - y[1]) > 0", paths)).toThrowError(
    /got Infinity to compare with 0/,
  );
  expect(() => compileCondition("not 0 / (y[1] - y[1]) > 0", paths)).toThrowError(/got NaN/);
});

test("an impossible question has probability 0 and an interval of numbers", async () => {
  const answer = await askFuture(model, "0 > 1", { ...small, iterations: 2, samples: 300 });
  expect(answer.probability).toBe(0);
  expect(answer.interval).toEqual([0, 0.01]);
});

test.each(["1 > 0", () => true])("what every path meets is not called certain", async (question) => {
  const answer = await askFuture(model, question, { ...small, iterations: 2, samples: 300 });
  expect(answer.probability).toBe(1);
  expect(answer.interval).toEqual([0.99, 1]);
});

test("weights may be of any size: neither their squares nor their sums are lost", async () => {
  const quick = { ...small, iterations: 20, samples: 500 };
  const near = (path: Float64Array): number => Math.exp(-Math.abs(path[0]! - 50) / 5);
  const usual = await askFuture(model, near, quick);
  for (const unit of [1e-250, 1e250]) {
    const { probability, effectiveSamples, interval, forecast } = await askFuture(
      model,
      (path) => unit * near(path),
      quick,
    );
    expect(probability / unit).toBeCloseTo(usual.probability, 2);
    expect(forecast.standardError / unit).toBeCloseTo(usual.forecast.standardError, 10);
    expect(effectiveSamples).toBeGreaterThan(100);
    expect(interval[1] / unit).toBeCloseTo(usual.interval[1], 2);
  }
});

test.each([
  [async () => 1, "a promise"],
  [() => undefined, "nothing"],
  [() => "yes", "a value of type string"],
  [() => NaN, "NaN"],
])("what a reward function gives instead of a weight is told", async (reward, told) => {
  await expect(askFuture(model, reward as unknown as () => number, small)).rejects.toThrowError(
    `the reward function returned ${told}, expected a number of at least 0`,
  );
});
