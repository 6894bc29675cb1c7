import { expect, test } from "vitest";
import { terminalStyle } from "../terminal/style.ts";
import { fanPlot } from "./fan-plot.ts";

const style = terminalStyle(false, {});

test("history, median and shades stand where their values are", () => {
  const fan = [[0], [2], [5], [8], [10]];
  const lines = fanPlot({ history: [0, 10], fan, times: ["a", "b", "c"] }, 60, style).split("\n");
  expect(lines).toHaveLength(16);
  expect(lines[0]).toMatch(/^ *10 ┤ +•+░+ *$/);
  expect(lines[13]).toMatch(/^ *0 ┤•+ +░+ *$/);
  expect(lines.filter((line) => line.includes("━"))).toHaveLength(1);
  expect(lines.at(-1)!.trim()).toMatch(/^a .*c$/);
});

test("never wider than asked, however long the history; a constant series is a line", () => {
  const history = new Float64Array(500).fill(3);
  const fan = Array.from({ length: 5 }, () => new Float64Array(24).fill(3));
  const text = fanPlot({ history, fan, times: ["2025-01-01", "2025-02-01", "2025-02-02"] }, 80, style);
  for (const line of text.split("\n")) expect(Array.from(line).length).toBeLessThanOrEqual(80);
});
