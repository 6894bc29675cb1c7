/** A task written in TypeScript, on a Node that does not read it by itself: the advice has to be one that helps. */
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "windage-typescript-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

// The built program, because the source is read by a loader that reads the module as well.
const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const plain = process.allowedNodeEnvironmentFlags.has("--experimental-strip-types")
  ? ["--no-experimental-strip-types"]
  : [];
const task = join(folder, "task.ts");
writeFileSync(
  task,
  `import { sequenceEnvironment } from "windage";
   const length: number = 3;
   export default { environment: sequenceEnvironment({ alphabet: "AC", length }) };`,
);

test("says what reads TypeScript, and that does", { timeout: 60_000 }, async () => {
  const words = [program, "check-env", task];
  const refused = run(process.execPath, [...plain, ...words]);
  await expect(refused).rejects.toMatchObject({ code: 2 });
  await expect(refused).rejects.toThrow(/Unknown file extension "\.ts".*NODE_OPTIONS="--import tsx"/);
  const loader = import.meta.resolve("tsx");
  const { stdout } = await run(process.execPath, ["--import", loader, ...words]);
  expect(stdout).toContain("No problems found");
});
