/** `--out -` is standard output: what would be in the file and nothing else, and all words on standard error. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { windageIn } from "./windage.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-stdout-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const windage = windageIn(folder, { WINDAGE_DATA: join(folder, "data"), WINDAGE_RUNS: join(folder, "runs") });
const reads = "intended,observed,count\nACGT,ACGT,900\nACGT,ACGA,100\n";
const matrix = "intended,A,C,G,T\nA,1,0,0,0\nC,0,1,0,0\nG,0,0,1,0\nT,0.1,0,0,0.9\n";

test("the result is printed and nothing else, the words go elsewhere, and no file is made", async () => {
  writeFileSync(join(folder, "reads.csv"), reads);
  const { code, out, err } = await windage("noise", "fit", "reads.csv", "--out", "-");
  expect({ code, out }).toEqual({ code: 0, out: matrix });
  expect(err).toContain("The matrix is in standard output");
  expect(readdirSync(folder)).toEqual(["reads.csv"]);
});

test("a file of that name is written by its path", async () => {
  writeFileSync(join(folder, "reads.csv"), reads);
  expect(await windage("noise", "fit", "reads.csv", "--out", "./-")).toMatchObject({ code: 0 });
  expect(readdirSync(folder)).toContain("-");
});

test.each([
  [["noise", "fit", "reads.csv", "--out", "-", "--json"], "--json prints one document there"],
  [["compare", "--out", "-"], "expected a folder"],
])("where it makes no sense it is refused: %j", async (words, reason) => {
  const { code, out, err } = await windage(...words);
  expect(code).toBe(2);
  expect(out + err).toContain("got --out -, which is standard output, but");
  expect(out + err).toContain(reason);
});
