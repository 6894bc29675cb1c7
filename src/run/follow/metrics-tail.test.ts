import { appendFile, copyFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seal } from "../../file/seal.ts";
import { temporaryRoot } from "../temporary-runs.fixture.ts";
import { MetricsTail } from "./metrics-tail.ts";

const root = await temporaryRoot();
let files = 0;
const newFile = (): string => join(root, `metrics-${files++}.jsonl`);
const line = (iteration: number, salt = 0): string => `${JSON.stringify(seal({ iteration, salt }))}\n`;

/** What a listener has after a look: cuts applied, rows added. */
async function listen(tail: MetricsTail, heard: number[][]): Promise<boolean> {
  let cut = false;
  for (let more = true; more;) {
    const news = await tail.look();
    if (news.cutAfter !== null) {
      cut = true;
      while (heard.length > 0 && heard.at(-1)![0]! > news.cutAfter) heard.pop();
    }
    for (const { iteration, salt } of news.rows) heard.push([iteration, salt as number]);
    ({ more } = news);
  }
  return cut;
}

describe("a file that grows", () => {
  test("gives each line once, and a torn one when it is whole", async () => {
    const path = newFile();
    const tail = new MetricsTail(path);
    const heard: number[][] = [];
    await listen(tail, heard);
    expect(heard).toEqual([]);
    const [first, second] = [line(0), line(1)];
    await writeFile(path, first + second.slice(0, 9));
    await listen(tail, heard);
    expect(heard).toEqual([[0, 0]]);
    await appendFile(path, second.slice(9));
    await listen(tail, heard);
    await listen(tail, heard);
    expect(heard).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  test("says which lines cannot be used, also one longer than a look, and goes on behind them", async () => {
    const path = newFile();
    await writeFile(path, `${line(0)}nonsense\n${"x".repeat(9_000_000)}\n${line(3)}`);
    const tail = new MetricsTail(path);
    const problems: number[] = [];
    const rows: number[] = [];
    for (let more = true; more;) {
      const news = await tail.look();
      problems.push(...news.problems.map((problem) => problem.line));
      rows.push(...news.rows.map(({ iteration }) => iteration));
      ({ more } = news);
    }
    expect({ rows, problems }).toEqual({ rows: [0, 3], problems: [2, 3] });
  });

  test("reads only what was added", async () => {
    const path = newFile();
    await writeFile(path, Array.from({ length: 100_000 }, (_, i) => line(i)).join(""));
    const tail = new MetricsTail(path);
    const heard: number[][] = [];
    await listen(tail, heard);
    expect(heard).toHaveLength(100_000);
    // Every byte but the last few is destroyed; what was added is heard all the same.
    await appendFile(path, line(100_000));
    const { default: fs } = await import("node:fs");
    const handle = fs.openSync(path, "r+");
    fs.writeSync(handle, Buffer.alloc(1000, 0x20), 0, 1000, 0);
    fs.closeSync(handle);
    expect(await listen(tail, heard)).toBe(false);
    expect(heard.at(-1)).toEqual([100_000, 0]);
  });
});

describe("a file that is cut or replaced", () => {
  test("a copy put in its place goes on where the old one ended", async () => {
    const path = newFile();
    await writeFile(path, line(0) + line(1));
    const tail = new MetricsTail(path);
    const heard: number[][] = [];
    await listen(tail, heard);
    const copy = newFile();
    await copyFile(path, copy);
    await appendFile(copy, line(2));
    await rename(copy, path);
    expect(await listen(tail, heard)).toBe(false);
    expect(heard.map(([iteration]) => iteration)).toEqual([0, 1, 2]);
  });

  test("gone for a moment is no cut", async () => {
    const path = newFile();
    await writeFile(path, line(0));
    const tail = new MetricsTail(path);
    const heard: number[][] = [];
    await listen(tail, heard);
    await rm(path);
    expect(await listen(tail, heard)).toBe(false);
    await writeFile(path, line(0) + line(1));
    expect(await listen(tail, heard)).toBe(false);
    expect(heard.map(([iteration]) => iteration)).toEqual([0, 1]);
  });

  test("whatever is appended, torn, cut and written anew: what is heard is what the file has", async () => {
    const step = fc.record({
      cutTo: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined, freq: 3 }),
      added: fc.integer({ min: 0, max: 6000 }),
      torn: fc.integer({ min: 0, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const path = newFile();
        await writeFile(path, "");
        const tail = new MetricsTail(path);
        const heard: number[][] = [];
        let rows: number[][] = [];
        for (const [salt, { cutTo, added, torn }] of steps.entries()) {
          if (cutTo !== undefined) rows = rows.slice(0, Math.floor(cutTo * rows.length));
          const kept = rows.map(([iteration, old]) => line(iteration!, old)).join("");
          // What was torn is always cut away before anything is added, as writers do.
          await truncate(path, Buffer.byteLength(kept));
          const fresh = Array.from({ length: added }, (_, i) => [rows.length + i, salt]);
          rows = [...rows, ...fresh];
          const texts = fresh.map(([iteration, now]) => line(iteration!, now)).join("");
          await appendFile(path, texts + line(rows.length, salt).slice(0, torn));
          await listen(tail, heard);
          expect(heard).toEqual(rows);
        }
        await rm(path);
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
