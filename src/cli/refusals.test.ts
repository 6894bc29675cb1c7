/** Mistakes that only show when a command is at work: they are told in the words that were typed, and leave nothing. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { commands } from "./commands/index.ts";
import { runCli } from "./run-cli.ts";
import { plain } from "./terminal/style.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-refusals-"));
const runs = join(folder, "runs");
vi.stubEnv("WINDAGE_DATA", join(folder, "data"));
vi.stubEnv("WINDAGE_RUNS", runs);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** What a refused command says. */
async function refused(...words: string[]): Promise<string> {
  let said = "";
  const say = (text: string): void => void (said += text);
  const ways = { style: plain, errorStyle: plain, writeOut: say, writeError: say };
  const code = await runCli(words, commands, { version: "0", ...ways });
  expect([code, said]).toEqual([2, said]);
  return said;
}

/** Scores below 1, whose logarithms are below 0. */
const assay = join(folder, "assay.csv");
const scored = Array.from("ACGT").flatMap((a, i) =>
  Array.from("ACGTAC", (b, k) => `${a}${b}${k < 4 ? "AC" : "GG"},${0.1 + i / 10 + k / 100}`),
);
writeFileSync(assay, `sequence,score\n${scored.join("\n")}\n`);

describe("options are named", () => {
  test.each([
    [["compare", "--methods", "sdb,sdb"], '--methods: got "sdb" twice'],
    [["compare", "--methods", "sdb,sdb"], '"label" of its own in a config file'],
    [["compare", "--noise", "0.1,0.1"], "--noise: got 0.1, 0.1, expected each level once"],
    [["forecast", "sales.csv", "--given", "sum(z) > 3"], '--given "sum(z) > 3": got'],
    [["design", assay, "--utility", "given", "--log"], "--utility given: got 24 of 24"],
    [["design", assay, "--utility", "given", "--log"], "with --log their log10 is what counts"],
    [["design", assay, "--utility", "given", "--log"], "or leave --log out"],
    [["design", assay, "--format", "csv", "--out", "d.fasta"], "whose ending says fasta"],
    [["design", assay, "--out", "d.parquet"], "does not write parquet, expected csv, excel, xlsx, fasta"],
    [["sample", "latest", "--out", "z.json"], "--out: got z.json, but this command does not write json"],
    [["sample", "latest", "--format", "csv", "--out", "y.parquet"], "whose ending says parquet"],
    [["scores", "export", "3f", "--out", "y.parquet"], "does not write parquet, expected csv"],
    [["noise", "fit", assay, "--out", "y.parquet"], "does not write parquet, expected csv"],
  ])("%j", async (words, message) => {
    expect(await refused(...words)).toContain(message);
    expect(readdirSync(folder)).toEqual(["assay.csv"]);
  });
});

test("a refused comparison names and leaves no folder", async () => {
  const said = await refused("compare", "grid", "--protocol", "single", "--methods", "all", "--seeds", "2");
  expect(said).toContain("got the task grid, expected a table");
  expect(said).not.toContain("comparisons");
  expect(existsSync(join(folder, "comparisons"))).toBe(false);
});

test("a refused start leaves no folder of runs behind, and one that was there before", async () => {
  const said = await refused("train", "--objective", "mdb");
  expect(said).toContain("--objective: got mdb, which asks what stopping would be worth in every state");
  expect(existsSync(runs)).toBe(false);
  const own = mkdtempSync(join(folder, "own-"));
  await refused("train", "--objective", "mdb", "--runs", own);
  expect(existsSync(own)).toBe(true);
});
