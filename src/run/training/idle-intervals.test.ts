import { expect, test } from "vitest";
import { said } from "../config/typed.fixture.ts";
import { idleIntervals } from "./idle-intervals.ts";

test("intervals longer than the run are said, unless nobody set them", () => {
  const usual = {
    iterations: 20,
    evaluateEvery: 100,
    checkpointEvery: 250,
    stopMetric: "tv",
    stopPatience: null,
  } as const;
  expect(said(idleIntervals(usual, true))).toEqual([]);
  expect(said(idleIntervals({ ...usual, evaluateEvery: 40, checkpointEvery: 30 }, true))).toEqual([
    "--evaluate-every 40: the run has 20 iterations, so it is evaluated at its end only.",
    "--checkpoint-every 30: the run has 20 iterations, so its one checkpoint is written at its end.",
  ]);
  expect(said(idleIntervals({ ...usual, evaluateEvery: 10, checkpointEvery: 5 }, true))).toEqual([]);
  expect(said(idleIntervals({ ...usual, checkpointEvery: 20 }, true))).toEqual([
    "--checkpoint-every 20: the run has 20 iterations, so its one checkpoint is written at its end.",
  ]);
  const patient = { ...usual, evaluateEvery: 5 };
  expect(said(idleIntervals({ ...patient, stopPatience: 2 }, true))).toEqual([]);
  expect(said(idleIntervals({ ...patient, stopPatience: 3 }, true))).toEqual([
    "--stop-patience 3: has no effect, because tv is measured every 5 iterations and the run has 20 iterations.",
  ]);
  expect(said(idleIntervals({ ...patient, stopPatience: 18, stopMetric: "loss" }, true))).toEqual([]);
  expect(said(idleIntervals({ ...patient, stopPatience: 1000, stopMetric: "loss" }, true))).toEqual([
    "--stop-patience 1000: has no effect, because loss is measured every iteration and the run has 20 iterations.",
  ]);
  expect(said(idleIntervals({ ...usual, evaluateEvery: 10 }, false))).toEqual([
    expect.stringContaining("the exact law is not known here"),
  ]);
});
