/**
 * Finds the test files that need the native engine, so that a machine without its package runs the others and says
 * which it did not run and why. A file needs it that reaches the engine's choice of runtime through imports at load
 * time, or that starts the real program.
 */

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { readImports } from "./read-imports.ts";

/** The package that the native engine is in. */
const nativePackage = "onnxruntime-node";

/** Whether the native engine's package is installed for files of this repository. */
export function hasNativeEngine(): boolean {
  try {
    createRequire(import.meta.url).resolve(nativePackage);
    return true;
  } catch {
    return false;
  }
}

/** Files through which everything that computes goes, below the root. */
const gates: readonly string[] = [
  "src/engine/runtime/select.ts",
  "src/cli/windage.fixture.ts",
  "test/windage.fixture.ts",
  "scripts/pages/world.ts",
  "test/examples.test.ts",
  "test/install.test.ts",
  "test/memory.test.ts",
  "src/engine/runtime/telemetry.test.ts",
  "test/nothing-leaves.test.ts",
];

/** The test files below some folders of a repository that need the native engine, as paths below it. */
export function testsThatNeedNative(from: string, folders: readonly string[]): string[] {
  const root = resolve(from);
  const gateFiles = new Set(gates.map((path) => join(root, path)));
  const known = new Map<string, boolean>();
  const reaches = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    // Cycles cannot occur among imports of ours; the lint forbids them. Set first all the same, to end in any case.
    known.set(file, gateFiles.has(file));
    // A test that imports later means to; a command that does so may never get there.
    const imports = readImports(file, readFileSync(file, "utf8"), true).filter(
      ({ typeOnly, dynamic }) => !typeOnly && (!dynamic || file.endsWith(".test.ts")),
    );
    const found =
      gateFiles.has(file) ||
      imports.some(({ specifier }) => {
        if (specifier === nativePackage && file.endsWith(".test.ts")) return true;
        const target = resolve(dirname(file), specifier);
        return specifier.startsWith(".") && target.endsWith(".ts") && existsSync(target) && reaches(target);
      });
    known.set(file, found);
    return found;
  };
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => path.endsWith(".test.ts") && reaches(join(root, path)))
    .sort();
}
