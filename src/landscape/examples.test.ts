/** Runs the examples of this folder as a user would, and keeps the committed picture up to date. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

async function run(example: string, ...args: readonly string[]): Promise<string> {
  const command = ["--import", "tsx", join(ROOT, "examples", example), ...args];
  return (await promisify(execFile)(process.execPath, command, { cwd: ROOT })).stdout;
}

test("landscape-csv.ts", async () => {
  expect(await run("landscape-csv.ts")).toBe(
    [
      "sequence  score  share of the target",
      "ACG        0.91               60.2 %",
      "TTG        0.72               29.8 %",
      "CCG        0.40                5.1 %",
      "AAA        0.00                0.1 %",
      "",
    ].join("\n"),
  );
});

test("landscape-oracles.ts", async () => {
  expect(await run("landscape-oracles.ts")).toBe(
    [
      "function: [ 0.2857142857142857, 1 ]",
      "command:  [ 0.2857142857142857, 1, 0.2857142857142857 ]",
      "asked for 3 scores, the program for 2",
      "tabulated 256 sequences, mean 0.5",
      "",
    ].join("\n"),
  );
});

test("landscape-sim8-plot.ts draws the picture in the documentation", async () => {
  const folder = await mkdtemp(join(tmpdir(), "windage-plot-"));
  await run("landscape-sim8-plot.ts", join(folder, "sim8.svg"));
  const [drawn, committed] = await Promise.all(
    [join(folder, "sim8.svg"), join(ROOT, "docs/images/sim8.svg")].map((path) => readFile(path, "utf8")),
  );
  expect(drawn).toBe(committed);
  await rm(folder, { recursive: true });
});
