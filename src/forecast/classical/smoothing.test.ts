import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { dynamicTheta } from "./dynamic-theta.ts";
import { nelderMead } from "./nelder-mead.ts";
import { smoothing } from "./smoothing.ts";
import { theta } from "./theta.ts";

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one / values.length, 0);

test("the simplex finds the end of Rosenbrock's valley", () => {
  const valley = ([x, y]: Float64Array): number => (1 - x!) ** 2 + 100 * (y! - x! * x!) ** 2;
  const { at } = nelderMead(valley, [-1.2, 1], { steps: [0.5, 0.5], most: 400, tolerance: 1e-14 });
  expect(at[0]).toBeCloseTo(1, 4);
  expect(at[1]).toBeCloseTo(1, 4);
});

test("a line goes on, a constant stays, and a season that grows with its level is followed", async () => {
  const line = Float64Array.from({ length: 40 }, (_, t) => 10 + 2 * t);
  const [ahead] = await smoothing.forecast([line], { horizon: 3, periods: [1] });
  ahead!.forEach((value, t) => expect(value).toBeCloseTo(90 + 2 * t, 1));
  const [flat] = await smoothing.forecast([new Float64Array(20).fill(3)], { horizon: 2, periods: [1] });
  expect([...flat!]).toEqual([3, 3]);
  const grown = (t: number): number => (50 + t) * (1 + 0.3 * Math.sin((2 * Math.PI * t) / 12));
  const history = Float64Array.from({ length: 96 }, (_, t) => grown(t));
  const [next] = await smoothing.forecast([history], { horizon: 12, periods: [12] });
  next!.forEach((value, t) => expect(Math.abs(value - grown(96 + t))).toBeLessThan(2));
});

test("noise around a level is averaged away, and a random walk is not", async () => {
  const generator = Generator.fromSeed(4);
  const errors = { noise: [] as number[], walk: [] as number[] };
  for (let s = 0; s < 40; s++) {
    const noise = Float64Array.from({ length: 60 }, () => 20 + generator.normal());
    let level = 0;
    const walk = Float64Array.from({ length: 60 }, () => (level += generator.normal()));
    const [calm, rough] = await smoothing.forecast([noise, walk], { horizon: 1, periods: [1] });
    errors.noise.push(Math.abs(calm![0]! - 20));
    errors.walk.push(Math.abs(rough![0]! - walk.at(-1)!));
  }
  expect(mean(errors.noise)).toBeLessThan(0.35);
  expect(mean(errors.walk)).toBeLessThan(0.5);
});

test("the dynamic theta model follows a line that Theta follows by half", async () => {
  const generator = Generator.fromSeed(9);
  const line = Float64Array.from({ length: 60 }, (_, t) => 100 + 3 * t + generator.normal());
  const ask = { horizon: 6, periods: [1] };
  const [dynamic] = await dynamicTheta.forecast([line], ask);
  const [usual] = await theta.forecast([line], ask);
  const errorOf = (forecast: Float64Array): number =>
    mean([...forecast].map((value, t) => Math.abs(value - 100 - 3 * (60 + t))));
  expect(errorOf(dynamic!)).toBeLessThan(2);
  expect(errorOf(dynamic!)).toBeLessThan(errorOf(usual!));
});
