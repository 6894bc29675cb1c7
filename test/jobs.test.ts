/** A training that is started, followed from a second process, stopped, gone on with and sampled, on public names alone. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

test("sixty lines are enough for it, and none of the command line", { timeout: 120_000 }, async () => {
  const program = readFileSync(`${root}/examples/jobs.ts`, "utf8");
  expect(program.split("\n").length).toBeLessThanOrEqual(60);
  expect(program).not.toMatch(/cli|from "\./);
  const words = ["--import", "tsx", "examples/jobs.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root });
  const heard = Array.from(stdout.matchAll(/other process: iteration (\d+)/g), ([, iteration]) =>
    Number(iteration),
  );
  const [stopped] = Array.from(stdout.matchAll(/^stopped at iteration (\d+)/gm), ([, iteration]) =>
    Number(iteration),
  );
  expect(heard.at(-1)).toBe(stopped! - 1);
  expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  expect(stdout).toMatch(/other process: it is stopped/);
  const [trained, again] = Array.from(stdout.matchAll(/TV (0\.\d+)/g), ([, tv]) => tv);
  expect(again).toBe(trained);
  expect(stdout.match(/\b[ACGT]{8}\b/g)).toHaveLength(8);
});
