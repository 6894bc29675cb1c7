/** Runs every program in examples/ as a reader would, and looks at what it prints. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const examples = readdirSync(`${root}/examples`).filter((name) => name.endsWith(".ts"));

describe("examples", () => {
  test("the README's program is the one that is run", () => {
    const shown = /```ts\n(import \{ assess[^]*?)```/.exec(readFileSync(`${root}/README.md`, "utf8"))![1]!;
    expect(readFileSync(`${root}/examples/readme.ts`, "utf8")).toContain(shown);
    expect(shown.trim().split("\n").length).toBeLessThanOrEqual(12);
  });

  test.each(examples)("%s imports the package, as a reader's own program would", (name) => {
    const source = readFileSync(`${root}/examples/${name}`, "utf8");
    expect(source).not.toMatch(/from "\.\.?\//);
  });

  test.each(examples)("%s runs and prints something", { timeout: 120_000 }, async (name) => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", `examples/${name}`],
      {
        cwd: root,
      },
    );
    expect(stdout.trim()).not.toBe("");
    expect(stdout).not.toMatch(/\bNaN\b|undefined/);
    expect(stderr).toBe("");
  });
});
