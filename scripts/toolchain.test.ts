import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
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
    const compiled = run("compiler");
    expect(compiled.status).toBe(1);
    expect(compiled.stderr).toMatch(/^Not run: the compiler's and the linter's .* optional package.*\n$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("what is built compiles where npm has left the native engine out", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "windage-without-native-"));
  const root = fileURLToPath(new URL("..", import.meta.url));
  try {
    for (const name of ["src", "package.json", "tsconfig.json", "tsconfig.build.json"])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    mkdirSync(join(folder, "node_modules"));
    for (const name of readdirSync(join(root, "node_modules")))
      if (!name.startsWith("onnxruntime"))
        symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const words = [tsc, "-p", join(folder, "tsconfig.build.json"), "--noEmit"];
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: "utf8", cwd: folder });
    expect(stdout).toBe("");
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
