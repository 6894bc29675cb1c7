import { seal } from "../../file/seal.ts";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFile, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLastMetrics, readMetrics } from "./metrics-reader.ts";
import { hasLine, linesAfter, MetricsWriter } from "./metrics-writer.ts";
import { truncateMetrics } from "./truncate-metrics.ts";
import { newRun, temporaryRoot } from "../temporary-runs.fixture.ts";

const root = await temporaryRoot();

async function runWith(text: string): Promise<{ run: Awaited<ReturnType<typeof newRun>>; path: string }> {
  const run = await newRun(root);
  const path = join(run.folder, "metrics.jsonl");
  await writeFile(path, text);
  return { run, path };
}

function lines(...iterations: number[]): string {
  return iterations.map((iteration) => `{"iteration":${iteration},"loss":${iteration / 4}}\n`).join("");
}

describe("MetricsWriter", () => {
  test("appends lines that readMetrics gives back, also from a second writer", async () => {
    const run = await newRun(root);
    const first = new MetricsWriter(run);
    first.append({ iteration: 0, loss: 1.5, best: "ACGT" });
    first.flush();
    first.append({ iteration: 1, loss: Number.NaN });
    first.close();
    const second = new MetricsWriter(run);
    second.append({ iteration: 2, loss: 1 / 3 });
    second.close();
    const { rows, skipped, torn } = await readMetrics(run);
    expect([skipped, torn]).toEqual([0, false]);
    expect(rows).toEqual([
      { iteration: 0, loss: 1.5, best: "ACGT" },
      { iteration: 1, loss: null },
      { iteration: 2, loss: 1 / 3 },
    ]);
  });

  test("cuts a torn line before it goes on", async () => {
    const { run, path } = await runWith(`${lines(0, 1)}{"iteration":2,"lo`);
    const writer = new MetricsWriter(run);
    writer.append({ iteration: 2, loss: 9 });
    writer.close();
    expect(await readFile(path, "utf8")).toBe(
      `${lines(0, 1)}${JSON.stringify(seal({ iteration: 2, loss: 9 }))}\n`,
    );
  });

  test("refuses iterations that are no counts, and to write through a link", async () => {
    const { run, path } = await runWith("");
    const writer = new MetricsWriter(run);
    for (const iteration of [-1, 0.5, Number.NaN]) {
      expect(() => writer.append({ iteration })).toThrow("whole number");
    }
    writer.close();
    await rm(path);
    const victim = join(root, "victim.txt");
    await writeFile(victim, "mine");
    await symlink(victim, path);
    expect(() => new MetricsWriter(run)).toThrow("metrics.jsonl");
    await expect(readMetrics(run)).rejects.toThrow("symbolic link");
    await expect(truncateMetrics(run, 0)).rejects.toThrow("symbolic link");
    expect(await readFile(victim, "utf8")).toBe("mine");
  });
});

