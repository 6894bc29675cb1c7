import { describe, expect, test } from "vitest";
import { ProcessPool } from "./process-pool.ts";

const program = new URL("./echo-worker.fixture.ts", import.meta.url);

interface Answer {
  readonly doubled: number;
  readonly pid: number;
  readonly setup: unknown;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("ProcessPool", () => {
  test("does every job once, in few processes that are gone afterwards", async () => {
    const pool = new ProcessPool({ program, setup: "told", size: 2 });
    const answers: Answer[] = [];
    const news: unknown[] = [];
    const failures: string[] = [];
    const jobs = [1, 2, 3, 4, 5].map((value) => ({ value }));
    await pool.run<unknown>([...jobs, { value: 0, act: "fail" }], {
      onNews: (_, text) => news.push(text),
      onResult: (_, result) => {
        answers.push(result as Answer);
      },
      onFailure: (_, error) =>
        failures.push(`${(error as Error & { code?: string }).code}: ${error.message}`),
    });
    await pool.close();
    expect(answers.map(({ doubled }) => doubled).sort((a, b) => a - b)).toEqual([2, 4, 6, 8, 10]);
    expect(news).toEqual(Array.from({ length: 5 }, () => "half"));
    expect(failures).toEqual(["run/asked-to: asked to fail"]);
    const pids = [...new Set(answers.map(({ pid }) => pid))];
    expect(pids.length).toBeLessThanOrEqual(2);
    expect(answers.every(({ setup }) => setup === "told")).toBe(true);
    expect(pids.filter((pid) => isAlive(pid))).toEqual([]);
  });

  test("a process that is killed fails its job alone", async () => {
    const pool = new ProcessPool({ program, setup: null, size: 1 });
    const done: number[] = [];
    const failures: string[] = [];
    await pool.run([{ value: 1, act: "die" }, { value: 2 }], {
      onResult: (_, result) => {
        done.push((result as Answer).doubled);
      },
      onFailure: ({ value }, { message }) => failures.push(`${value}: ${message}`),
    });
    await pool.close();
    expect(done).toEqual([4]);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/^1: its process ended \(signal SIGKILL\)/);
  });

  test("stops at once when told to, and tells nothing any more", async () => {
    const pool = new ProcessPool({ program, setup: null, size: 2 });
    const stop = new AbortController();
    const told: unknown[] = [];
    const began = performance.now();
    await pool.run([{ value: 1, act: "hang" }, { value: 2, act: "hang" }, { value: 3 }], {
      signal: stop.signal,
      onNews: () => stop.abort(),
      onResult: (_, result) => {
        told.push(result);
      },
      onFailure: (_, error) => told.push(error),
    });
    await pool.close();
    expect(told).toEqual([]);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test("a result that cannot be kept ends everything at once", async () => {
    const pool = new ProcessPool({ program, setup: null, size: 2 });
    const begun: number[] = [];
    const failures: unknown[] = [];
    const ended = pool.run([{ value: 1, act: "hang" }, { value: 2 }, { value: 3 }, { value: 4 }], {
      onStart: ({ value }) => begun.push(value),
      onResult: () => {
        throw new Error("the disk is full");
      },
      onFailure: (_, error) => failures.push(error),
    });
    await expect(ended).rejects.toThrow("the disk is full");
    await pool.close();
    expect(begun).toEqual([1, 2]);
    expect(failures).toEqual([]);
  });

  test("a process that died while it had nothing to do costs no job", async () => {
    const pool = new ProcessPool({ program, setup: null, size: 1 });
    const pids: number[] = [];
    const failures: unknown[] = [];
    const hooks = {
      onResult: (_: unknown, result: unknown) => {
        pids.push((result as Answer).pid);
      },
      onFailure: (_: unknown, error: Error) => failures.push(error),
    };
    await pool.run([{ value: 1 }], hooks);
    process.kill(pids[0]!, "SIGKILL");
    while (isAlive(pids[0]!)) await new Promise((done) => setTimeout(done, 5));
    await new Promise((done) => setTimeout(done, 50));
    await pool.run([{ value: 2 }], hooks);
    await pool.close();
    expect(failures).toEqual([]);
    expect(new Set(pids).size).toBe(2);
  });
});
