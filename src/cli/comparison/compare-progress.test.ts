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
  const running = (method: string, share: number, seconds: number, from = { share: 0, seconds: 0 }) => ({
    method,
    share,
    seconds,
    from,
  });

  test("says nothing before half of the methods are known, and does not take compiling for slowness", () => {
    const time = new RemainingTime([]);
    // Three trained methods that compile for 4 s and then train for 6 s, and two that take a second.
    const waiting = Array.from({ length: 27 }, (_, i) => ["sdb", "db", "soft-q", "mh", "random"][i % 5]!);
    const compiled = { share: 0.02, seconds: 4 };
    const both = [running("sdb", 0.22, 5.2, compiled), running("db", 0.22, 5.2, compiled)];
    expect(time.left({ parallel: 2, waiting, running: both })).toBeNull();
    time.learn("mh", 1);
    const left = time.left({ parallel: 2, waiting, running: both })!;
    // What it takes in truth, and not 26 s for each of them, which 5.2 s for 22 % would make of it.
    const truth = (3 * 5 * 10 + 2 * 6 * 1 + 2 * 0.78 * 10) / 2;
    expect(left / truth).toBeGreaterThan(0.7);
    expect(left / truth).toBeLessThan(1.3);
  });

  test("knows nothing at first, then each method by its own runs", () => {
    const time = new RemainingTime([]);
    const outstanding = { parallel: 2, waiting: ["slow", "quick"], running: [] };
    expect(time.left(outstanding)).toBeNull();
    time.learn("slow", 10);
    time.learn("slow", 30);
    time.learn("quick", 2);
    expect(time.left(outstanding)).toBe((20 + 2) / 2);
    expect(time.left({ ...outstanding, running: [running("slow", 0.5, 9)] })).toBe(16);
    // One that is not known yet counts as what is typical.
    expect(time.left({ parallel: 1, waiting: ["new"], running: [] })).toBe(11);
  });
});
