import { describe, expect, test } from "vitest";
import type { Method } from "../training/index.ts";
import { runMethod } from "./run-method.ts";

/** A method that counts, and waits for nothing. */
function counter(): Method {
  let iteration = 0;
  return {
    name: "counter",
    get iteration() {
      return iteration;
    },
    get spent() {
      return { oracleCalls: iteration, environmentSteps: iteration };
    },
    iterate: async () => ({ objects: [String(++iteration)], scores: Float64Array.of(0), metrics: {} }),
    policy: null,
    sample: async () => [],
    save: () => ({ meta: { iteration }, arrays: {} }),
    restore: ({ meta }) => ({ iteration } = meta as { iteration: number }),
    dispose: async () => undefined,
  };
}

describe("runMethod", () => {
  test("tells of every iteration, keeps checkpoints as often as asked and comes to its end", async () => {
    const method = counter();
    const seen: string[] = [];
    const kept: number[] = [];
    const finished = await runMethod(method, {
      goesOn: () => method.iteration < 10,
      onIteration: ({ objects }) => void seen.push(objects[0]!),
      keep: async () => void kept.push(method.iteration),
      keepEvery: 4,
    });
    expect(finished).toBe(true);
    expect(seen).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
    expect(kept).toEqual([4, 8]);
  });

  test("hears a signal from outside however busy it is, and stops with a checkpoint", async () => {
    const method = counter();
    const stop = new AbortController();
    const kept: number[] = [];
    setTimeout(() => stop.abort(), 1);
    const patience = performance.now() + 20_000;
    const finished = await runMethod(method, {
      goesOn: () => performance.now() < patience,
      onIteration: () => undefined,
      keep: async () => void kept.push(method.iteration),
      keepEvery: Number.MAX_SAFE_INTEGER,
      signal: stop.signal,
    });
    expect(finished).toBe(false);
    expect(kept).toEqual([method.iteration]);
  });

  test("a signal after the last iteration changes nothing", async () => {
    const method = counter();
    const stop = new AbortController();
    const finished = await runMethod(method, {
      goesOn: () => method.iteration < 3,
      onIteration: () => (method.iteration === 3 ? stop.abort() : undefined),
      keep: async () => undefined,
      keepEvery: 100,
      signal: stop.signal,
    });
    expect(finished).toBe(true);
  });
});
