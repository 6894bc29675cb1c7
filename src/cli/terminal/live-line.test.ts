import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CompareProgress } from "../comparison/compare-progress.ts";
import { ForecastProgress } from "../forecast/forecast-progress.ts";
import { ProgressLine } from "../train/progress-line.ts";
import { canRewrite, LiveLine, type LineStream } from "./live-line.ts";

beforeEach(() => vi.stubEnv("TERM", "xterm"));
afterEach(() => vi.unstubAllEnvs());

/** A terminal of 30 columns and what was written to it. */
function terminal(): { readonly stream: LineStream; readonly text: () => string } {
  let text = "";
  const stream = { isTTY: true, columns: 30, write: (part: string) => void (text += part) };
  return { stream: stream as unknown as LineStream, text: () => text };
}

test("a line is rewritten on terminals that can, and only there", () => {
  expect(canRewrite({ isTTY: true }, { TERM: "xterm" })).toBe(true);
  expect(canRewrite({ isTTY: true }, { NO_COLOR: "1" })).toBe(true);
  expect(canRewrite({ isTTY: true }, { TERM: "dumb" })).toBe(false);
  expect(canRewrite({ isTTY: false }, { TERM: "xterm" })).toBe(false);
});

test("what is shown fits, and gives way to what is said", () => {
  const { stream, text } = terminal();
  const line = new LiveLine(stream);
  line.show("a line that is longer than thirty columns");
  line.say("said");
  line.show("again\u001B[31m");
  line.end();
  line.clear();
  expect(text()).toBe(
    "\r\u001B[2Ka line that is longer than t…\r\u001B[2Ksaid\n\r\u001B[2Kagain\\u{1b}[31m\n",
  );
});

const job = { method: "sdb", alpha: 0.1, seed: 1 };
const finished = { ...job, seconds: 2 };

test("a dumb terminal gets no codes from any progress, but the lines of a log", async () => {
  vi.stubEnv("TERM", "dumb");
  const { stream, text } = terminal();
  const training = new ProgressLine(stream);
  training.phase("Computing limits");
  training.show({
    iteration: 5,
    iterations: 10,
    perSecond: 1,
    secondsLeft: 5,
    loss: 1,
    meanScore: 1,
    oracleCalls: 1,
    tv: 0.5,
    regret: null,
    modes: null,
    best: { sequence: "ACGT", score: 1 },
  });
  training.end();
  const comparing = new CompareProgress(1, stream);
  comparing.show({ kind: "begun", jobs: [job], kept: [] });
  comparing.show({ kind: "checking", methods: 2 });
  comparing.show({ kind: "started", key: job });
  comparing.show({ kind: "done", key: job, result: finished as never });
  comparing.end();
  const forecasting = new ForecastProgress(stream);
  // A log hears of the first part of the work, reading, only where it takes long.
  await forecasting.show(1, 3, "reading");
  await forecasting.show(1, 2, "theta");
  forecasting.end();
  expect(text()).not.toContain("\u001B");
  expect(text()).toMatch(/^ 50 % {2}5\/10 .*\n1\/1 {2}sdb α 0\.1 seed 1 {2}2\.0 s\n 50 % .*theta\n$/);
});
