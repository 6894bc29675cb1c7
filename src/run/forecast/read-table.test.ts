import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sha256 } from "../../file/sha256.ts";
import { readSeries } from "../../forecast/series/read-series.ts";
import { readTable } from "./read-table.ts";
import { requireRoom, tableSize } from "./table-size.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-read-table-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const rows = (count: number, id = ""): string =>
  Array.from({ length: count }, (_, i) => `${id}${i},${(i * 7919) % 101}`).join("\r\n");

test("a file of several pieces is read as its whole text is, with letters that lie across their borders", async () => {
  const text = `shop,t,y\r\n${Array.from({ length: 100 }, (_, k) => rows(400, `"Gr\u00fc\u00df ${"\ud83c\udf33".repeat(12)} ${k}",`)).join("\r\n")}\r\n`;
  const bytes = new TextEncoder().encode(`\ufeff${text}`);
  expect(bytes.length).toBeGreaterThan(2 ** 21);
  const path = fileOf("pieces.csv", bytes);
  const { table, sha256: digest } = await readTable(path, {});
  expect(digest).toBe(sha256(bytes));
  const { file, frequency, ...whole } = readSeries(text, path);
  expect(table).toMatchObject(whole);
  expect([table.file, table.frequency.name]).toEqual([file, frequency.name]);
  expect(table.series).toHaveLength(100);
});

test("an empty file, broken text and other kinds of files are told as they were", async () => {
  const late = new Uint8Array(2 ** 20 + 10).fill(0x0a);
  late[2 ** 20 + 5] = 0xff;
  await expect(readTable(fileOf("empty.csv", ""), {})).rejects.toThrowError(/got no rows/);
  await expect(readTable(fileOf("late.csv", late), {})).rejects.toThrowError(/bytes that are not UTF-8 text/);
  const zip = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0);
  await expect(readTable(fileOf("book.xlsx", zip), {})).rejects.toThrowError(/a workbook/);
  await expect(readTable(join(folder, "pieces.cvs"), {})).rejects.toThrowError(/did you mean .*pieces\.csv/);
});

test("a quote that nobody closed is told with the line it stands in, long before the end of the file", async () => {
  const open = `t,y\n0,1\n1,"2\n${rows(300_000)}\n`;
  let read = 0;
  const reading = readTable(fileOf("open.csv", open), {}, { onStep: (done) => void (read = done) });
  await expect(reading).rejects.toThrowError(
    /open\.csv, line 3: a quoted field is not closed within 1,048,576 characters in "1,\\"2"/,
  );
  // Reading is told in thousandths; the file has four pieces.
  expect(read).toBeLessThan(180);
});

test("how far it is comes piece by piece and does not fall, and a signal is heard in the middle", async () => {
  const path = fileOf("long.csv", `t,y\n${rows(100_000)}\n`);
  const steps: number[] = [];
  await readTable(path, {}, { onStep: (done) => void steps.push(done) });
  expect(steps.length).toBeGreaterThan(8);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  for (const after of [1, 3, 8]) {
    const stop = new AbortController();
    let told = 0;
    const onStep = (): void => {
      if (++told === after) stop.abort();
    };
    await expect(readTable(path, {}, { onStep, signal: stop.signal })).rejects.toMatchObject({
      code: "run/stopped",
      message: expect.stringContaining("Stopped while reading") as string,
    });
    expect(told).toBe(after);
  }
});

test("what will not fit is refused by its first rows, with how many would and how Node gets more", () => {
  const seen = { rows: 40_000, columns: 2, read: 2 ** 20, size: 400 * 2 ** 20 };
  expect(tableSize(seen).rows).toBe(16_000_000);
  expect(() => requireRoom("big.csv", seen, 4 * 2 ** 30)).toThrowError(
    /big\.csv: got about 16,000,000 rows, for which 6\.\d GB of memory would be needed, expected at most the 4\.0 GB .*about 9,900,000 rows.*--max-old-space-size=8000/,
  );
  expect(() => requireRoom("big.csv", seen, 8 * 2 ** 30)).not.toThrow();
});
