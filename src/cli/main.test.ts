/** Drives the real program as a user does: a process, its streams and its exit code. */

import { execFile, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readImports } from "../../scripts/read-imports.ts";
import { builtProgram } from "../../test/built-program.fixture.ts";
import { commands } from "./commands/index.ts";
import { commandHelp } from "./help-text.ts";
import { terminalStyle } from "./terminal/style.ts";

const source = fileURLToPath(new URL("main.ts", import.meta.url));
const program = builtProgram();

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function windage(...parameters: string[]): Promise<Outcome> {
  return new Promise((done) => {
    execFile(process.execPath, [program, ...parameters], (error, out, err) => {
      done({ code: typeof error?.code === "number" ? error.code : 0, out, err });
    });
  });
}

describe("windage", () => {
  test("without arguments prints the same help as --help, plain, with every command", async () => {
    const [bare, asked] = await Promise.all([windage(), windage("--help")]);
    expect(bare).toEqual(asked);
    expect(asked).toMatchObject({ code: 0, err: "" });
    for (const command of commands) expect(asked.out).toContain(`  ${command.name} `);
    expect(asked.out).not.toContain("\u001B");
  });

  test("--version prints the version of package.json", async () => {
    const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect(await windage("--version")).toEqual({ code: 0, out: `${manifest.version}\n`, err: "" });
  });

  test("a mistake ends with exit code 2, on stderr, or on stdout as JSON", async () => {
    const [text, json] = await Promise.all([windage("bnech"), windage("bnech", "--json")]);
    expect(text).toMatchObject({ code: 2, out: "" });
    expect(text.err).toContain("did you mean bench?");
    expect(json).toMatchObject({ code: 2, err: "" });
    expect(JSON.parse(json.out)).toMatchObject({ error: { code: "cli/unknown-command" } });
  });

  test("every command has help with examples, in terminals of any width", async () => {
    // One process shows that help gets out; starting one per command would only be slow.
    const shown = await windage("bench", "--help");
    expect(shown).toMatchObject({ code: 0, err: "" });
    const style = terminalStyle(false, {});
    expect(shown.out).toBe(
      `${commandHelp(
        commands.find(({ name }) => name === "bench")!,
        { style },
      )}\n`,
    );
    for (const command of commands) {
      for (const width of [undefined, 60, 80, 120]) {
        for (const all of [false, true]) {
          const help = commandHelp(command, { style, width }, { all });
          const typed = help.replaceAll(/ \\\n +/g, " ");
          for (const { line } of command.examples) expect(typed).toContain(line);
          const longest = Math.max(...help.split("\n").map((line) => line.length));
          expect(longest, `windage ${command.name} --help`).toBeLessThanOrEqual(Math.min(width ?? 96, 96));
        }
      }
    }
  });

  test("train --help shows the few options most people need, --help-all all of them by group", () => {
    const train = commands.find(({ name }) => name === "train")!;
    const look = { style: terminalStyle(false, {}) };
    const [few, all] = [commandHelp(train, look), commandHelp(train, look, { all: true })];
    const flags = (help: string): number => help.match(/^ {2}--/gm)!.length;
    expect(flags(few)).toBeLessThanOrEqual(16);
    expect(few).toContain("--help-all");
    expect(few).not.toContain("--entropy-quantile");
    expect(flags(all)).toBeGreaterThan(50);
    for (const heading of ["Task", "Exploration", "Entropy ratio"]) expect(all).toContain(`\n${heading}\n`);
    expect(all).toContain("only with --exploratory 1 or more");
  });

  test("a reader that closes early (windage | head) is no crash", async () => {
    const child = spawn(process.execPath, [program, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    const code = await new Promise((done) => child.on("close", done));
    expect([code, err]).toEqual([0, ""]);
  });

  test("progress that nobody reads any more does not end the work", async () => {
    const child = spawn(process.execPath, [program, "runs", "list", "--runs", "/nowhere/at/all"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stderr.destroy();
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    expect(await new Promise((done) => child.on("close", done))).toBe(0);
    expect(out).toContain("/nowhere/at/all");
  });

  test.runIf(process.platform === "linux")("a result that finds no room is a failure in words", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [program, "--help"], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    let err = "";
    child.stderr!.on("data", (chunk: Buffer) => (err += chunk.toString()));
    expect(await new Promise((done) => child.on("close", done))).toBe(1);
    expect(err).toBe(
      "error [cli/not-written] stdout: the result could not be written to where it goes (ENOSPC)\n",
    );
  });
});

test("starting the program loads no package and few files, so help is instant", () => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { specifier, typeOnly, dynamic } of readImports(path, readFileSync(path, "utf8"))) {
      if (typeOnly || dynamic) continue;
      expect(specifier, `imported by ${path}`).toMatch(/^(\.|node:)/);
      if (specifier.startsWith(".")) visit(resolve(dirname(path), specifier));
    }
  };
  visit(source);
  // What the program opens once it has seen that it can.
  visit(resolve(dirname(source), "start.ts"));
  // Every task declares itself in a file of its own, which is read for the words of help.
  const others = Array.from(seen).filter((path) => !path.includes("/world/task/"));
  expect(others.length).toBeGreaterThan(5);
  // Each file takes a good half of a millisecond, and one import of an index brings a folder along.
  expect(others.length).toBeLessThan(100);
});

test("commands that compute nothing load no engine, whose memory takes more addresses than a limit may leave", () => {
  const folder = resolve(dirname(source), "commands");
  const reached = new Map<string, string>();
  // What reads a run loads what it needs of each document when there is one.
  const isReading = (path: string): boolean => /commands\/runs|\/run\//.test(path);
  const visit = (path: string, from: string, alsoDynamic: boolean): void => {
    if (reached.has(path)) return;
    reached.set(path, from);
    for (const { specifier, typeOnly, dynamic } of readImports(path, readFileSync(path, "utf8"), true)) {
      if (typeOnly || (dynamic && !alsoDynamic) || !specifier.startsWith(".")) continue;
      visit(resolve(dirname(path), specifier), path, alsoDynamic && isReading(path));
    }
  };
  for (const name of ["runs", "runs-diff", "runs-manage", "check-env", "data", "data-import", "scores"]) {
    visit(resolve(folder, `${name}.ts`), "", true);
  }
  const engine = resolve(dirname(source), "../engine/jax.ts");
  const way: string[] = [];
  for (let at = reached.has(engine) ? engine : ""; at !== ""; at = reached.get(at)!) way.push(at);
  expect(way).toEqual([]);
});
