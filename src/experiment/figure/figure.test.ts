import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shortLabel, spread } from "./labels.ts";
import { lineChart, type ChartOptions } from "./line-chart.ts";
import { linearScale, logScale } from "./scale.ts";
import { element } from "./svg.ts";
import { wellFormed } from "./well-formed.fixture.ts";

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
    expect(labels(2e-5, 0.3)).toEqual(["1e-5", "1e-4", "0.001", "0.01", "0.1", "1"]);
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
  });
});

describe("lineChart", () => {
  const chart = (labels: readonly string[]): ChartOptions => ({
    title: "T",
    subtitle: "S",
    description: labels.join(),
    x: { title: "x", kind: "linear" },
    y: { title: "y", kind: "log" },
    limitLabel: "limit",
    panels: [
      {
        title: "P",
        series: labels.map((label, i) => ({
          label,
          points: [1, 2].map((x) => ({ x, y: i + x, low: i + x - 2, high: i + x + 1 })),
        })),
        limit: [
          { x: 1, y: 0.5 },
          { x: 2, y: 0.5 },
        ],
      },
    ],
  });

  test("is well-formed XML without a stray number, whatever the labels", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 }), (labels) => {
        const svg = lineChart(chart(labels));
        expect(wellFormed(svg)).toBe(true);
        expect(svg.replaceAll(/>[^<]*</g, "><")).not.toMatch(/NaN|Infinity/);
      }),
    );
  });

  test("many series get a legend in place of labels at their ends", () => {
    const names = Array.from({ length: 40 }, (_, i) => `method ${i}`);
    expect(lineChart(chart(names)).match(/>method 7</g)).toHaveLength(2);
    expect(wellFormed(lineChart(chart(names)))).toBe(true);
  });
});
