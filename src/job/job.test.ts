import { expect, test } from "vitest";
import { startJob } from "./job.ts";

type Told = { readonly kind: "progress" | "warning" | "metrics"; readonly n: number };

async function kindsOf(job: AsyncIterable<{ readonly kind: string }>): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { kind } of job) kinds.push(kind);
  return kinds;
}

test("tells what happens in its order, and at the end what came of it", async () => {
  const job = startJob<Told, number>(async (tell) => {
    tell({ kind: "warning", n: 1 });
    await Promise.resolve();
    tell({ kind: "metrics", n: 2 });
    return 7;
  });
  const heard: object[] = [];
  for await (const event of job) heard.push(event);
  expect(heard).toEqual([
    { kind: "warning", n: 1 },
    { kind: "metrics", n: 2 },
    { kind: "finished", result: 7 },
  ]);
  expect(await job.result).toBe(7);
});

test("of progress that nobody has read, the last is told", async () => {
  const job = startJob<Told, void>(async (tell) => {
    for (let n = 0; n < 5; n++) tell({ kind: "progress", n });
  });
  await job.result;
  const heard: object[] = [];
  for await (const event of job) heard.push(event);
  expect(heard[0]).toEqual({ kind: "progress", n: 4 });
  expect(heard).toHaveLength(2);
});

test("nobody listening costs no more than ten thousand events, and no warning", async () => {
  const job = startJob<Told, void>(async (tell) => {
    tell({ kind: "warning", n: 0 });
    for (let n = 0; n < 20_000; n++) tell({ kind: "metrics", n });
  });
  await job.result;
  const kinds = await kindsOf(job);
  expect(kinds).toHaveLength(10_000);
  expect([kinds[0], kinds.at(-1)]).toEqual(["warning", "finished"]);
});

test("a failure ends the iteration and the result alike, and is not unheard where only one of them is looked at", async () => {
  const fail = () => startJob<Told, void>(() => Promise.reject(new Error("no")));
  await expect(kindsOf(fail())).rejects.toThrow("no");
  await expect(fail().result).rejects.toThrow("no");
});

test("is stopped by itself or by a signal", async () => {
  const work = (_: unknown, signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve(true)));
  const own = startJob<Told, boolean>(work);
  own.stop();
  expect(await own.result).toBe(true);
  const outer = new AbortController();
  const other = startJob<Told, boolean>(work, { signal: outer.signal });
  outer.abort();
  expect(await other.result).toBe(true);
});
