import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { isWorkbook, workbookBytes, workbookText } from "./spreadsheet.ts";

const rows = [
  ["name", "sequence", "Kd (nM)"],
  ["r1-001", "=1+1", 12.5],
  ["@x", "ACGT\tA", 1e-9],
  ["+3", "-", null],
] as const;

test("what is written is read back, and texts are never formulas", async () => {
  const bytes = await workbookBytes([{ name: "Order", rows }]);
  expect(isWorkbook(bytes)).toBe(true);
  expect(await workbookText(bytes, "order.xlsx")).toBe(
    "name\tsequence\tKd (nM)\nr1-001\t=1+1\t12.5\n@x\tACGT A\t1e-9\n+3\t-\t\n",
  );
  // Nothing in the file is a formula to a spreadsheet.
  expect(Buffer.from(bytes).includes("<f>")).toBe(false);
});

test("of several sheets one has to be named", async () => {
  const bytes = await workbookBytes([
    { name: "Info", rows: [["plate", 3]] },
    { name: "Data", rows },
    { name: "Empty", rows: [] },
  ]);
  await expect(workbookText(bytes, "a.xlsx")).rejects.toMatchObject({ code: "data/several-sheets" });
  expect(await workbookText(bytes, "a.xlsx", "data")).toContain("r1-001");
  expect(await workbookText(bytes, "a.xlsx", "2")).toContain("r1-001");
  await expect(workbookText(bytes, "a.xlsx", "Plate")).rejects.toThrow(
    'expected one of "Info", "Data", "Empty"',
  );
});

/** An archive with one part, whose declared size may be a lie. */
function archive(name: string, content: Uint8Array, declared = content.length): Uint8Array {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30 + name.length);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(declared, 22);
  local.writeUInt16LE(name.length, 26);
  local.write(name, 30);
  const central = Buffer.alloc(46 + name.length);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(declared, 24);
  central.writeUInt16LE(name.length, 28);
  central.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, central, end]);
}

test("archives that unpack to far more than they are, or lie about it, are refused in no time", async () => {
  const zeros = new Uint8Array(2 ** 29);
  const refused = { code: "data/bad-workbook" };
  const start = performance.now();
  const bomb = archive("[Content_Types].xml", zeros);
  const lying = archive("[Content_Types].xml", zeros, 100);
  const packed = performance.now();
  await expect(workbookText(bomb, "bomb.xlsx")).rejects.toThrow("would unpack to 536,870,912 bytes");
  await expect(workbookText(lying, "bomb.xlsx")).rejects.toMatchObject(refused);
  expect(performance.now() - packed).toBeLessThan(Math.max(1000, packed - start));
  const whole = await workbookBytes([{ name: "Order", rows }]);
  for (const cut of [5, 100, whole.length - 30]) {
    await expect(workbookText(whole.subarray(0, cut), "cut.xlsx")).rejects.toMatchObject(refused);
  }
  const odd = Buffer.from(whole);
  odd.fill(0xff, 40, 400);
  await expect(workbookText(odd, "odd.xlsx")).rejects.toMatchObject(refused);
}, 30_000);
