import { spawn, spawnSync } from "node:child_process";
import { readFile, readdir, symlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lockRun, lockState } from "./lock.ts";
import type { Run } from "./layout.ts";
import { isAlive, processStart } from "./process-identity.ts";
import { newRun, temporaryRoot } from "./temporary-runs.fixture.ts";

const root = await temporaryRoot();

/** The number of a process that has just ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

function lockFile(run: Run): string {
  return join(run.folder, "lock.json");
}

async function plant(run: Run, changes: object): Promise<void> {
  const holder = {
    pid: process.pid,
    host: hostname(),
    since: "2026-01-01T00:00:00.000Z",
    processStart: processStart(process.pid),
    token: "planted",
  };
  await writeFile(lockFile(run), JSON.stringify({ ...holder, ...changes }));
}

describe("lockRun", () => {
  test("one holder at a time; released, it is free", async () => {
    const run = await newRun(root);
    expect(await lockState(run)).toEqual({ kind: "free" });
    const lock = await lockRun(run);
    expect(await lockState(run)).toEqual({ kind: "held", holder: lock.holder });
    await expect(lockRun(run)).rejects.toMatchObject({
      code: "run/locked",
      message: expect.stringContaining(`process ${process.pid} on`),
    });
    await expect(lockRun(run, { insist: true })).rejects.toMatchObject({ code: "run/locked" });
    await lock.release();
    await (await lockRun(run)).release();
    expect(await readdir(run.folder)).not.toContain("lock.json");
  });

  test("a lock is given back by its holder only", async () => {
    const run = await newRun(root);
    const lock = await lockRun(run);
    await plant(run, {});
    await lock.release();
    expect(await readFile(lockFile(run), "utf8")).toContain("planted");
  });

  test("takes over from a dead process", async () => {
    const run = await newRun(root);
    await plant(run, { pid: deadPid() });
    expect((await lockState(run)).kind).toBe("stale");
    const lock = await lockRun(run);
    expect(await lockState(run)).toEqual({ kind: "held", holder: lock.holder });
    expect(await readdir(run.folder)).not.toContain("lock.json.takeover");
  });

  test.runIf(process.platform === "linux")("is not fooled by a process number used again", async () => {
    const run = await newRun(root);
    await plant(run, { processStart: "another-boot/123" });
    expect((await lockState(run)).kind).toBe("stale");
    await (await lockRun(run)).release();
  });

  test("respects a lock of another machine unless told to insist", async () => {
    const run = await newRun(root);
    await plant(run, { host: "elsewhere", pid: 1 });
    await expect(lockRun(run)).rejects.toThrow('on "elsewhere"');
    await expect(lockRun(run)).rejects.toThrow("delete ");
    await (await lockRun(run, { insist: true })).release();
  });

  test("a lock that cannot be read counts while it is fresh", async () => {
    const run = await newRun(root);
    for (const text of ["", "[]", '{"pid":-4}', '{"pid":1,"host":"h"}']) {
      await writeFile(lockFile(run), text);
      await expect(lockRun(run)).rejects.toMatchObject({ code: "run/locked" });
      const before = new Date(Date.now() - 60_000);
      await utimes(lockFile(run), before, before);
      expect((await lockState(run)).kind).toBe("stale");
      await (await lockRun(run)).release();
    }
  });

  test("a link in its place is not written through", async () => {
    const run = await newRun(root);
    const victim = join(root, "victim.txt");
    await writeFile(victim, "mine");
    const before = new Date(Date.now() - 60_000);
    await utimes(victim, before, before);
    await symlink(victim, lockFile(run));
    await (await lockRun(run)).release();
    expect(await readFile(victim, "utf8")).toBe("mine");
  });

  test("of many processes that find one stale lock, one gets it", async () => {
    const run = await newRun(root);
    await plant(run, { pid: deadPid() });
    const module = new URL("lock.ts", import.meta.url).href;
    const code = `import { lockRun } from ${JSON.stringify(module)};
      process.stdin.once("data", () => lockRun(${JSON.stringify(run)}).then(
        () => { process.stdout.write("got it\\n"); setTimeout(() => {}, 60_000); },
        (error) => { process.stdout.write(error.code + "\\n"); process.exit(); },
      ));
      process.stdout.write("ready\\n");`;
    const children = Array.from({ length: 5 }, () =>
      spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
        stdio: ["pipe", "pipe", "inherit"],
      }),
    );
    const says = (child: (typeof children)[number]): Promise<string> =>
      new Promise((done) => child.stdout.once("data", (chunk: Buffer) => done(chunk.toString().trim())));
    expect(await Promise.all(children.map(says))).toEqual(children.map(() => "ready"));
    const answers = children.map(says);
    for (const child of children) child.stdin.write("go\n");
    const got = await Promise.all(answers);
    for (const child of children) child.kill("SIGKILL");
    expect(got.sort()).toEqual(["got it", ...Array.from({ length: 4 }, () => "run/locked")]);
  });
});

test("isAlive knows the living from the dead", () => {
  expect(isAlive(process.pid, processStart(process.pid))).toBe(true);
  expect(isAlive(process.pid, null)).toBe(true);
  expect(isAlive(0, null)).toBe(false);
  const pid = deadPid();
  expect(processStart(pid)).toBeNull();
  expect(isAlive(pid, null)).toBe(false);
});
