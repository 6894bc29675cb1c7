import { expect, test } from "vitest";
import { Generator } from "../../random/generator.ts";
import { errorMarks, markCount, usualMarks } from "./error-marks.ts";
import { errorSize, fitErrorSize } from "./error-size.ts";
import { sharedShift } from "./shared-shift.ts";

test("the size of errors is learned from many of them: what each mark adds, to a tenth", () => {
  const generator = Generator.fromSeed(3);
  const truth = Float64Array.of(-0.5, 0.5, 0.2, 0.7, 0, 0.3, -0.2);
  const errors = Array.from({ length: 30_000 }, () => {
    const marks = Float64Array.from({ length: markCount }, (_, i) => (i === 0 ? 1 : generator.normal()));
    // Laplace's law, whose size is the mean of the exponential law.
    return { marks, size: -Math.log(1 - generator.float64()) * errorSize(truth, marks) };
  });
  const found = fitErrorSize(errors, 1);
  truth.forEach((one, i) => expect(Math.abs(found[i]! - one)).toBeLessThan(0.1));
});

test("few errors leave what is usual, and only the size is theirs", () => {
  const marks = Float64Array.from({ length: markCount }, (_, i) => (i === 0 ? 1 : 0));
  const found = fitErrorSize([{ marks, size: 5 }], 1);
  expect(found[0]).toBeCloseTo(Math.log(5), 6);
  expect([...found.subarray(1)]).toEqual([...usualMarks.subarray(1)]);
  // Forecasts that came true leave no width.
  expect(errorSize(fitErrorSize([{ marks, size: 0 }], 1), marks)).toBeLessThan(1e-15);
});

test("marks by hand: the unit is the mean change, and a forecast of the last value is near the last season", () => {
  const history = Float64Array.of(0, 2, 0, 2, 0, 2);
  const { unit, marks } = errorMarks({ history, point: Float64Array.of(2, 2) }, 1, Math.E);
  expect(unit).toBe(2);
  // The line through the ends is .4 a step; half of that, in units.
  const near = Math.log((0.4 + 0.8) / 4 / 2);
  expect([...marks[0]!].map((one) => Number(one.toFixed(9)))).toEqual(
    [1, 0, 0.5, 1, near, Math.log(2 / 3), 0].map((one) => Number(one.toFixed(9))),
  );
});

test("a shift needs windows that share no value, and errors on one side in all of them", () => {
  const windows = (middles: readonly number[], step: number, series = 1e6) =>
    middles.map((middle, w) => ({
      held: 10 + w * step,
      series,
      near: () => [middle - 1, middle, middle + 1],
    }));
  expect(sharedShift(windows([0.5, 0.5, 0.5], 4), 0, 4)).toBeCloseTo(0.4, 2);
  expect(sharedShift(windows([-0.5, -0.5, -0.5], 4), 0, 4)).toBeCloseTo(-0.4, 2);
  expect(sharedShift(windows([0.5, 0.5, 0.5], 1), 0, 4)).toBe(0);
  expect(sharedShift(windows([0.5, -0.4, 0.3], 4), 0, 4)).toBe(0);
  // Three series say little.
  expect(sharedShift(windows([0.5, 0.5, 0.5], 4, 3), 0, 4)).toBe(0);
});
