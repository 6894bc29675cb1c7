import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fittingLabel, shortLabel, spread, textWidth, wrapped } from "./labels.ts";
import { linearScale, logScale } from "./scale.ts";
import { element } from "./svg.ts";

describe("element", () => {
  test("escapes texts and attributes, and replaces what XML forbids", () => {
    expect(element("text", { id: `"<&'`, x: 1.234_56, y: undefined }, "</text><script>\u0001").svg).toBe(
      '<text id="&quot;&lt;&amp;&#39;" x="1.23">&lt;/text&gt;&lt;script&gt;\uFFFD</text>',
    );
  });
});

describe("scales", () => {
  test("has few ticks where two values differ by rounding alone", () => {
    for (const [low, high] of [
      [1, 1 + Number.EPSILON],
      [-3e300, -3e300 * (1 - Number.EPSILON)],
      [0, 5e-324],
    ] as const) {
      const scale = linearScale([low, high], [0, 100], 5);
      expect(scale.ticks.length).toBeLessThan(20);
      expect(Number.isFinite(scale.at(low))).toBe(true);
    }
  });

  test("linear ticks are round and the ends are ticks", () => {
    const scale = linearScale([0, 0.47], [100, 0], 5);
    expect(scale.ticks.map(({ label }) => label)).toEqual(["0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
    expect([scale.at(0), scale.at(0.5)]).toEqual([100, 0]);
  });

  test("an exact axis ends where the data ends, and shortens thousands", () => {
    const scale = linearScale([0, 160_000], [0, 400], 4, true);
    expect(scale.ticks.map(({ label }) => label)).toEqual(["0", "50k", "100k", "150k"]);
    expect(scale.at(160_000)).toBe(400);
  });

  test("logarithmic ticks: 1, 2, 5 over a short range, powers of ten over a long one", () => {
    const labels = (low: number, high: number): string[] =>
      logScale([low, high], [0, 1]).ticks.map(({ label }) => label);
    expect(labels(0.003, 0.04)).toEqual(["0.002", "0.005", "0.01", "0.02", "0.05"]);
    expect(labels(2e-5, 0.3)).toEqual(["10⁻⁵", "0.0001", "0.001", "0.01", "0.1", "1"]);
  });

  test("ticks tell steps apart, far from zero as well", () => {
    const labels = (low: number, high: number): string[] =>
      linearScale([low, high], [0, 100], 4).ticks.map(({ label }) => label);
    expect(labels(12_000, 12_003)).toEqual(["12k", "12.001k", "12.002k", "12.003k"]);
    expect(labels(-0.2, 0.2)).toEqual(["−0.2", "−0.1", "0", "0.1", "0.2"]);
    expect(labels(0, 4e-7)).toEqual(["0", "10⁻⁷", "2×10⁻⁷", "3×10⁻⁷", "4×10⁻⁷"]);
  });

  test("grow with their values and keep them in range", () => {
    const value = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        const [low, middle, high] = [a, b, c].sort((x, y) => x - y) as [number, number, number];
        for (const scale of [linearScale([low, high], [0, 100], 5), logScale([low, high], [0, 100])]) {
          expect(scale.at(low)).toBeGreaterThanOrEqual(-1e-6);
          expect(scale.at(middle)).toBeGreaterThanOrEqual(scale.at(low) - 1e-6);
          expect(scale.at(high)).toBeLessThanOrEqual(100 + 1e-6);
        }
      }),
    );
  });
});

describe("labels", () => {
  test("spread keeps order, distance and bounds, and moves nothing that has room", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 14 }), (wanted) => {
        const placed = spread(wanted, 14, [0, 200]);
        const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
        for (const [rank, i] of order.entries()) {
          expect(placed[i]).toBeGreaterThanOrEqual(0);
          expect(placed[i]).toBeLessThanOrEqual(200);
          if (rank > 0) expect(placed[i]! - placed[order[rank - 1]!]!).toBeGreaterThanOrEqual(14 - 1e-9);
        }
      }),
    );
    expect(spread([100, 20, 60], 14, [0, 200])).toEqual([100, 20, 60]);
    expect(spread([50, 50], 14, [0, 200])).toEqual([43, 57]);
  });

  test("long labels are cut", () => {
    expect([shortLabel("abcdef", 4), shortLabel("a\nb", 4)]).toEqual(["abc…", "a b"]);
    expect(textWidth(fittingLabel("abcdef".repeat(400), 60, 11), 11)).toBeLessThanOrEqual(60);
    expect(fittingLabel("W", 2, 11)).toBe("");
  });

  test("names from right to left stay apart from what is around them, and turn nothing else around", () => {
    expect(shortLabel("שלום")).toBe("\u2068שלום\u2069");
    expect(shortLabel("a\u202Ebc\u2066d")).toBe("abcd");
  });

  test("sentences are broken between words, and end after so many lines", () => {
    const text = "one two three four five six seven eight nine ten".repeat(4);
    const lines = wrapped(text, 100, 12, 3);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/…$/);
    for (const line of lines) expect(textWidth(line, 12)).toBeLessThanOrEqual(100);
    expect(wrapped("one two", 100, 12, 3)).toEqual(["one two"]);
  });
});
