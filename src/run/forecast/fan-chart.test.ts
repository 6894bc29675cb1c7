import { expect, test } from "vitest";
import { wellFormed } from "../../experiment/figure/well-formed.fixture.ts";
import { fanChart, fanLevels } from "./fan-chart.ts";

const fan = fanLevels.map((level) => [10 + 4 * level, 11 + 6 * level]);
const panel = { title: "a <b> & c", history: [9, 10, 12], fan, times: ["one", "three", "five"] as const };

test("a chart is well-formed SVG with a panel per series, whatever the series are called", () => {
  const svg = fanChart({ title: "Sales", subtitle: "two & two", panels: [panel, panel] });
  expect(wellFormed(svg)).toBe(true);
  expect(svg).toContain("a &lt;b&gt; &amp; c");
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(2);
});

test("a second fan is drawn for a condition, and named", () => {
  const plain = fanChart({ title: "t", subtitle: "s", panels: [panel] });
  const both = fanChart({
    title: "t",
    subtitle: "s",
    panels: [{ ...panel, given: fan }],
    condition: "sum(y) > 3",
  });
  expect(wellFormed(both)).toBe(true);
  expect(both).toContain("given sum(y) &gt; 3");
  expect(both.length).toBeGreaterThan(plain.length);
});

test("stamps that would lie on one another are left out", () => {
  const stamps = ["2025-11-07 00:00:00", "2025-11-09 23:00:00", "2025-11-10 23:00:00"] as const;
  const history = Array.from({ length: 72 }, (_, t) => t);
  const wide = fanLevels.map((level) => Array.from({ length: 24 }, () => 70 + 4 * level));
  const svg = fanChart({
    title: "t",
    subtitle: "s",
    panels: [
      { title: "a", history, fan: wide, times: stamps },
      { title: "b", history, fan: wide, times: ["2025-01", "2025-10", "2025-12"] },
    ],
  });
  expect(svg).not.toContain("2025-11-09 23:00:00");
  expect(svg).toContain(">2025-10<");
});
