import { spawn, spawnSync } from "node:child_process";
import { mkdir, readFile, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lockRun, lockState } from "./lock.ts";
import type { Run } from "../layout.ts";
import { isAlive, processStart, thisPlace } from "./process-identity.ts";
import { newRun, temporaryRoot } from "../temporary-runs.fixture.ts";

const root = await temporaryRoot();

/** The number of a process that has just ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

function lockFile(run: Run): string {
  return join(run.folder, "lock.json");
}

async function plant(run: Run, changes: object, file = lockFile(run)): Promise<void> {
  const holder = {
    pid: process.pid,
    host: hostname(),
    since: "2026-01-01T00:00:00.000Z",
    processStart: processStart(process.pid),
    token: "planted",
  };
  await writeFile(file, JSON.stringify({ ...holder, ...changes }));
}

/** A clock whose time passes only as it is slept through. */
function fakeClock(onSleep: (slept: number) => Promise<void> | void = () => undefined) {
  let slept = 0;
  const beats: (() => void)[] = [];
  return {
    beats,
    get slept() {
      return slept;
    },
    async sleep(ms: number) {
      slept += ms;
      await onSleep(slept);
    },
    every(_: number, beat: () => void) {
      beats.push(beat);
      return () => undefined;
    },
  };
}

describe("lockRun", () => {
  test("an empty lock behind empty claims, and folders in the place of claims, are taken over", async () => {
    const run = await newRun(root);
    for (const name of ["lock.json", "lock.json.after-unreadable"])
      await writeFile(join(run.folder, name), "");
    await mkdir(join(run.folder, "lock.json.after-unreadable-0"));
    const clock = fakeClock();
    const lock = await lockRun(run, { clock });
    expect(clock.slept).toBeLessThanOrEqual(10_000);
    expect(await lockState(run)).toEqual({ kind: "held", holder: lock.holder });
    await lock.release();
  });

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
  });

  test.runIf(process.platform === "linux")("is not fooled by a process number used again", async () => {
    const run = await newRun(root);
    await plant(run, { processStart: "another-boot/123" });
    expect((await lockState(run)).kind).toBe("stale");
    await (await lockRun(run)).release();
  });

  test("a lock of another machine is watched: one that is touched is respected, one that is not is taken over", async () => {
    const run = await newRun(root);
    await plant(run, { host: "elsewhere", pid: 1 });
    expect((await lockState(run)).kind).toBe("foreign");
    const said: string[] = [];
    const alive = fakeClock(async (slept) => {
      if (slept === 30_000) await utimes(lockFile(run), new Date(0), new Date(0));
    });
    await expect(lockRun(run, { clock: alive, onWait: (text) => said.push(text) })).rejects.toThrow(
      'on "elsewhere"',
    );
    expect(said[0]).toContain("watching for 45 s");
    const dead = fakeClock();
    await (await lockRun(run, { clock: dead })).release();
    expect(dead.slept).toBe(45_000);
  });

  test("insisting takes a lock of another machine at once", async () => {
    const run = await newRun(root);
    await plant(run, { host: "elsewhere", pid: 1 });
    await (await lockRun(run, { insist: true })).release();
  });

  test.runIf(process.platform === "linux")(
    "another container of this machine counts its processes apart",
    async () => {
      const run = await newRun(root);
      await plant(run, { container: "pid:[1]", pid: deadPid() });
      expect((await lockState(run)).kind).toBe("foreign");
    },
  );

  test.runIf(process.platform === "linux")(
    "a lock from before the machine started anew is nobody's",
    async () => {
      const run = await newRun(root);
      const { machine } = thisPlace();
      await plant(run, { boot: "another", machine, processStart: null });
      // Where the system does not number its machines, it could be another one of this name.
      expect((await lockState(run)).kind).toBe(machine === null ? "foreign" : "stale");
      const clock = fakeClock();
      await (await lockRun(run, { clock })).release();
      expect(clock.slept).toBe(machine === null ? 45_000 : 0);
    },
  );

  test.runIf(process.platform === "linux")(
    "a lock of another machine with the name of this one is watched as well",
    async () => {
      const run = await newRun(root);
      for (const machine of ["another", null]) {
        await plant(run, { boot: "another", machine, pid: deadPid() });
        expect((await lockState(run)).kind).toBe("foreign");
      }
    },
  );

  test("a sign of life that cannot be given is no failure", async () => {
    const run = await newRun(root);
    const clock = fakeClock();
    const lock = await lockRun(run, { clock });
    await lock.release();
    for (const beat of clock.beats) beat();
  });

  test("a lock that cannot be read is waited for and then taken, whatever the clock says", async () => {
    const run = await newRun(root);
    for (const text of ["", "[]", '{"pid":-4}', '{"pid":1,"host":"h"}']) {
      await writeFile(lockFile(run), text);
      const future = new Date("2100-01-01");
      await utimes(lockFile(run), future, future);
      const clock = fakeClock();
      await (await lockRun(run, { clock })).release();
      expect(clock.slept).toBe(2_000);
    }
  });

  test("a take-over that was killed half-way, even several in a row, is taken over in its turn", async () => {
    const run = await newRun(root);
    const dead = { pid: deadPid() };
    await plant(run, { ...dead, token: "a" });
    await plant(run, { ...dead, token: "b" }, `${lockFile(run)}.after-a`);
    await plant(run, { ...dead, token: "c" }, `${lockFile(run)}.after-b`);
    const clock = fakeClock();
    const lock = await lockRun(run, { clock });
    expect(clock.slept).toBe(0);
    expect(await lockState(run)).toEqual({ kind: "held", holder: lock.holder });
    expect((await readdir(run.folder)).filter((name) => name.startsWith("lock"))).toEqual(["lock.json"]);
    await lock.release();
  });

  test("a take-over under way is respected", async () => {
    const run = await newRun(root);
    await plant(run, { pid: deadPid(), token: "a" });
    await plant(run, { token: "b" }, `${lockFile(run)}.after-a`);
    await expect(lockRun(run, { clock: fakeClock() })).rejects.toMatchObject({ code: "run/locked" });
  });

  test("a holder touches its lock, and notices when it is no longer the holder", async () => {
    const run = await newRun(root);
    const clock = fakeClock();
    const lock = await lockRun(run, { clock });
    await utimes(lockFile(run), new Date(0), new Date(0));
    for (const beat of clock.beats) beat();
    expect((await stat(lockFile(run))).mtimeMs).toBeGreaterThan(1e12);
    await lock.verify();
    await rm(lockFile(run));
    await plant(run, { token: "another" });
    await expect(lock.verify()).rejects.toMatchObject({ code: "run/lock-lost" });
    await lock.release();
    expect(await readFile(lockFile(run), "utf8")).toContain("another");
  });

  test("a link in its place is not written through", async () => {
    const run = await newRun(root);
    const victim = join(root, "victim.txt");
    await writeFile(victim, "mine");
    await symlink(victim, lockFile(run));
    await (await lockRun(run, { clock: fakeClock() })).release();
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

test.runIf(process.platform === "linux")("a process that only waits to be buried is not alive", async () => {
  // The inner shell ends at once, and the sleep that took its parent's place never asks about it.
  const parent = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 600"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    while (!/\) Z /.test(await readFile(`/proc/${pid}/stat`, "latin1"))) await new Promise(setImmediate);
    expect(isAlive(pid, null)).toBe(false);
  } finally {
    parent.kill("SIGKILL");
  }
});