describe("readMetrics", () => {
  test("skips and reports what is no metric, and a torn end", async () => {
    const { run } = await runWith(
      `${lines(0)}[1]\n\nnull\n{"loss":1}\n{"iteration":1.5}\n{"iteration":-1}\nnonsense\n` +
        `{"__proto__":{"bad":1},"iteration":3}\n${"[".repeat(5000)}\n${lines(4)}{"iteration":5`,
    );
    const metrics = await readMetrics(run);
    expect(metrics.rows.map((row) => row.iteration)).toEqual([0, 4]);
    expect(metrics).toMatchObject({ skipped: 9, torn: true });
    expect(metrics.problems[0]).toEqual({ line: 2, problem: "it is not a JSON object" });
    expect(metrics.problems.map((problem) => problem.line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(Object.prototype).not.toHaveProperty("bad");
  });

  test("a missing or empty file has no rows", async () => {
    const { run, path } = await runWith("");
    expect(await readMetrics(run)).toEqual({
      rows: [],
      last: null,
      problems: [],
      skipped: 0,
      missing: 0,
      torn: false,
      every: 1,
    });
    expect(await readLastMetrics(run)).toEqual({ row: null, damaged: 0 });
    await rm(path);
    expect((await readMetrics(run)).rows).toEqual([]);
    expect((await truncateMetrics(run, 3)).bytes).toBe(0);
  });

  test("lines across the pieces it reads in, and lines too long to be true", async () => {
    const pad = "x".repeat(300_000);
    const long = Array.from({ length: 9 }, (_, iteration) => `${JSON.stringify({ iteration, pad })}\n`);
    const { run } = await runWith(`${long.join("")}"${"y".repeat(3_000_000)}"\n${lines(9)}`);
    const metrics = await readMetrics(run);
    expect(metrics.rows.map((row) => row.iteration)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(metrics.problems).toEqual([{ line: 10, problem: "it has more than 1048576 bytes" }]);
    expect((await readLastMetrics(run)).row).toEqual({ iteration: 9, loss: 2.25 });
  });

  test("any bytes at all are read without an exception, and truncated without losing earlier rows", async () => {
    const line = fc.oneof(
      fc.json(),
      fc.string(),
      fc.nat(30).map((iteration) => JSON.stringify({ iteration })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.string(), fc.nat(30), async (content, end, after) => {
        const { run } = await runWith([...content, end].join("\n"));
        const { rows } = await readMetrics(run);
        expect((await readLastMetrics(run)).row).toEqual(rows.at(-1) ?? null);
        await truncateMetrics(run, after);
        const kept = await readMetrics(run);
        const misplaced = (cut: number): number =>
          rows.filter(({ iteration }, i) => i < cut !== iteration <= after).length;
        expect(kept.rows).toEqual(rows.slice(0, kept.rows.length));
        const fewest = rows.reduce((least, _, i) => Math.min(least, misplaced(i + 1)), misplaced(0));
        expect(misplaced(kept.rows.length)).toBe(fewest);
        expect(kept.torn).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test.runIf(process.platform !== "win32")("a pipe instead of a file does not make it wait", async () => {
    const { run, path } = await runWith("");
    await rm(path);
    execFileSync("mkfifo", [path]);
    await expect(readMetrics(run)).rejects.toThrow("not a regular file");
  });
});

describe("truncateMetrics", () => {
  test("drops the lines after an iteration so that a resumed run tells them once", async () => {
    const { run, path } = await runWith(`${lines(0, 10, 20, 30)}{"iter`);
    expect((await truncateMetrics(run, 20)).bytes).toBe(lines(30).length + 6);
    expect(await readFile(path, "utf8")).toBe(lines(0, 10, 20));
    await appendFile(path, lines(30));
    expect((await readMetrics(run)).rows.map((row) => row.iteration)).toEqual([0, 10, 20, 30]);
    expect((await truncateMetrics(run, 30)).bytes).toBe(0);
    await truncateMetrics(run, -1);
    expect(await readFile(path, "utf8")).toBe("");
  });

  test("a changed digit costs its own line and no other, and is said; so is a gap", async () => {
    const all = Array.from({ length: 500 }, (_, i) => i);
    for (const [at, wrong] of [
      [100, 900],
      [450, 50],
    ] as const) {
      const { run, path } = await runWith(lines(...all.map((i) => (i === at ? wrong : i))));
      const { problems } = await truncateMetrics(run, 399);
      expect((await readFile(path, "utf8")).split("\n")).toHaveLength(401);
      expect(problems).toEqual(
        at > 399
          ? []
          : [
              "metrics.jsonl: the lines of 1 iterations before this one are missing",
              "metrics.jsonl: 1 of the lines that stay are damaged or out of order, the first is line 101",
            ],
      );
    }
    const { run } = await runWith(lines(...all.filter((i) => i < 50 || i > 89)));
    expect((await truncateMetrics(run, 499)).problems).toEqual([
      "metrics.jsonl: the lines of 40 iterations before this one are missing",
    ]);
  });
});

describe("a long run", () => {
  test("is thinned by iteration alone, to about as many lines for each tenfold length", async () => {
    expect(linesAfter(100_000)).toBe(100_000);
    expect(linesAfter(1_000_000)).toBe(190_000);
    expect(linesAfter(2 ** 53 - 1)).toBeLessThan(1_200_000);
    for (const done of [0, 1, 99_999, 100_001, 123_456]) {
      const counted = Array.from({ length: done }, (_, i) => hasLine(i)).filter(Boolean).length;
      expect(linesAfter(done)).toBe(counted);
    }
    const run = await newRun(root);
    const writer = new MetricsWriter(run);
    for (const iteration of [99_998, 99_999, 100_000, 100_009, 100_019]) writer.append({ iteration });
    writer.close();
    const { rows } = await readMetrics(run);
    expect(rows.map((row) => row.iteration)).toEqual([99_998, 99_999, 100_009, 100_019]);
  });

  test("of more than a million lines is read, thinned", async () => {
    const { run } = await runWith('{"iteration":1}\n'.repeat(1_000_010));
    const { rows, every } = await readMetrics(run);
    expect([rows.length, every]).toEqual([500_005, 2]);
  });

  test("whose folder is deleted fails at the next flush", async () => {
    const run = await newRun(root);
    const writer = new MetricsWriter(run);
    writer.append({ iteration: 0 });
    writer.flush();
    await rm(run.folder, { recursive: true });
    expect(() => writer.flush()).toThrow("moved or deleted");
    writer.close();
  });
});

test("a process killed while it writes loses no line it has appended", async () => {
  const run = await newRun(root);
  const module = new URL("metrics-writer.ts", import.meta.url).href;
  const code = `import { MetricsWriter } from ${JSON.stringify(module)};
    const writer = new MetricsWriter(${JSON.stringify(run)});
    for (let iteration = 0; iteration < 500; iteration++) writer.append({ iteration });
    process.kill(process.pid, "SIGKILL");`;
  const { signal } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code]);
  expect(signal).toBe("SIGKILL");
  expect((await readMetrics(run)).rows).toHaveLength(500);
});
