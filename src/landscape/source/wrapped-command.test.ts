/** Programs that are started by another program, or leave one behind: all of it ends, and nobody waits for it. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CommandOracle, type CommandOptions } from "./command-oracle.ts";

let folder: string;
let scorer: string;
const left: number[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "windage-wrapped-"));
  scorer = join(folder, "score.mjs");
  await writeFile(
    scorer,
    `import { createInterface } from "node:readline";
     for await (const line of createInterface({ input: process.stdin })) {
       const { id, sequence } = JSON.parse(line);
       console.log(JSON.stringify({ id, score: sequence.length }));
     }`,
  );
});
afterAll(async () => {
  for (const pid of left) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  await rm(folder, { recursive: true });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One whose parent is gone may stay in the list until the system looks after it; it does nothing any more.
  return !existsSync(`/proc/${pid}/stat`) || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

/** A shell line that keeps the pipes open, with the file that says which process does. */
function sleeper(name: string): { readonly line: string; readonly pid: () => Promise<number> } {
  const file = join(folder, name);
  return {
    line: `sleep 600 & echo $! > '${file}'`,
    pid: async () => {
      await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").trim(), patience).toMatch(/\d/);
      const pid = Number(readFileSync(file, "utf8"));
      left.push(pid);
      return pid;
    },
  };
}

const patience = { timeout: 20_000, interval: 20 };

/** A program that asks an oracle once, says so, and does nothing more. */
async function parent(name: string, command: CommandOptions["command"], end: string): Promise<ChildProcess> {
  const script = join(folder, `${name}.mts`);
  await writeFile(
    script,
    `import { CommandOracle } from ${JSON.stringify(join(import.meta.dirname, "command-oracle.ts"))};
     const oracle = new CommandOracle({ command: ${JSON.stringify(command)} });
     await oracle.score(["A"]);
     console.log("scored");
     ${end}`,
  );
  return spawn(process.execPath, ["--import", "tsx", script], { stdio: ["ignore", "pipe", "inherit"] });
}

function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.on("exit", (code, signal) => resolve(String(code ?? signal))));
}

function said(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.stdout!.once("data", resolve));
}

describe.skipIf(process.platform === "win32")("a program under a shell", { timeout: 60_000 }, () => {
  test("is killed with the shell when it is silent for too long", async () => {
    const { line, pid } = sleeper("silent");
    const silent = new CommandOracle({ command: ["sh", "-c", `${line}; wait`], timeoutMs: 1_000 });
    await expect(silent.score(["A"])).rejects.toMatchObject({ code: "landscape/command-timeout" });
    await expect.poll(async () => isAlive(await pid()), patience).toBe(false);
    await silent.dispose();
  });

  test("that leaves something behind takes it along at dispose, which is not kept waiting", async () => {
    const { line, pid } = sleeper("left");
    const leaving = new CommandOracle({ command: ["sh", "-c", `${line}; exec node '${scorer}'`] });
    expect(await leaving.score(["AAA"])).toEqual(Float64Array.of(3));
    await leaving.dispose();
    await expect.poll(async () => isAlive(await pid()), patience).toBe(false);
  });

  test("that dies with a child at its pipes is started again, and the child is not left", async () => {
    const { line, pid } = sleeper("died");
    const dying = new CommandOracle({ command: ["sh", "-c", `${line}; exit 3`], maxRestarts: 0 });
    await expect(dying.score(["A"])).rejects.toThrow("it ended (exit code 3)");
    await expect.poll(async () => isAlive(await pid()), patience).toBe(false);
  });

  test("lets the process end even where a daemon that left the group holds the pipes", async () => {
    const file = join(folder, "daemon");
    const daemon = `const { spawn } = require("node:child_process");
      const child = spawn("sleep", ["600"], { detached: true, stdio: ["ignore", "inherit", "inherit"] });
      require("node:fs").writeFileSync(${JSON.stringify(file)}, String(child.pid));
      import(${JSON.stringify(scorer)});`;
    const child = await parent("daemon-parent", [process.execPath, "-e", daemon], "await oracle.dispose();");
    expect(await ended(child)).toBe("0");
    const pid = Number(readFileSync(file, "utf8"));
    left.push(pid);
    expect(isAlive(pid)).toBe(true);
  });

  test.each(["SIGTERM", "SIGHUP", "SIGKILL"] as const)(
    "ends although its user is ended by %s",
    async (signal) => {
      const { line, pid } = sleeper(signal);
      const command = ["sh", "-c", `${line}; exec node '${scorer}'`] as const;
      const child = await parent(`parent-${signal}`, [...command], "setInterval(() => {}, 1000);");
      await said(child);
      child.kill(signal);
      expect(await ended(child)).toBe(signal);
      await expect.poll(async () => isAlive(await pid()), patience).toBe(false);
    },
  );
});
