/**
 * A folder in which the commands of one page are run as a reader would run them: by a shell, in the order of the page,
 * with the repository's files beside the runs that they make. `windage`, `npx` and `npm` are those of this work tree.
 */

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { bindingTable, dataPath, provideFiles, usesBindingTable, type Sources } from "./files.ts";

/** What a command left. */
export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly seconds: number;
}

/** The folder of a page. */
export class World {
  /** Data of others that a command of the page would have needed. */
  lacks: string | undefined;
  readonly #sources: Sources;
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  #imported = false;

  private constructor(root: string, folder: string) {
    this.#folder = folder;
    this.#sources = { root, run: () => this.#someRun() };
    const programs = join(folder, ".programs");
    this.#environment = {
      ...process.env,
      PATH: [programs, process.env["PATH"]].join(delimiter),
      WINDAGE_DATA: join(folder, ".data"),
      WINDAGE_RUNS: undefined,
    };
    mkdirSync(programs, { recursive: true });
    const main = join(root, "dist/cli/main.js");
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const program = (name: string, lines: readonly string[]): void => {
      writeFileSync(join(programs, name), ["#!/bin/sh", ...lines, ""].join("\n"));
      chmodSync(join(programs, name), 0o755);
    };
    program("windage", [`exec node "${main}" "$@"`]);
    program("npm", [`PATH="${process.env["PATH"]}"; cd "${root}" && exec npm "$@"`]);
    program("npx", [
      'tool="$1"; shift',
      'case "$tool" in',
      `  windage) exec node "${main}" "$@" ;;`,
      '  tsx) exec node --import tsx "$@" ;;',
      `  vitest) cd "${root}" && exec node "${vitest}" "$@" ;;`,
      '  *) echo "npx: got $tool, which pages do not use" >&2; exit 127 ;;',
      "esac",
    ]);
  }

  /** Makes or opens the folder of a page. */
  static at(root: string, folder: string): World {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(root)) {
      const ours = !["runs", "comparisons", "page-checks", ".git"].includes(name);
      if (ours && !existsSync(join(folder, name))) symlinkSync(join(root, name), join(folder, name));
    }
    return new World(resolve(root), resolve(folder));
  }

  /** Runs a command as printed, in a shell; standard output and error are kept. */
  async run(text: string, timeout?: number): Promise<Outcome> {
    if (usesBindingTable(text) && !this.#imported) this.#import();
    const service = text.includes(serviceOnPages) ? await startService() : undefined;
    // Places of other machines are in the folder.
    const typed = text
      .replace(serviceOnPages, `http://localhost:${(service?.address() as AddressInfo | undefined)?.port}`)
      .replaceAll("/media/usb/", "./usb/")
      .replaceAll(/(?<=[ =])\/data\//g, "./others-data/");
    provideFiles(this.#sources, this.#folder, typed);
    try {
      return await this.#shell(typed, timeout);
    } finally {
      service?.close();
    }
  }

  #shell(text: string, timeout?: number): Promise<Outcome> {
    const started = Date.now();
    const child = spawn("sh", ["-c", text], {
      cwd: this.#folder,
      env: this.#environment,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const end = (): void => {
      if (child.pid === undefined || child.exitCode !== null) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It ended meanwhile.
      }
    };
    const timer = timeout === undefined ? undefined : setTimeout(end, timeout);
    process.once("exit", end);
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err = (err + chunk.toString()).slice(-20_000)));
    return new Promise((done, fail) => {
      child.on("error", fail);
      child.on("close", (code) => {
        clearTimeout(timer);
        process.off("exit", end);
        done({ code, out, err, seconds: (Date.now() - started) / 1000 });
      });
    });
  }

  #import(): void {
    this.#now(["data", "import", "tfbind8", dataPath(this.#sources.root, bindingTable)]);
    this.#imported = true;
  }

  /** A finished run, made once for all pages of this process. */
  #someRun(): string {
    const kept = join(tmpdir(), `windage-page-run-${process.pid}`);
    if (!existsSync(kept)) {
      this.#now(["train", "--iterations", "2", "--samples", "64", "--runs", kept]);
      process.once("exit", () => spawnSync("rm", ["-rf", kept]));
    }
    return join(
      kept,
      readdirSync(kept).find((name) => !name.startsWith("."))!,
    );
  }

  #now(words: readonly string[]): void {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(this.#sources.root, "dist/cli/main.js"), ...words],
      {
        cwd: this.#folder,
        env: this.#environment,
        encoding: "utf8",
      },
    );
    if (status !== 0) throw new Error(`windage ${words.join(" ")}: ${stderr}`);
  }
}

const serviceOnPages = "http://localhost:8000";

/** Scores as the service of docs/landscapes.md does: a number for each sequence. */
async function startService(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { sequences } = JSON.parse(body) as { readonly sequences: readonly string[] };
      const scores = sequences.map((sequence) => (sequence.split("G").length - 0.9) / sequence.length);
      response.setHeader("content-type", "application/json").end(JSON.stringify({ scores }));
    });
  });
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  return server;
}
