/**
 * The package as a stranger gets it: packed, installed into an empty project from the npm registry alone, imported and
 * run. Its native engine may be lost on the way, because that package's own install script wants to download something
 * from elsewhere; then one line has to say so, and the command in it has to work.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "windage-install-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const timeout = 300_000;
const npm = (...words: string[]) => run("npm", [...words, "--no-audit", "--no-fund"], { cwd: folder });
const windage = (...words: string[]) =>
  run("npx", ["windage", ...words, "--runs", join(folder, "runs")], { cwd: folder });

test(
  "an empty project installs the package and ends with the native engine, or is told how to get it",
  { timeout },
  async () => {
    expect(existsSync(join(root, "dist/cli/main.js")), "npm run build has not been run").toBe(true);
    await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
    const packed = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
    writeFileSync(join(folder, "package.json"), '{ "name": "project", "private": true, "type": "module" }\n');
    await npm("install", "--prefer-offline", `./${packed}`);

    const native = existsSync(join(folder, "node_modules/onnxruntime-node"));
    const small = ["train", "grid", "--side", "4", "--iterations", "2", "--json"];
    const first = await windage(...small);
    expect(JSON.parse(first.stdout)).toHaveProperty("exact.tv");
    const command = /To install it: npm (.+)$/m.exec(first.stderr)?.[1];
    expect(native).toBe(command === undefined);
    if (command !== undefined) {
      await npm(...command.trim().split(" "), "--prefer-offline");
      const second = await windage(...small);
      expect(second.stderr).toMatch(/on ONNX Runtime/);
      expect(second.stderr).not.toMatch(/To install it/);
    }
  },
);

/** A shell in some folder, with a program of the user's first on the path where there is one. */
function shellIn(cwd: string, bin?: string): (line: string) => Promise<{ out: string; err: string }> {
  const env = { ...process.env, WINDAGE_RUNS: "", npm_config_offline: "true" };
  const path = [...(bin === undefined ? [] : [bin]), process.env["PATH"] ?? ""].join(delimiter);
  return async (line) => {
    const options = { cwd, env: { ...env, PATH: path } };
    const ended = await run("sh", ["-c", line], options).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    );
    return { out: ended.stdout, err: ended.stderr };
  };
}

test(
  "installed for a user or linked into a project, it is used from other folders, and lines it prints to copy work there",
  { timeout },
  async () => {
    // As a clone is after npm ci: its own files, and packages where Node finds them from there.
    const clone = join(folder, "clone");
    const prefix = join(folder, "for a user");
    const [elsewhere, project] = [join(folder, "elsewhere"), join(folder, "linked")];
    for (const path of [clone, prefix, elsewhere, project]) mkdirSync(path);
    const packed = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
    await run("tar", ["-xzf", join(folder, packed), "-C", clone, "--strip-components=1"]);
    const inClone = (...words: string[]) =>
      run("npm", [...words, "--ignore-scripts", "--offline", "--no-audit", "--no-fund"], {
        cwd: clone,
        env: { ...process.env, npm_config_prefix: prefix },
      });

    await inClone("install", "--global", ".");
    const shell = shellIn(elsewhere, join(prefix, "bin"));
    await copied(shell, "windage");
    await inClone("uninstall", "--global", "windage");
    expect((await shell("command -v windage")).out).toBe("");

    await inClone("link");
    writeFileSync(join(project, "package.json"), '{ "name": "linked", "private": true, "type": "module" }\n');
    const linked = shellIn(project);
    await linked(`npm_config_prefix='${prefix}' npm link windage --ignore-scripts --no-audit --no-fund`);
    await copied(linked, "npx windage");
    const imported = await linked(
      `node --input-type=module -e 'import { createSim8 } from "windage"; console.log(createSim8().name)'`,
    );
    expect(imported.out).toBe("sim8\n");
  },
);

/** Trains a run that is stopped by nothing, and types what help, results and errors print as they print it. */
async function copied(shell: ReturnType<typeof shellIn>, name: string): Promise<void> {
  const small = "train grid --side 4 --iterations 2";
  expect((await shell(`${name} ${small} --runs 'my runs'`)).out).toContain("Run folder: my runs/");
  await shell(`${name} ${small}`);
  const lineOf = (text: string): string => /"([^"]*windage runs [^"]+)"/.exec(text)?.[1] ?? text;

  const shown = lineOf((await shell(`${name} runs show latest`)).out);
  expect(shown).toMatch(new RegExp(`^${name} runs show \\S+ --all$`));
  expect((await shell(shown)).out).toContain("Configuration");

  const missing = lineOf((await shell(`${name} runs show nope --runs 'my runs'`)).err);
  expect(missing).toBe(`${name} runs list --runs 'my runs'`);
  expect((await shell(missing)).out).toMatch(/grid\S* +finished/);

  const example = /^ {2}(.*windage runs list)$/m.exec((await shell(`${name} --help`)).out)?.[1];
  expect(example ?? "").toBe(`${name} runs list`);
}

/** The program of the README and an environment of one's own, as types see them. */
const program = `
import { assess, createSim8, createTrainer, stickyNoise, WindageError } from "windage";
import type { Environment, Trainer } from "windage";
import { loadMethod, saveMethod } from "windage/run";
import { defineObjective } from "windage/training";

export async function tv(environment?: Environment): Promise<number | null> {
  const setup = { landscape: createSim8(), seed: 1 };
  const trainer: Trainer = await createTrainer(
    environment ? { ...setup, environment } : { ...setup, noise: stickyNoise(0.25) },
  );
  const { exact } = await assess(trainer);
  // @ts-expect-error: a misspelt option is a mistake that types find.
  await createTrainer({ landscapes: createSim8() });
  return exact.tv;
}
export const others = [WindageError, defineObjective, loadMethod, saveMethod];
`;

test(
  "its types are understood by the oldest TypeScript we name, in Node and in bundlers",
  { timeout },
  async () => {
    await npm("install", "--prefer-offline", "--no-save", "typescript@5.4.5", "@types/node@20");
    writeFileSync(join(folder, "main.ts"), program);
    const strict = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2023,dom,esnext.disposable"];
    for (const resolution of [
      ["--module", "nodenext"],
      ["--module", "esnext", "--moduleResolution", "bundler"],
    ]) {
      const words = ["tsc", ...strict, "--skipLibCheck", ...resolution, "main.ts"];
      // It tells mistakes on standard output and then fails.
      const { stdout } = await run("npx", words, { cwd: folder }).catch((error: { stdout: string }) => error);
      expect(stdout).toBe("");
    }
    // Names that only our own rooms use are stripped from the types; nothing that is left may lean on one of them.
    const manifest = join(folder, "node_modules/windage/package.json");
    const { exports } = JSON.parse(readFileSync(manifest, "utf8")) as { exports: Record<string, object> };
    const paths = Object.keys(exports).filter((path) => !path.endsWith("package.json"));
    const all = paths.map((path) => `export * from "windage${path.slice(1)}";`);
    writeFileSync(join(folder, "all.d.ts"), all.join("\n"));
    const words = ["tsc", ...strict, "--module", "nodenext", "all.d.ts"];
    const { stdout } = await run("npx", words, { cwd: folder }).catch((error: { stdout: string }) => error);
    expect(stdout.split("\n").filter((line) => /no exported member/.test(line))).toEqual([]);
  },
);
