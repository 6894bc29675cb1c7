/**
 * Builds after an install, and looks before the tests, the compiler and the linter whether they can run: `node scripts/toolchain.mjs build|compiler|test`. The
 * compiler and the test runner keep their programs for each kind of machine in optional packages, which
 * `npm ci --omit=optional` leaves out; then one line says so. Plain JavaScript, because it has to run without them.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const advice =
  "install them with a plain npm ci. To go without the native engine alone, set WINDAGE_ENGINE=wasm.";

/** Whether the TypeScript compiler starts. */
function compiles() {
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  return spawnSync(process.execPath, [tsc, "--version"], { stdio: "ignore" }).status === 0;
}

/** Whether the test runner can be loaded. */
async function tests() {
  try {
    await import("vitest/node");
    return true;
  } catch {
    return false;
  }
}

const ofMachine = "program for this machine is an optional package, and those were left out";
const [wanted] = process.argv.slice(2);
if (wanted === "build" && compiles()) {
  const npm = process.env["npm_execpath"] ?? "";
  process.exitCode =
    spawnSync(process.execPath, [npm, "run", "--silent", "build"], { stdio: "inherit" }).status ?? 1;
} else if (wanted === "build") {
  // Not an error: packages are installed, and what is missing was left out on purpose.
  process.stderr.write(`Not built: the compiler's ${ofMachine}; ${advice}\n`);
} else if (wanted === "compiler" && !compiles()) {
  process.stderr.write(`Not run: the compiler's and the linter's ${ofMachine}; ${advice}\n`);
  process.exitCode = 1;
} else if (wanted === "test" && !(await tests())) {
  process.stderr.write(`Not run: all tests, because the test runner's ${ofMachine}; ${advice}\n`);
  process.exitCode = 1;
}
