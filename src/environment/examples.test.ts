/** Runs the example of this folder as a user would. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test("custom-environment.ts", async () => {
  const command = ["--import", "tsx", join(ROOT, "examples/custom-environment.ts")];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  const lines = stdout.split("\n");
  expect(lines.slice(0, 6)).toEqual([
    "marker panels: looked at all states: 31, 15 of them terminal, and 47 possible steps.",
    "No problems found.",
    "marker panels: looked at all states: 31, 15 of them terminal, and 95 possible steps.",
    "No problems found.",
    "marker panels by number only: looked at all states: 31, 15 of them terminal, and 47 possible steps.",
    "1 problem:",
  ]);
  expect(lines[6]).toContain("object-shared (11 times, first shown)");
});
