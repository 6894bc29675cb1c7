/** How much memory a run takes at its peak, Node and the libraries included: long sequences must not need a large machine. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "windage-memory-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

// The built program, because compiling the source on the way takes memory of its own.
const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
// Says its peak when it ends.
const saysPeak = `process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS + " KiB\\n"));`;
const words = [`--import=data:text/javascript,${encodeURIComponent(saysPeak)}`, program];

const moduleOf = (length: number): string => {
  const file = join(folder, `proteins-${length}.mjs`);
  writeFileSync(
    file,
    `import { functionOracle, sequenceEnvironment, stickyNoise, withNoise } from "windage";
     const proteins = sequenceEnvironment({ alphabet: "ACDEFGHIKLMNPQRSTVWY", length: ${length} });
     const score = (protein) => 0.1 + (protein.split("W").length - 1) / 20;
     export default {
       environment: withNoise(proteins, stickyNoise(0.1)),
       landscape: functionOracle({ mode: "single", score }),
     };`,
  );
  return file;
};

test.each([
  [120, ["--on-policy", "64"]],
  [50, []],
])("20 letters, length %i: less than 400 MB", { timeout: 300_000 }, async (length, batch) => {
  expect(existsSync(program), "npm run build has not been run").toBe(true);
  const train = ["train", moduleOf(length), ...batch, ..."--iterations 8 --samples 256 --runs".split(" ")];
  const { stderr } = await run(process.execPath, [...words, ...train, join(folder, "runs")], {
    env: { ...process.env, WINDAGE_ENGINE: "onnx" },
  });
  const peak = (Number(/peak (\d+) KiB/.exec(stderr)?.[1]) * 1024) / 1e6;
  expect(peak).toBeGreaterThan(100);
  expect(peak).toBeLessThan(400);
});
