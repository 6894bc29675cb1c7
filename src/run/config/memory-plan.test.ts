/** What a run will need is said before it is taken, and what cannot fit is refused by the options that drive it. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { trainRun } from "../training/train-run.ts";
import { smallConfig, smallRun } from "./small-run.fixture.ts";
import { memoryLimit, memoryText, requireMemory } from "./memory-plan.ts";
import type { MemoryPlan } from "./memory-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-memory-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());
const csv = join(folder, "table.csv");
writeFileSync(csv, "sequence,score\nACGT,1\n");

/** What a run that is refused at once would have needed, and the error. */
async function needed(changes: Parameters<typeof smallConfig>[0], limit: string) {
  vi.stubEnv("WINDAGE_MEMORY", limit);
  const run = await smallRun(join(folder, "runs"), smallConfig(changes));
  const plans: MemoryPlan[] = [];
  const failure: unknown = await trainRun(run, {
    onProgress: () => undefined,
    onMemory: (plan) => plans.push(plan),
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { failure, plan: plans[0], isLeft: existsSync(run.folder) };
}

test("a run that fits says what it needs before it begins", async () => {
  const { failure, plan } = await needed({ oracleCsv: csv, iterations: 1 }, "64");
  expect(failure).toBeUndefined();
  expect(plan!.bytes / 2 ** 20).toBeGreaterThan(100);
  expect(plan!.bytes / 2 ** 20).toBeLessThan(400);
});

test.each([
  [{ onPolicy: 65_536, minLength: 1, maxLength: 400 }, ["batch.onPolicy 65536", "environment.maxLength 400"]],
  [{ hidden: 8192, layers: 4 }, ["model.hidden 8192", "model.layers 4"]],
  [{ samples: 10_000_000 }, ["samples 10000000"]],
  [
    { model: "transformer", minLength: 1, maxLength: 2000, onPolicy: 512 } as const,
    ["environment.maxLength 2000"],
  ],
])("%o cannot fit, is refused by name, and leaves nothing behind", async (changes, options) => {
  const { failure, isLeft } = await needed({ oracleCsv: csv, model: "mlp", ...changes }, "2");
  expect(failure).toMatchObject({ code: "run/too-large", kind: "user" });
  for (const option of options) expect((failure as Error).message).toContain(option);
  expect(isLeft).toBe(false);
});

test("the limit is the machine's, or what WINDAGE_MEMORY says", () => {
  expect(memoryLimit({})).toBeGreaterThan(2 ** 28);
  expect(memoryLimit({ WINDAGE_MEMORY: "3" })).toBe(3 * 2 ** 30);
  expect(memoryLimit({ WINDAGE_MEMORY: "" })).toBe(memoryLimit({}));
  for (const odd of ["a lot", "64GB", "0", "-3", "1e999", "NaN"]) {
    expect(() => memoryLimit({ WINDAGE_MEMORY: odd })).toThrow("expected gigabytes as a number above 0");
  }
  vi.stubEnv("WINDAGE_MEMORY", "1");
  const plan = {
    bytes: 2 ** 31,
    largest: "2 runs at a time",
    largestBytes: 2 ** 31,
    options: ["parallel 2"],
  };
  expect(() => requireMemory(plan)).toThrow(
    "needs about 2.0 GB of memory, expected at most the 1.0 GB there are; most of it, 2.0 GB, is for 2 runs at a time: lower parallel 2.",
  );
});

test("bytes as people say them", () => {
  expect([2 ** 20, 300.4 * 2 ** 20, 2 ** 30, 12.34 * 2 ** 30, 1536 * 2 ** 30].map(memoryText)).toEqual([
    "1 MB",
    "300 MB",
    "1.0 GB",
    "12 GB",
    "1,536 GB",
  ]);
});
