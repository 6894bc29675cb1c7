import { expect, test } from "vitest";
import { idleIntervals } from "./idle-intervals.ts";

test("intervals longer than the run are said, unless nobody set them", () => {
  const usual = { iterations: 20, evaluateEvery: 100, checkpointEvery: 250 };
  expect(idleIntervals(usual, true)).toEqual([]);
  expect(idleIntervals({ ...usual, evaluateEvery: 40, checkpointEvery: 30 }, true)).toEqual([
    "--evaluate-every 40: the run has 20 iterations, so it is evaluated at its end only.",
    "--checkpoint-every 30: the run has 20 iterations, so its one checkpoint is written at its end.",
  ]);
  expect(idleIntervals({ ...usual, evaluateEvery: 10, checkpointEvery: 5 }, true)).toEqual([]);
  expect(idleIntervals({ ...usual, evaluateEvery: 10 }, false)).toEqual([
    expect.stringContaining("the exact law is not known here"),
  ]);
});
