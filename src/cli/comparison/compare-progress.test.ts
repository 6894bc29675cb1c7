import { describe, expect, test } from "vitest";
import { progressText } from "./compare-progress.ts";
import { RemainingTime } from "./remaining-time.ts";

describe("progressText", () => {
  const progress = {
    share: 0.425,
    done: "10/24",
    left: 80,
    running: ["sdb α 0.3 seed 1 45 %", "db α 0.1 seed 1 12 %", "mh α 0.1 seed 1 3 %"],
  };

  test("says what is done, what is left and what runs", () => {
    expect(progressText(progress, 120)).toBe(
      " 42 %  10/24 runs  1 min 20 s left  sdb α 0.3 seed 1 45 %, db α 0.1 seed 1 12 %, mh α 0.1 seed 1 3 %",
    );
    expect(progressText({ ...progress, left: null }, 60)).toBe(
      " 42 %  10/24 runs  sdb α 0.3 seed 1 45 %, +2",
    );
  });

  test("fits any width", () => {
    for (let width = 1; width < 130; width++) {
      expect(progressText(progress, width).length).toBeLessThanOrEqual(width);
    }
  });
});

describe("RemainingTime", () => {
  test("knows nothing at first, then each method by its own runs", () => {
    const time = new RemainingTime([]);
    const outstanding = { parallel: 2, waiting: ["slow", "quick"], running: [] };
    expect(time.left(outstanding)).toBeNull();
    time.learn("slow", 10);
    time.learn("slow", 30);
    time.learn("quick", 2);
    expect(time.left(outstanding)).toBe((20 + 2) / 2);
    expect(time.left({ ...outstanding, running: [{ method: "slow", share: 0.5, seconds: 9 }] })).toBe(16);
    // One that is not known yet counts as what is typical.
    expect(time.left({ parallel: 1, waiting: ["new"], running: [] })).toBe(11);
  });
});
