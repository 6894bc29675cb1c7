import { expect, test } from "vitest";
import { terminalStyle } from "../terminal/style.ts";
import { notesText, panelText } from "./forecast-text.ts";

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
