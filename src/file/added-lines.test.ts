import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { AddedLines } from "./added-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "added-lines-"));
afterAll(() => rmSync(folder, { recursive: true }));

function withFile(check: (path: string, file: number) => void): void {
  const path = join(folder, "lines");
  rmSync(path, { force: true });
  const file = openSync(path, "a+");
  try {
    check(path, file);
  } finally {
    closeSync(file);
  }
}

test("each walk gives what is new, wherever writes were cut", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "🦊", "\n"), maxLength: 30 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(120), { maxLength: 5 }), (written, cuts) => {
      withFile((path, file) => {
        const bytes = Buffer.from(written);
        const added = new AddedLines(file);
        const found: string[] = [];
        const ends = cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b);
        for (const [i, end] of [...ends, bytes.length].entries()) {
          appendFileSync(path, bytes.subarray(i === 0 ? 0 : ends[i - 1], end));
          found.push(...added);
        }
        expect(found).toEqual(written.split("\n").slice(0, -1));
        expect(added.isAt(bytes.length)).toBe(written === "" || written.endsWith("\n"));
        expect([...added]).toEqual([]);
      });
    }),
  );
});

test("a line longer than what is read at a time comes in one piece", () => {
  withFile((path, file) => {
    const long = "🦊".repeat(700_000);
    appendFileSync(path, `x${long}\nshort\n`);
    expect([...new AddedLines(file)]).toEqual([`x${long}`, "short"]);
  });
});

test("nothing behind the bound is read, and a file that was cut gives nothing", () => {
  withFile((path, file) => {
    appendFileSync(path, "one\ntwo\nthree\n");
    const added = new AddedLines(file, 8);
    expect([...added]).toEqual(["one", "two"]);
    truncateSync(path, 2);
    expect([...added]).toEqual([]);
  });
});

test("a line without end is cut off, not collected", () => {
  withFile((path, file) => {
    appendFileSync(path, `first\n${"x".repeat(12 * 2 ** 20)}\nlast\n`);
    const [first, long, last, ...more] = new AddedLines(file);
    expect([first, last, more]).toEqual(["first", "last", []]);
    expect(long!.length).toBeLessThan(2 ** 22);
  });
});
