import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("without the programs of compiler and test runner one line says what was not done", () => {
  const folder = mkdtempSync(join(tmpdir(), "windage-toolchain-"));
  try {
    cpSync(
      fileURLToPath(new URL("toolchain.mjs", import.meta.url)),
      join(folder, "scripts", "toolchain.mjs"),
    );
    const run = (wanted: string): { readonly status: number | null; readonly stderr: string } =>
      spawnSync(process.execPath, [join(folder, "scripts", "toolchain.mjs"), wanted], {
        encoding: "utf8",
        timeout: 60_000,
      });
    const built = run("build");
    // The packages are there, so that installing them has not failed.
    expect(built.status).toBe(0);
    expect(built.stderr).toMatch(/^Not built: .* optional package.*npm ci.*WINDAGE_ENGINE=wasm\.\n$/);
    const tested = run("test");
    expect(tested.status).toBe(1);
    expect(tested.stderr).toMatch(/^Not run: all tests, because .* optional package.*\n$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
