import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { said } from "../run/config/typed.fixture.ts";
import { idleWindow, SampleWindow, usualWindow } from "./sample-window.ts";

const objects = ["a", "b", "c"];
const places = new Map(objects.map((object, place) => [object, place]));

/** The definition, from the samples themselves. */
function slowly(seen: readonly string[], target: readonly number[], window: number): number | null {
  const last = seen.slice(-window);
  if (last.length === 0) return null;
  const errors = objects.map((object, place) =>
    Math.abs(last.filter((one) => one === object).length / last.length - target[place]!),
  );
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

describe("SampleWindow", () => {
  test("a known answer: a, a, b against a half, a quarter, a quarter", () => {
    const window = new SampleWindow(places, Float64Array.of(0.5, 0.25, 0.25), 10);
    window.see(["a", "a", "b"]);
    // (|2/3 − 1/2| + |1/3 − 1/4| + |0 − 1/4|) / 3
    expect(window.error()).toBeCloseTo((1 / 6 + 1 / 12 + 1 / 4) / 3, 15);
  });

  test("is the definition, whatever the window and in whatever pieces samples come", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...objects), { maxLength: 7 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 12 }),
        (pieces, size) => {
          const target = [0.2, 0.3, 0.5];
          const window = new SampleWindow(places, Float64Array.from(target), size);
          for (const piece of pieces) window.see(piece);
          const wanted = slowly(pieces.flat(), target, size);
          if (wanted === null) expect(window.error()).toBeNull();
          else expect(window.error()).toBeCloseTo(wanted, 12);
        },
      ),
    );
  });
});

test("a window that changes nothing is told", () => {
  const calls = 1000;
  expect(said(idleWindow({ window: usualWindow, calls }, false))).toEqual([]);
  expect(said(idleWindow({ window: 10, calls }, true))).toEqual([]);
  expect(said(idleWindow({ window: 10, calls }, false))).toEqual([
    expect.stringContaining("window 10: has no effect"),
  ]);
  expect(said(idleWindow({ window: 1000, calls }, true))).toEqual([
    "window 1000: has no effect, because a run has no more than 1000 samples.",
  ]);
});
