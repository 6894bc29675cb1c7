import { expect, test, vi } from "vitest";
import { ForecastProgress } from "./forecast-progress.ts";

test("a log hears of a file that takes long to read, and of each part of the work in its own time", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const said: string[] = [];
  const stream = { isTTY: false, columns: 80, write: (text: string) => (said.push(text), true) };
  const line = new ForecastProgress(stream);
  const step = async (ms: number, done: number, total: number, what: string): Promise<void> => {
    vi.advanceTimersByTime(ms);
    await line.show(done, total, what);
  };
  await step(0, 10, 1000, "reading a.csv");
  await step(1000, 100, 1000, "reading a.csv");
  expect(said).toEqual([]);
  await step(1500, 250, 1000, "reading a.csv");
  await step(1000, 400, 1000, "reading a.csv");
  await step(60_000, 0, 60, "Naive, backtest 1 of 3");
  await step(2000, 2, 60, "Drift, backtest 1 of 3");
  vi.useRealTimers();
  expect(said).toEqual([
    " 25 %  7.5 s left  reading a.csv\n",
    // A minute went by with reading, and has no part in how long the rest takes.
    "  3 %  58 s left  Drift, backtest 1 of 3\n",
  ]);
});
