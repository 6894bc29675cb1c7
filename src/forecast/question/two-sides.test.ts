import { expect, test } from "vitest";
import { normalCdf } from "../../evaluation/sample/normal-cdf.ts";
import { copulaFactor, pathModel } from "../generative/path-model.ts";
import { Generator } from "../../random/generator.ts";
import { askFuture } from "./answer.ts";
import { learnWay } from "./learned-direction.ts";
import { copulaLaw, samplePaths } from "./token-law.ts";

/** Values in units of their deviation around 0, with the correlations of an autoregression of 0.7. */
const horizon = 8;
const noise = Generator.fromSeed(1);
const rows = Array.from({ length: 400 }, () => {
  let last = noise.normal();
  return Float64Array.from({ length: horizon }, (_, t) =>
    t === 0 ? last : (last = 0.7 * last + Math.sqrt(1 - 0.49) * noise.normal()),
  );
});
const model = pathModel(copulaFactor(rows, horizon), horizon, (_t, _u, g) => g);
const small = { iterations: 150, batch: 32, hidden: 32, samples: 2000 };
const [first, last] = [
  (path: ArrayLike<number>) => path[0]!,
  (path: ArrayLike<number>) => path[horizon - 1]!,
];

test.each([
  ["the first, at 5e-4", 3.4, 3.6, first, 1],
  ["the first, at 5e-4", 3.4, 3.6, first, 2],
  ["the last, at 6e-5", 3.9, 4.2, last, 3],
  ["the last, at 2e-5", 4.26, 4.26, last, 4],
])(
  "a function that says yes on two sides of %s is answered for both of them",
  async (_name, above, below, of, seed) => {
    const meets = (path: Float64Array): boolean => of(path) > above || of(path) < -below;
    const answer = await askFuture(model, meets, { ...small, seed });
    const exact = normalCdf(-above) + normalCdf(-below);
    expect(Math.abs(answer.probability / exact - 1)).toBeLessThan(0.15);
    const upper = answer.paths.filter((path) => of(path) > 0).length / answer.paths.length;
    expect(Math.abs(upper - normalCdf(-above) / exact)).toBeLessThan(0.15);
    expect(answer.agree).toBe(true);
  },
  120_000,
);

test("the way leads to every group of paths that meet it, and a lone group has one line", async () => {
  const law = copulaLaw(model);
  const usual = await samplePaths(law, 2000, Generator.fromSeed(2));
  const learn = (meets: (path: ArrayLike<number>) => boolean) =>
    learnWay(law, meets, usual, Generator.fromSeed(3));
  const at = (one: number, other: number) =>
    Float64Array.from({ length: horizon }, (_, t) =>
      t === 0 ? one : t === horizon - 1 ? other : 0.7 ** t * one,
    );
  const four = await learn((path) => Math.abs(first(path)) > 3.9 || Math.abs(last(path)) > 3.9);
  for (const path of [at(5, 0), at(-5, 0), at(0, 5), at(0, -5)])
    expect(four!.margin!(path)).toBeGreaterThan(-0.5);
  expect(four!.margin!(at(0, 0))).toBeLessThan(-2.5);
  const one = await learn((path) => last(path) > 3.9);
  expect(one!.margin!(at(0, 5))).toBeGreaterThan(0);
  expect(one!.margin!(at(0, -5))).toBeLessThan(-6);
  expect(await learn(() => false)).toBeUndefined();
}, 120_000);

test("where weights lead a sampler to one side, paths on the other count, and the contradiction is told", async () => {
  // Small weights on the side that is often met, large ones on the other, which has more of the whole.
  const reward = (path: Float64Array): number =>
    first(path) > 1.5 ? Math.exp(Math.min(4, first(path))) : first(path) < -3 ? 3e4 : 0;
  const answer = await askFuture(model, reward, { ...small, seed: 1 });
  const upper = (() => {
    let sum = 0;
    for (let x = 1.5; x < 8; x += 1e-3)
      sum += (1e-3 * Math.exp(Math.min(4, x) - (x * x) / 2)) / Math.sqrt(2 * Math.PI);
    return sum;
  })();
  const exact = upper + 3e4 * normalCdf(-3);
  expect(answer.interval[0]).toBeLessThan(exact);
  expect(answer.interval[1]).toBeGreaterThan(exact);
  expect(answer.agree).toBe(false);
  expect(answer.probability / exact).toBeGreaterThan(0.2);
}, 120_000);

test("an upper bound of nothing found is known of yes and no alone", async () => {
  const quick = { ...small, iterations: 2, samples: 300, seed: 1 };
  const meets = (path: Float64Array): boolean => first(path) > 50;
  expect((await askFuture(model, meets, quick)).interval).toEqual([0, 0.01]);
  const weighs = (path: Float64Array): number => (meets(path) ? 1e6 : 0);
  expect((await askFuture(model, weighs, quick)).interval).toEqual([0, Infinity]);
});

test.each([
  [{ samples: 0 }, "got samples 0, expected a whole number of at least 2"],
  [{ samples: 1.5 }, "got samples 1.5, expected"],
  [{ samples: NaN }, "got samples NaN, expected"],
  [{ iterations: 0 }, "got iterations 0, expected a whole number of at least 1"],
  [{ batch: 2.5 }, "got batch 2.5, expected"],
])("counts that are none are refused: %j", async (options, message) => {
  await expect(askFuture(model, "sum(y) > 1", options)).rejects.toMatchObject({
    code: "forecast/bad-count",
    message: expect.stringContaining(message),
  });
});
