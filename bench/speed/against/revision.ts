/**
 * A revision of this repository, built in a temporary folder, or the work tree as it stands: what `bench:against`
 * compares. Packages are shared with the work tree when both want the same ones.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A built copy of the program. */
export interface Build {
  readonly name: string;
  /** The command line, for Node. */
  readonly main: string;
  /** The benchmark's worker (src/bench/train/train-worker.ts), for Node. */
  readonly worker: string;
  dispose(): Promise<void>;
}

/** The work tree, built in place. */
export async function buildWorkTree(): Promise<Build> {
  await run("npm", ["run", "--silent", "build"], { cwd: root });
  return { name: "work tree", ...programsIn(root), dispose: async () => undefined };
}

/** `revision`, checked out and built in a folder that `dispose` removes. */
export async function buildRevision(revision: string): Promise<Build> {
  const git = async (...words: string[]): Promise<string> =>
    (await run("git", ["-C", root, ...words])).stdout.trim();
  const name = await git("rev-parse", "--short", `${revision}^{commit}`);
  const folder = await mkdtemp(join(tmpdir(), `windage-${name}-`));
  const dispose = async (): Promise<void> => {
    await git("worktree", "remove", "--force", folder);
    await rm(folder, { recursive: true, force: true });
  };
  await git("worktree", "add", "--quiet", "--detach", folder, name);
  try {
    await installPackages(folder);
    await run("npm", ["run", "--silent", "build"], { cwd: folder });
    return { name, ...programsIn(folder), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function installPackages(folder: string): Promise<void> {
  const lock = (of: string): string => readFileSync(join(of, "package-lock.json"), "utf8");
  if (lock(folder) === lock(root)) await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  // Its own build runs afterwards and reports better.
  else await run("npm", ["ci", "--silent", "--ignore-scripts"], { cwd: folder });
}

/** Where the programs are; the worker has moved since the first revisions. */
function programsIn(folder: string): { main: string; worker: string } {
  const workers = ["dist/bench/train/train-worker.js", "dist/bench/train-worker.js"];
  const worker = workers.map((path) => join(folder, path)).find(existsSync);
  if (worker === undefined) throw new Error(`against: ${folder} has no benchmark worker; take a later one.`);
  return { main: join(folder, "dist/cli/main.js"), worker };
}
