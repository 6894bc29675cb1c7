import { expect, test } from "vitest";
import { rareNote } from "./ask-about.ts";
import { terminalStyle } from "../terminal/style.ts";
import { notesText, panelText, scoreTable } from "./forecast-text.ts";

test("names from a file cannot steer the terminal", () => {
  const row = [1, 2];
  const text = panelText(
    {
      title: "\u001B[31mred",
      history: [1, 2],
      fan: [row, row, row, row, row, row, row],
      times: ["a", "b", "c"],
    },
    60,
    terminalStyle(false, {}),
  );
  expect(text).toContain(String.raw`\u{1b}[31mred`);
  expect(notesText(["Target column: \u001B[2J, guessed."], 60)).not.toContain("\u001B");
});

test("a narrow terminal gets fewer scores, not broken lines", () => {
  const one = { crps: 0.6033, wql: 0.06739, scaledWql: 1, mase: 0.8711, smape: 9.012, mse: 1, mae: 0.8545 };
  const scores = { ...one, msis95: 1, coverage50: 0.5, coverage80: 0.81, coverage90: 0.9, coverage95: 0.95 };
  const style = terminalStyle(false, {});
  const lines = scoreTable(new Map([["SeasonalARDifferences", scores]]), style, 60).split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
  expect(lines[0]).toMatch(/CRPS.*80 % covers/);
  expect(scoreTable(new Map([["Pool", scores]]), style)).toMatch(/WQL.*sMAPE/);
});

test("an answer about a rare event says what its interval does not know", () => {
  expect(rareNote(1e-5)[0]).toMatch(/tails that the model assumes and no backtest has seen/);
  expect([rareNote(0.2), rareNote(0)]).toEqual([[], []]);
});
