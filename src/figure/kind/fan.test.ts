import { expect, test } from "vitest";
import { wellFormed } from "../well-formed.fixture.ts";
import { fanFigure, fanLevels } from "./fan.ts";

const fan = fanLevels.map((level) => [10 + 4 * level, 11 + 6 * level]);
const panel = { title: "a <b> & c", history: [9, 10, 12], fan, times: ["one", "three", "five"] as const };

test("a panel for each series, whatever they are called, and all numbers beside it", () => {
  const { svg, title, data } = fanFigure({ subject: "Sales", note: "two & two", panels: [panel, panel] });
  expect(wellFormed(svg)).toBe(true);
  expect(title).toBe("Sales: forecast and its intervals");
  expect(svg.match(/a &lt;b&gt; &amp; c/g)).toHaveLength(2);
  expect(svg.match(/stroke-dasharray="3 3"/g)).toHaveLength(2);
  expect(data.columns).toEqual([
    "series",
    "step",
    "what",
    "value",
    "q2.5",
    "q10",
    "q25",
    "q50",
    "q75",
    "q90",
    "q97.5",
  ]);
  expect(data.rows.slice(2, 4)).toEqual([
    ["a <b> & c", 0, "history", 12, null, null, null, null, null, null, null],
    ["a <b> & c", 1, "forecast", 12, 10.1, 10.4, 11, 12, 13, 13.6, 13.9],
  ]);
});

test("a second fan is drawn for a condition, and named", () => {
  const plain = fanFigure({ subject: "t", panels: [panel] });
  const both = fanFigure({ subject: "t", panels: [{ ...panel, given: fan }], condition: "sum(y) > 3" });
  expect([plain.kind, both.kind]).toEqual(["fan", "conditional-fan"]);
  expect(wellFormed(both.svg)).toBe(true);
  expect(both.svg).toContain("given sum(y) &gt; 3");
  expect(both.svg.length).toBeGreaterThan(plain.svg.length);
});

test("stamps that would lie on one another are left out", () => {
  const stamps = ["2025-11-07 00:00:00", "2025-11-09 23:00:00", "2025-11-10 23:00:00"] as const;
  const history = Array.from({ length: 72 }, (_, t) => t);
  const wide = fanLevels.map((level) => Array.from({ length: 24 }, () => 70 + 4 * level));
  const { svg } = fanFigure({
    subject: "t",
    panels: [
      { title: "a", history, fan: wide, times: stamps },
      { title: "b", history, fan: wide, times: ["2025-01", "2025-10", "2025-12"] },
    ],
  });
  expect(svg).not.toContain("2025-11-09 23:00:00");
  expect(svg).toContain(">2025-10<");
});
