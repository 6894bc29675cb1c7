import { execFileSync } from "node:child_process";
import { parseObject } from "../../file/json-document.ts";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dataFolder } from "../../file/data-folder.ts";
import type { Provenance } from "../provenance.ts";
import { SequenceSpace } from "../exact/sequence-space.ts";
import { TableLandscape } from "../exact/table-landscape.ts";
import { listTables, loadTable, removeTable, storeTable } from "./table-store.ts";

const provenance: Provenance = {
  source: "a test",
  files: [{ name: "a.txt", sha256: "0".repeat(64), published: false }],
  published: false,
  rows: 4,
};
const make = (name: string, last = 0.8): TableLandscape =>
  new TableLandscape(name, new SequenceSpace("AB", 2), Float64Array.of(Number.MIN_VALUE, 0.1, 1 / 3, last));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "windage-store-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("dataFolder", () => {
  test.each([
    [{ env: { WINDAGE_DATA: "/chosen" }, platform: "linux" }, "/chosen"],
    [{ env: { XDG_DATA_HOME: "/xdg" }, platform: "linux" }, "/xdg/windage"],
    [{ env: { XDG_DATA_HOME: "relative" }, platform: "linux" }, "/home/me/.local/share/windage"],
    [{ env: { WINDAGE_DATA: "" }, platform: "freebsd" }, "/home/me/.local/share/windage"],
    [{ env: {}, platform: "darwin" }, "/home/me/Library/Application Support/windage"],
    [{ env: {}, platform: "win32" }, "/home/me/AppData/Local/windage"],
    [{ env: { LOCALAPPDATA: "/local" }, platform: "win32" }, "/local/windage"],
  ] as const)("%j", (context, expected) => {
    expect(dataFolder({ ...context, home: "/home/me" })).toBe(expected);
  });
});

describe("the table store", () => {
  test("gives back what was stored, to the bit", async () => {
    const record = await storeTable(make("mine"), provenance, { folder });
    const loaded = await loadTable("mine", { folder });
    expect(loaded.landscape).toEqual(make("mine"));
    expect(loaded.record).toEqual(record);
    expect(record).toMatchObject({ alphabet: "AB", length: 2, max: 0.8, provenance });
  });

  test("replaces a table and leaves no other files behind", async () => {
    await storeTable(make("mine", 0.1), provenance, { folder });
    await storeTable(make("mine-2", 0.3), provenance, { folder });
    await storeTable(make("mine", 0.9), provenance, { folder });
    expect((await loadTable("mine", { folder })).landscape.scoreAt(3)).toBe(0.9);
    expect((await loadTable("mine-2", { folder })).landscape.scoreAt(3)).toBe(0.3);
    const files = await readdir(join(folder, "tables"));
    expect(files.map((file) => file.replace(/[0-9a-f]{16}/, "…")).sort()).toEqual(
      ["mine-….npy", "mine-2-….npy", "mine-2.json", "mine.json"].sort(),
    );
  });

  test("lists what is there, damaged records with their problem, and removes", async () => {
    expect(await listTables({ folder })).toEqual([]);
    await storeTable(make("b"), provenance, { folder });
    await storeTable(make("a"), provenance, { folder });
    await writeFile(join(folder, "tables", "c.json"), "{");
    expect(await listTables({ folder })).toMatchObject([
      { name: "a", record: { name: "a" } },
      { name: "b", record: { name: "b" } },
      { name: "c", problem: { code: "data/corrupt" } },
    ]);
    await removeTable("a", { folder });
    expect((await listTables({ folder })).map(({ name }) => name)).toEqual(["b", "c"]);
    await expect(removeTable("a", { folder })).rejects.toMatchObject({ code: "data/not-found" });
  });

  test("says where it looked when a table is not there", async () => {
    await expect(loadTable("absent", { folder })).rejects.toThrow(
      `there is none in ${join(folder, "tables")}`,
    );
  });

  test("detects a changed or missing file of scores", async () => {
    await storeTable(make("mine"), provenance, { folder });
    const file = (await readdir(join(folder, "tables"))).find((name) => name.endsWith(".npy"));
    const path = join(folder, "tables", file!);
    const bytes = await readFile(path);
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(path, bytes);
    await expect(loadTable("mine", { folder })).rejects.toMatchObject({
      code: "data/corrupt",
      message: expect.stringMatching(
        /got checksum [0-9a-f]{12}…, expected [0-9a-f]{12}…; .* import it again/,
      ) as string,
    });
    await rm(path);
    await expect(loadTable("mine", { folder })).rejects.toThrow("is missing");
    execFileSync("mkfifo", [path]);
    await expect(loadTable("mine", { folder })).rejects.toThrow("cannot be read");
  });

  test("detects a record that was edited", async () => {
    await storeTable(make("mine"), provenance, { folder });
    const path = join(folder, "tables", "mine.json");
    const record = parseObject(await readFile(path, "utf8"), path);
    for (const change of [
      { version: 2 },
      { sha256: "../../x" },
      { name: "other" },
      { provenance: 3 },
      { length: "2" },
    ]) {
      await writeFile(path, JSON.stringify({ ...record, ...change }));
      await expect(loadTable("mine", { folder })).rejects.toMatchObject({ code: "data/corrupt" });
    }
    await writeFile(path, JSON.stringify({ ...record, length: 3 }));
    await expect(loadTable("mine", { folder })).rejects.toThrow("got a table of 4 scores, expected 8");
  });

  test.each([
    "",
    "..",
    "../x",
    "a/b",
    "a\\b",
    ".hidden",
    "UPPER",
    "nul",
    "con.txt",
    "a..b",
    "a.",
    "x".repeat(65),
    "a\u0000",
  ])("refuses the name %j", async (name) => {
    await expect(storeTable(make(name), provenance, { folder })).rejects.toMatchObject({
      code: "data/invalid-name",
    });
    await expect(loadTable(name, { folder })).rejects.toMatchObject({ code: "data/invalid-name" });
  });
});
