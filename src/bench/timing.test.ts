import { expect, test } from "vitest";
import { burst, median, timeAll } from "./timing.ts";
import type { Contender } from "./timing.ts";

test("medians of odd and even numbers of values", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("a burst runs at least one step and stops when the time is over", async () => {
  let steps = 0;
  const perStep = await burst(async () => {
    steps++;
    await new Promise((resolve) => setTimeout(resolve, 5));
    // Long enough that even a machine busy with other things gets to the second step.
  }, 300);
  expect(steps).toBeGreaterThanOrEqual(2);
  expect(perStep).toBeGreaterThanOrEqual(4);
  steps = 0;
  await burst(async () => void steps++, 0);
  expect(steps).toBe(1);
});

/** Pretends a step takes as long as `perStep` says for each call. */
function pretending(label: string, perStep: (call: number) => number): Contender & { calls: number } {
  return {
    label,
    calls: 0,
    async measure() {
      return perStep(this.calls++);
    },
  };
}

const schedule = { rounds: 5, burstMs: 10, limitMs: 10_000 };

test("every contender is warmed up and then measured once a round; slow ones in two rounds", async () => {
  const quick = pretending("quick", () => 1);
  const medium = pretending("medium", () => 50);
  const slow = pretending("slow", () => 2000);
  // A first step that compiles is slow once and does not make a contender slow.
  const compiled = pretending("compiled", (call) => (call === 0 ? 5000 : 1));
  const { rounds, of } = await timeAll([quick, medium, slow, compiled], schedule, () => undefined);
  expect(rounds).toBe(5);
  expect(of.get(quick)!.samples).toEqual([1, 1, 1, 1, 1]);
  expect(of.get(medium)!.samples).toHaveLength(5);
  expect(of.get(slow)!.samples).toEqual([2000, 2000]);
  expect(of.get(compiled)!.samples).toEqual([1, 1, 1, 1, 1]);
  // Three calls to warm up, then a short one before each burst; steps longer than a burst need none.
  expect([quick.calls, medium.calls, slow.calls]).toEqual([3 + 5 * 2, 2 + 5, 2 + 2]);
});

test("a contender that fails keeps what it has and holds nobody up", async () => {
  const fine = pretending("fine", () => 1);
  const failing = pretending("failing", (call) => {
    if (call === 6) throw new Error("gone");
    return 1;
  });
  const { of } = await timeAll([failing, fine], schedule, () => undefined);
  expect(of.get(failing)).toEqual({ samples: [1], failure: "gone" });
  expect(of.get(fine)!.samples).toHaveLength(5);
});

test("no round starts after the limit", async () => {
  const { rounds } = await timeAll([pretending("a", () => 1)], { ...schedule, limitMs: 0 }, () => undefined);
  expect(rounds).toBe(0);
});
