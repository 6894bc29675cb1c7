import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EarlyStop } from "./early-stop.ts";

const observeAll = (stop: EarlyStop, values: readonly number[]): (string | undefined)[] =>
  values.map((value) => stop.observe(value));

describe("early stop", () => {
  test("below a value", () => {
    const stop = new EarlyStop({ metric: "tv", below: 0.1 });
    expect(observeAll(stop, [0.5, 0.1, 0.2, 0.09])).toEqual([undefined, undefined, undefined, "below"]);
  });

  test("after some values that are no better than the best", () => {
    const stop = new EarlyStop({ metric: "loss", patience: 2 });
    const values = [3, 2, 2.5, 1, 1, 1.5];
    expect(observeAll(stop, values)).toEqual([...values.slice(1).map(() => undefined), "patience"]);
  });

  test("what is not a number counts as no improvement", () => {
    const stop = new EarlyStop({ metric: "loss", below: 0, patience: 2 });
    expect(observeAll(stop, [1, Number.NaN, Number.NaN])).toEqual([undefined, undefined, "patience"]);
  });

  test("stops where a plain look back over all values would", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (values, patience) => {
          const expected = values.findIndex((_, i) => {
            const best = Math.min(...values.slice(0, i + 1));
            return i - values.indexOf(best) >= patience;
          });
          const stop = new EarlyStop({ metric: "loss", patience });
          expect(values.findIndex((value) => stop.observe(value) !== undefined)).toBe(expected);
        },
      ),
    );
  });

  test("goes on from a saved state as if nothing had happened", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }),
        fc.nat(),
        (values, cut) => {
          const at = cut % values.length;
          const whole = new EarlyStop({ metric: "loss", patience: 3, below: -1 });
          const before = new EarlyStop(whole.options);
          observeAll(before, values.slice(0, at));
          const after = new EarlyStop(whole.options);
          after.restore(JSON.parse(JSON.stringify(before.save())) as ReturnType<EarlyStop["save"]>);
          expect(observeAll(after, values.slice(at))).toEqual(observeAll(whole, values).slice(at));
        },
      ),
    );
  });

  test.each([{}, { below: Number.NaN }, { patience: 0 }, { patience: 1.5 }])("refuses %j", (options) => {
    expect(() => new EarlyStop({ metric: "tv", ...options })).toThrow(/stopWhen tv: got/);
  });
});
