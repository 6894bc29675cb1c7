import { describe, expect, test, vi } from "vitest";
import type { Progress } from "../../run/training/training-loop.ts";
import { duration } from "../../number-words.ts";
import { ProgressLine, progressText } from "./progress-line.ts";

vi.stubEnv("TERM", "xterm");

const progress: Progress = {
  iteration: 250,
  iterations: 1000,
  perSecond: 61.4,
  secondsLeft: 12.2,
  loss: 0.012_34,
  meanScore: 0.61,
  oracleCalls: 64_064,
  tv: 0.1234,
  regret: 0.0199,
  modes: 120,
  best: { sequence: "GCGTCATT", score: 1 },
};

describe("progressText", () => {
  test("says everything where there is room", () => {
    expect(progressText(progress)).toBe(
      " 25 %  250/1000  61/s  12 s left  TV 0.123  KL 0.020 above the limit  best GCGTCATT 1.000  120 modes  mean 0.610  loss 0.0123",
    );
  });

  test("leaves out what matters less and never exceeds the width", () => {
    for (let width = 1; width <= 130; width++) {
      expect(progressText(progress, width).length).toBeLessThanOrEqual(width);
    }
    expect(progressText(progress, 79)).toMatch(/12 s left {2}TV 0\.123 {2}KL 0\.020 above the limit {2}best/);
  });

  test("shows beginning and end of a long best sequence", () => {
    const sequence = `ACGT${"A".repeat(192)}TGCA`;
    const text = progressText({ ...progress, best: { sequence, score: 1 } }, 79);
    expect(text).toMatch(/ 25 % .*12 s left {2}TV 0\.123 .*/);
    expect(progressText({ ...progress, best: { sequence, score: 1 } })).toMatch(
      /best ACGTAAA…A{12}TGCA 1\.000 {2}120 modes/,
    );
    expect(progressText({ ...progress, tv: null, regret: null, best: { sequence, score: 1 } }, 79)).toContain(
      "best ACGT",
    );
  });

  test("has no rate, time or distance to tell before they are known", () => {
    const early = { ...progress, perSecond: null, secondsLeft: null, tv: null, regret: null, modes: null };
    expect(progressText(early)).toBe(" 25 %  250/1000  best GCGTCATT 1.000  mean 0.610  loss 0.0123");
  });
});

test("a log is told once of a phase that takes long, and of none that does not", () => {
  vi.useFakeTimers();
  let text = "";
  const stream = { isTTY: false, write: (part: string) => void (text += part) };
  const line = new ProgressLine(stream as unknown as NodeJS.WriteStream);
  line.phase("Opening sim8");
  line.phase("Computing the limits that no policy can beat");
  for (const nats of ["0.5", "0.1", "0.02"]) {
    line.phase(`Computing the limit of KL(sampler ‖ target), to ${nats} nats`);
    vi.advanceTimersByTime(1500);
  }
  line.phase("Evaluating 1000 fresh samples");
  line.end();
  vi.advanceTimersByTime(10_000);
  line.phase("Opening sim8");
  line.count("256 samples drawn");
  vi.advanceTimersByTime(10_000);
  for (let pass = 1; pass < 4; pass++) {
    line.count(`Laying 3,000 rows along: pass ${pass}, 0 %`);
    vi.advanceTimersByTime(1500);
  }
  line.end();
  expect(text).toBe("Computing the limit of KL(sampler ‖ target) …\nLaying 3,000 rows along …\n");
  vi.useRealTimers();
});

test("phases are told on a terminal and erased, and not in a log at once", () => {
  const written = (isTTY: boolean): string => {
    let text = "";
    const stream = { isTTY, columns: 30, write: (part: string) => void (text += part) };
    const line = new ProgressLine(stream as unknown as NodeJS.WriteStream);
    line.phase("Computing the limits that no policy can beat");
    line.phase("Evaluating");
    line.end();
    return text;
  };
  const [clear, cut] = ["\r\u001B[2K", "Computing the limits that no…"];
  expect(written(true)).toBe(`${clear}${cut}${clear}${clear}Evaluating…${clear}`);
  expect(written(false)).toBe("");
});

test.each([
  [0.04, "0.0 s"],
  [9.94, "9.9 s"],
  [9.96, "10 s"],
  [59.6, "1 min 00 s"],
  [3599, "59 min 59 s"],
  [3661, "1 h 01 min"],
])("duration(%d) is %s", (seconds, text) => expect(duration(seconds)).toBe(text));
