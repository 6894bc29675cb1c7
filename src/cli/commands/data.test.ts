/** Drives `windage data …` as a user does, with a data folder of its own. */

import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { windageIn } from "../windage.fixture.ts";

const REAL = join(import.meta.dirname, "../../../../shared/data/tfbind8");
const folder = await mkdtemp(join(tmpdir(), "windage-data-"));
afterAll(() => rm(folder, { recursive: true }));
const windage = windageIn(folder, { WINDAGE_DATA: join(folder, "store") });

const csv = "sequence,score\nAA,0\nAC,0.5\nCA,1\nCC,0.25\n";
await writeFile(join(folder, "Tiny Assay.csv"), csv);
await writeFile(join(folder, "partial.csv"), "sequence,score\nAA,1\nAC,0.5\n");

describe("windage data", () => {
  test("where prints one path and says why", async () => {
    expect(await windage("data", "where")).toEqual({ code: 0, out: `${join(folder, "store")}\n`, err: "" });
    const { out } = await windage("data", "where", "--data", "x", "--json");
    expect(JSON.parse(out)).toEqual({ folder: join(folder, "x"), exists: false, from: "--data" });
  });

  test("a CSV file goes in, is listed and described", async () => {
    const imported = await windage(
      "data",
      "import",
      "csv",
      "Tiny Assay.csv",
      "--alphabet",
      "AC",
      "--data",
      "a",
    );
    expect(imported).toMatchObject({ code: 0, err: "" });
    for (const part of [
      "tiny-assay",
      "AC, length 2",
      "yes, the file lists every sequence",
      "CA 1",
      "(new)",
    ]) {
      expect(imported.out).toContain(part);
    }
    const list = await windage("data", "list", "--data", "a");
    expect(list.out).toMatch(/^name +letters +sequences +min +mean +max +origin\n/);
    expect(list.out).toMatch(/\nsim8 +ACGT × 8 +65,536 /);
    expect(list.out).toMatch(/\ntiny-assay +AC × 2 +4 +0 +0.4375 +1 +Tiny Assay.csv\n/);
    const info = await windage("data", "info", "tiny-assay", "--data", "a", "--json");
    expect(JSON.parse(info.out)).toMatchObject({
      name: "tiny-assay",
      sequences: 4,
      scores: { min: 0, mean: 0.4375, max: 1 },
      symmetric: null,
      provenance: { published: false, rows: 4, files: [{ name: "Tiny Assay.csv" }] },
    });
  });

  test("what a CSV file lacks is refused or filled as asked, and nothing is replaced unasked", async () => {
    const words = ["data", "import", "csv", "partial.csv", "--alphabet", "AC", "--data", "b"];
    const refused = await windage(...words);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("[data/incomplete] partial.csv: 2 of 4 sequences have no score (CA, CC)");
    const filled = await windage(...words, "--missing=-1.5", "--json");
    expect(JSON.parse(filled.out)).toMatchObject({ outcome: "new", scores: { min: -1.5 } });
    const [again, other] = await Promise.all([
      windage(...words, "--missing=-1.5", "--json"),
      windage(...words, "--missing=floor"),
    ]);
    expect(JSON.parse(again.out)).toMatchObject({ outcome: "unchanged" });
    expect(other).toMatchObject({ code: 2, out: "" });
    expect(other.err).toContain("[data/exists]");
    const replaced = await windage(...words, "--missing=floor", "--replace", "--json");
    expect(JSON.parse(replaced.out)).toMatchObject({ outcome: "replaced", scores: { min: 0 } });
    const policy = await windage(...words, "--missing", "maybe");
    expect(policy.err).toContain('--missing: got "maybe", expected error, floor or a number');
  });

  test("a damaged table is listed as such, and told of", async () => {
    await windage(
      "data",
      "import",
      "csv",
      "Tiny Assay.csv",
      "--alphabet",
      "AC",
      "--data",
      "c",
      "--name",
      "good",
    );
    const tables = join(folder, "c", "tables");
    await writeFile(join(tables, "bad.json"), "{");
    for (const file of await readdir(tables))
      if (file.endsWith(".npy")) await writeFile(join(tables, file), "x");
    const list = await windage("data", "list", "--data", "c");
    expect(list.code).toBe(0);
    expect(list.out).toMatch(/Damaged\n {2}bad {2}.*not valid JSON/);
    const info = await windage("data", "info", "good", "--data", "c", "--json");
    expect(info.code).toBe(2);
    expect(JSON.parse(info.out)).toMatchObject({ error: { code: "data/corrupt" } });
  });

  test("mistakes say what to do", async () => {
    const taken = ["sim8", "grid", "bits", "mine.mjs"].map((own) =>
      windage("data", "import", "csv", "Tiny Assay.csv", "--alphabet", "AC", "--name", own),
    );
    for (const refused of await Promise.all(taken)) {
      expect(refused.code).toBe(2);
      expect(refused.err).toMatch(/got \S+, which is (?:built in|that of a module); choose another --name/);
    }
    const [name, absent, files, flag] = await Promise.all([
      windage("data", "info", "sim9"),
      windage("data", "import", "tfbind8", "absent_8mers.txt"),
      windage("data", "import", "tfbind8"),
      windage("data", "import", "csv", "x.csv", "--alphabets", "AC"),
    ]);
    expect([name, absent, files, flag].map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect(name.err).toContain("did you mean sim8?");
    expect(absent.err).toContain("[data/not-readable]");
    expect(files.err).toContain("got no <files>, expected windage data import tfbind8 <files…> [options]");
    expect(flag.err).toContain("did you mean --alphabet?");
  });
});

test.runIf(existsSync(REAL))(
  "the real table (needs ../shared/data) is known, complete and symmetric",
  async () => {
    const text = await windage("data", "import", "tfbind8", join(REAL, "SIX6_REF_R1_8mers.txt"));
    expect(text).toMatchObject({ code: 0, err: "" });
    for (const part of [
      "(the published file)",
      "no sequence is missing",
      "yes, every sequence scores",
      "AGGTATCA 1",
    ]) {
      expect(text.out).toContain(part);
    }
    const pair = ["y", "x"].map((axis) => join(REAL, `tf_bind_8-${axis}-0.npy`));
    const arrays = await windage("data", "import", "tfbind8", ...pair, "--json");
    expect(JSON.parse(arrays.out)).toMatchObject({
      outcome: "unchanged",
      symmetric: true,
      sequences: 65_536,
      nearBest: 934,
      provenance: { published: true, rows: 65_792 },
      warnings: [],
    });
  },
);
