import { expect, test } from "vitest";
import { answerSentence, contradictionNote, rareNote } from "./ask-about.ts";
import { terminalStyle } from "../terminal/style.ts";
import { formatOf, spreadOf } from "./forecast-options.ts";
import { notesText, panelText, planText, scoreTable, windowNotes } from "./forecast-text.ts";
import { forecastPlan } from "../../run/forecast/table-size.ts";
import type { ZEstimate } from "../../forecast/question/mixture.ts";

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

test("where no path met what a module weighs, it says what would show the way", () => {
  const none = { probability: 0, standardError: 0, effectiveSamples: 0 };
  const answer = { ...none, interval: [0, 0.00075] } as const;
  expect(answerSentence("P(sum(y) > 9)", answer, false)).toMatch(
    /none of the paths met it.*below 0\.00075\)\.$/,
  );
  expect(answerSentence("Expected weight", answer, true)).toMatch(/let it fall with the distance/);
  expect(answerSentence("Expected weight", { ...answer, interval: [0, Infinity] }, true)).toMatch(
    /\(no upper bound is known, since a weight may be of any size\)/,
  );
});

test("two samplers that contradict each other are told", () => {
  const [tilted, forecast] = [2e-5, 1e-3].map((probability) => ({
    probability,
    standardError: 0,
    effectiveSamples: 9,
  })) as [ZEstimate, ZEstimate];
  expect(contradictionNote({ agree: true, tilted, forecast })).toEqual([]);
  expect(contradictionNote({ agree: false, tilted, forecast })[0]).toMatch(
    /says 0\.000020 and the forecast's own paths 0\.0010, which chance does not explain/,
  );
});

test("fewer windows than asked for are told, with what a window takes", () => {
  const weekly = { horizon: 7, periods: [7] };
  expect(windowNotes(["a", "b"], 2, weekly)).toEqual([]);
  expect(windowNotes(["a", "b"], 5, weekly)[0]).toMatch(
    /2 of the 5 backtest windows.*14 values to forecast from, two seasons of 7, and 7 to judge by/,
  );
  expect(windowNotes([], 3, weekly)[0]).toMatch(/No backtest: the series are too short/);
});

test("levels asked for twice are one; a format and an ending agree", () => {
  expect(spreadOf({ level: [80, 80], quantiles: [0.1, 0.5, 0.1] })).toEqual({
    levels: [80],
    quantiles: [0.1, 0.5],
  });
  expect(formatOf({ format: undefined, out: "next.JSON" })).toBe("json");
  expect(formatOf({ format: "parquet", out: "next" })).toBe("parquet");
  expect(() => formatOf({ format: "csv", out: "next.parquet" })).toThrowError(/ending says parquet/);
});

test("what a forecast will cost is said before it begins, where it is much", () => {
  const small = forecastPlan({ lengths: [90_000], windows: 5 }, 2);
  expect(planText(small, false)).toBeUndefined();
  const lengths = Array.from({ length: 1000 }, () => 1000);
  const judged = Array.from({ length: 200 }, (_, k) => 5 * k);
  const large = forecastPlan({ lengths, judged, windows: 3 }, 8);
  expect(large.values).toBe(1_600_000);
  expect(planText(large, true)).toBe(
    "Backtests and forecast of 1,000 series read 1,600,000 values: about 56 s on two free cores and 1.2 GB of memory, and the generative forecaster besides. Ctrl-C keeps the finished backtest windows.",
  );
  expect(forecastPlan({ lengths, judged, windows: 3 }, 1).seconds).toBeCloseTo(2 * large.seconds);
});
