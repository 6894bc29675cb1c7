/** What is refused of a question, and of settings about a file, once the file is read. */
import { expect, test } from "vitest";
import { readSeries } from "../../forecast/series/read-series.ts";
import { requireEffectOn } from "./effect-on-table.ts";
import { tryQuestion } from "./question.ts";

test("a function that fails on the last values of a series is told before anything is forecast", () => {
  const values = Float64Array.of(1, NaN, 3, 4);
  const asked = (question: (path: Float64Array) => number | boolean) => ({ label: "", question });
  const paths: number[][] = [];
  tryQuestion(
    asked((path) => paths.push([...path])),
    values,
    3,
  );
  expect(paths).toContainEqual([2, 3, 4]);
  const fails = asked((path) => path.at(9)!.toFixed() !== "");
  expect(() => tryQuestion(fails, values, 3)).toThrowError(/the reward function failed on a path of 3 steps/);
  expect(() =>
    tryQuestion(
      asked(() => -1),
      values,
      3,
    ),
  ).toThrowError(/returned -1/);
  // Nothing that long has been seen, or nothing at all.
  tryQuestion(fails, values, 5);
  tryQuestion(fails, Float64Array.of(NaN, NaN, NaN), 3);
});

test("a zone that dates do not have is refused, and an order of dates that none needs", () => {
  const timezone = "Europe/Berlin";
  const wishes = { read: { timezone } };
  for (const [stamps, what] of [
    [["2025-01-01", "2025-01-02"], /dates without a time of day/],
    [["1", "2"], /are numbers/],
  ] as const) {
    const table = readSeries(`ds,y\n${stamps.map((stamp) => `${stamp},1\n`).join("")}`, "f.csv");
    expect(() => requireEffectOn(table, wishes)).toThrowError(what);
    requireEffectOn(table, {});
  }
  requireEffectOn(
    readSeries("ds,y\n2025-01-01 00:00,1\n2025-01-01 01:00,2\n", "f.csv", { timezone }),
    wishes,
  );
  const order = { read: { dateOrder: "month-first" } } as const;
  expect(() =>
    requireEffectOn(readSeries("ds,y\n2025-01-01,1\n2025-01-02,2\n", "f.csv"), order),
  ).toThrowError(/dateOrder: got it, but f.csv has no dates such as 03\/04\/2025/);
  requireEffectOn(readSeries("ds,y\n01/02/2025,1\n01/03/2025,2\n", "f.csv", order.read), order);
});
