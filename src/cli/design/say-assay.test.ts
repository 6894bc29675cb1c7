import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { defaultConfig, type ExperimentConfig } from "../../run/config/config.ts";
import { sayScores } from "./say-assay.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-say-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function said(
  text: string,
  changes: Partial<ExperimentConfig> = {},
  given: readonly string[] = ["minimize"],
): Promise<readonly string[]> {
  const oracleCsv = join(folder, "scores.csv");
  writeFileSync(oracleCsv, text);
  const lines: string[] = [];
  const progress = (line: string): void => void lines.push(line);
  await sayScores({ ...defaultConfig, oracleCsv, ...changes }, "scores.csv", {
    progress,
    json: true,
    given: new Set(given),
  });
  return lines;
}

const rows = Array.from({ length: 16 }, (_, i) => `${"ACGT"[i >> 2]!}${"acgt"[i & 3]!}A;${i},5`);

test("training says how it read a file of scores, and what might be wrong with it", async () => {
  const lines = await said(["Seq;Kd", ...rows, "AAA;NA", "AAA;0,7", ""].join("\r\n"));
  expect(lines).toEqual([
    "Read scores.csv: 18 rows, 16 different sequences.",
    '  sequences from "Seq", scores from "Kd"',
    "  alphabet ACGT (DNA)",
    '  decimal commas: "0,5" is read as 0.5',
    "  16 sequences written in lower case, read as capitals",
    "  1 row without a value left out",
    expect.stringMatching(/^ {2}1 sequence measured more than once: means taken/),
  ]);
});

test("a direction that a name speaks against is refused where nobody can be asked", async () => {
  const text = ["Seq;Kd", ...rows].join("\n");
  await expect(said(text, {}, [])).rejects.toMatchObject({ code: "data/unclear-direction" });
  expect(await said(text, { minimize: true }, [])).toContain('  sequences from "Seq", scores from "Kd"');
});

test("a utility comes with its picture, and --missing on a complete file is said to do nothing", async () => {
  const complete = Array.from({ length: 16 }, (_, i) => `${"ACGT"[i >> 2]!}${"ACGT"[i & 3]!},${i}`);
  const text = ["Seq,signal", ...complete].join("\n");
  const changes = { alphabet: "ACGT", sequenceColumn: "Seq", missing: "floor" } as const;
  const lines = await said(text, { ...changes, utility: "rank" });
  expect(lines).toContain("  --missing floor has no effect: the file lists every sequence of its length");
  expect(lines.at(-2)).toMatch(/^\nWhat a score is worth \(rank\)/);
  expect(lines.at(-1)).toContain("of the worth");
  expect((await said(text, changes)).join("\n")).not.toContain("worth");
  expect(await said(text.replace("TT,15", "TTT,15"), changes)).not.toContain(
    "  --missing floor has no effect: the file lists every sequence of its length",
  );
});

test("scores that are all the same have a picture of one line, without scores that nobody measured", async () => {
  const text = ["Seq,signal", "AA,1.5", "AC,1.5", "AG,1.5"].join("\n");
  const picture = (await said(text, { alphabet: "ACGT", utility: "rank" })).at(-1)!;
  expect(picture.trimEnd().split("\n")).toEqual([
    expect.stringContaining("of the worth"),
    expect.stringMatching(/^ {2}1\.50* +█+ +3 +█+ +100 %$/),
  ]);
});

test("that a large file is read is said before it is, and of small ones nothing", async () => {
  const note = "x".repeat(300_000);
  const lines = await said(["Seq;Kd;note", ...rows.map((row) => `${row};${note}`)].join("\n"));
  expect(lines.slice(0, 2)).toEqual([
    "Reading scores.csv, 5 megabytes …",
    "Read scores.csv: 16 rows, 16 different sequences.",
  ]);
});
