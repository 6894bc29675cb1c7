/**
 * The program as users have it: what `npm ci` built, and built anew first where a source has changed since. It starts
 * in a fifth of the time that the sources take, which have to be compiled at every start.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
let looked = false;

/** The file to start with Node. */
export function builtProgram(): string {
  const program = join(dist, "cli/main.js");
  // Tests run on what was there when their file began, as with sources.
  if (!looked && (!existsSync(program) || lastChange(join(root, "src")) > statSync(program).mtimeMs)) build();
  looked = true;
  return program;
}

/** When a source, or the list of those of a folder, was changed last. */
function lastChange(folder: string): number {
  let last = statSync(folder).mtimeMs;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) last = Math.max(last, lastChange(path));
    else if (!/\.(?:test|fixture)\.ts$/.test(entry.name)) last = Math.max(last, statSync(path).mtimeMs);
  }
  return last;
}

/** Beside the old one, which goes when the new one is whole: other test files may be starting it. */
function build(): void {
  const began = new Date();
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "windage-"));
  try {
    const fresh = join(folder, "dist");
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const words = [compiler, "-p", join(root, "tsconfig.build.json"), "--outDir", fresh];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    if (status !== 0) throw new Error(`the program cannot be built from the sources:\n${stdout}${stderr}`);
    const program = join(fresh, "cli/main.js");
    chmodSync(program, 0o755);
    utimesSync(program, began, began);
    exchange(fresh, join(folder, "old"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two test files may have found the same change; the one that is second leaves what is there. */
function exchange(fresh: string, old: string): void {
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
