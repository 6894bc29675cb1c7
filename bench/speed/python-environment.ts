/**
 * A Python with the packages that the references of `bench/reference/` need, in a virtual environment that is made where it
 * is asked for and found there the next time. pip takes the packages from the registry it is set up for; PyTorch brings
 * libraries for graphics cards along, a few gigabytes, whether there is a card or not.
 */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The Python of the environment in `folder`, with everything installed. */
export function pythonIn(folder: string, packages: readonly string[]): string {
  const root = resolve(folder);
  const python = join(root, "bin", "python");
  const done = join(root, `installed-${packages.join("-")}`);
  if (existsSync(done)) return python;
  if (!existsSync(python)) run("python3", ["-m", "venv", root]);
  run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages]);
  writeFileSync(done, "");
  return python;
}

function run(command: string, args: readonly string[]): void {
  console.error(`${command} ${args.join(" ")}`);
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${command} ended with ${error?.message ?? `code ${status}`}.`);
}
