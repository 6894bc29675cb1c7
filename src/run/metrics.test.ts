import { execFileSync, spawnSync } from "node:child_process";
import { appendFile, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLastMetrics, readMetrics, truncateMetrics } from "./metrics-reader.ts";
import { MetricsWriter } from "./metrics-writer.ts";
import { newRun, temporaryRoot } from "./temporary-runs.fixture.ts";

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
    expect(await readFile(path, "utf8")).toBe(`${lines(0, 1)}{"iteration":2,"loss":9}\n`);
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
    expect(await readMetrics(run)).toEqual({ rows: [], problems: [], skipped: 0, torn: false });
    expect(await readLastMetrics(run)).toBeUndefined();
    await rm(path);
    expect((await readMetrics(run)).rows).toEqual([]);
    expect(await truncateMetrics(run, 3)).toBe(0);
  });

  test("lines across the pieces it reads in, and lines too long to be true", async () => {
    const pad = "x".repeat(300_000);
    const long = Array.from({ length: 9 }, (_, iteration) => `${JSON.stringify({ iteration, pad })}\n`);
    const { run } = await runWith(`${long.join("")}"${"y".repeat(3_000_000)}"\n${lines(9)}`);
    const metrics = await readMetrics(run);
    expect(metrics.rows.map((row) => row.iteration)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(metrics.problems).toEqual([{ line: 10, problem: "it has more than 1048576 bytes" }]);
    expect(await readLastMetrics(run)).toEqual({ iteration: 9, loss: 2.25 });
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
        expect(await readLastMetrics(run)).toEqual(rows.at(-1));
        await truncateMetrics(run, after);
        const cut = rows.findIndex((row) => row.iteration > after);
        const kept = await readMetrics(run);
        expect(kept.rows).toEqual(cut === -1 ? rows : rows.slice(0, cut));
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
    expect(await truncateMetrics(run, 20)).toBe(lines(30).length + 6);
    expect(await readFile(path, "utf8")).toBe(lines(0, 10, 20));
    await appendFile(path, lines(30));
    expect((await readMetrics(run)).rows.map((row) => row.iteration)).toEqual([0, 10, 20, 30]);
    expect(await truncateMetrics(run, 30)).toBe(0);
    await truncateMetrics(run, -1);
    expect(await readFile(path, "utf8")).toBe("");
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
