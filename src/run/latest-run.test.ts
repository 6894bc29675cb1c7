/** "latest" is what was started or gone on with here last, whatever names and clocks say. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { cp, readdir, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { seal } from "../file/seal.ts";
import { saveCheckpoint } from "./checkpoint/checkpoint.ts";
import { createRun } from "./create-run.ts";
import { importRun } from "./import-run.ts";
import type { RunUse } from "./latest-run.ts";
import type { Run } from "./layout.ts";
import { openRun } from "./open-run.ts";
import { removeRun } from "./remove-run.ts";
import { updateStatus } from "./status.ts";
import { rootsIn, temporaryRoot } from "./temporary-runs.fixture.ts";

const top = await temporaryRoot();
const freshRoot = rootsIn(top);
let root: string;
beforeEach(async () => {
  root = await freshRoot();
});
afterEach(() => vi.useRealTimers());

/** Makes a run, as if the clock said so, that has trained and has a checkpoint. */
async function trained(day: string, where = root): Promise<Run> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T12:00:00Z`) });
  const run = await createRun({ root: where, task: "sim8", seed: 1, config: { objective: "sdb" } });
  await updateStatus(run, "running");
  await saveCheckpoint(run, { meta: { iteration: 1 }, arrays: {} });
  await updateStatus(run, "finished");
  vi.useRealTimers();
  return run;
}

async function latest(use?: RunUse): Promise<string> {
  return (await openRun("latest", { root, ...(use === undefined ? {} : { use }) })).id;
}

/** What an earlier version would have left: no word of what was started. */
function forget(): Promise<void> {
  return rm(join(root, ".windage-started"));
}

test.each(["samples", "training", undefined] as const)(
  "an imported run is not the latest, by whatever name and of whatever day, for %s",
  async (use) => {
    const elsewhere = await trained("2031-05-05", await freshRoot());
    const own = await trained("2026-11-18");
    await importRun(elsewhere.folder, { root });
    await importRun(elsewhere.folder, { root, id: "zoe-sim8" });
    await importRun(elsewhere.folder, { root, id: "anna-sim8" });
    expect(await latest(use)).toBe(own.id);
    // The same where what was started has been lost.
    await forget();
    expect(await latest(use)).toBe(own.id);
    // Until it is gone on with here.
    await updateStatus(await openRun("anna-sim8", { root }), "running");
    expect(await latest(use)).toBe("anna-sim8");
  },
);

test("a copy that an earlier version imported is known by its name", async () => {
  const own = await trained("2026-11-18");
  const { run } = await importRun((await trained("2031-05-05", await freshRoot())).folder, {
    root,
    id: "anna-sim8",
  });
  const path = join(run.folder, "status.json");
  const { check: _check, imported: _imported, ...status } = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify(seal(status)));
  await forget();
  expect(await latest()).toBe(own.id);
});

test("a clock that was wrong shadows nothing, and going on counts as starting", async () => {
  const wrong = await trained("2041-01-01");
  const right = await trained("2026-11-18");
  expect(await latest("samples")).toBe(right.id);
  await updateStatus(wrong, "running");
  expect(await latest("samples")).toBe(wrong.id);
});

test("where only imported runs are, the one that was made last is meant", async () => {
  const other = await freshRoot();
  const [newer, older] = [await trained("2026-02-02", other), await trained("2026-01-01", other)];
  for (const run of [newer, older]) await importRun(run.folder, { root });
  expect(await latest()).toBe(newer.id);
});

test("folders of earlier versions go by the day they name, and what is started then comes first", async () => {
  const [newer, older] = [await trained("2026-02-02"), await trained("2026-01-01")];
  await forget();
  expect(await latest()).toBe(newer.id);
  await updateStatus(older, "running");
  expect(await latest()).toBe(older.id);
});

test("deleted runs are passed over, renamed ones are found, and an empty folder keeps nothing", async () => {
  const runs = [await trained("2026-01-03"), await trained("2026-01-02"), await trained("2026-01-01")];
  await removeRun(runs[2]!, { root });
  expect(await latest()).toBe(runs[1]!.id);
  await rename(runs[1]!.folder, join(root, "the-good-one"));
  expect(await latest()).toBe("the-good-one");
  await rm(join(root, "the-good-one"), { recursive: true });
  await removeRun(runs[0]!, { root });
  expect(await readdir(root)).toEqual([]);
});

test("a copy of the whole folder says the same", async () => {
  const [first] = [await trained("2026-01-03"), await trained("2026-01-02")];
  await updateStatus(first, "running");
  const copy = join(await freshRoot(), "copy");
  await cp(root, copy, { recursive: true });
  root = copy;
  expect(await latest()).toBe(first.id);
});

test("a torn, damaged, planted or endless record costs the order, never the run", async () => {
  const [older, newer] = [await trained("2026-01-01"), await trained("2026-01-02")];
  await updateStatus(older, "running");
  const record = join(root, ".windage-started");
  await truncate(record, (await readFile(record)).length - 4);
  await updateStatus(newer, "running");
  expect(await latest()).toBe(newer.id);
  await writeFile(record, Buffer.alloc(3 * 2 ** 20, 255));
  await updateStatus(older, "running");
  expect(await latest()).toBe(older.id);
  await rm(record);
  const treasure = join(await freshRoot(), "treasure");
  await writeFile(treasure, "mine");
  await symlink(treasure, record);
  await updateStatus(older, "running");
  expect(await latest()).toBe(newer.id);
  expect(await readFile(treasure, "utf8")).toBe("mine");
  await rm(record);
  execFileSync("mkfifo", [record]);
  await updateStatus(older, "running");
  expect(await latest()).toBe(newer.id);
});

test("many that start at once are all noted", async () => {
  const runs = await Promise.all(
    Array.from({ length: 20 }, () =>
      createRun({ root, task: "sim8", seed: 1, config: { objective: "sdb" } }),
    ),
  );
  await Promise.all(runs.map((run) => updateStatus(run, "running")));
  const noted = (await readFile(join(root, ".windage-started"), "utf8")).split("\n").slice(1);
  expect(noted.sort()).toEqual(runs.map(({ id }) => id).sort());
});

test("where none serves, it is said what is missing, and nothing that contradicts it", async () => {
  await createRun({ root, task: "sim8", seed: 1, config: { objective: "sdb" } });
  await expect(latest("samples")).rejects.toThrow(
    `run "latest": there is no trained run with a checkpoint in ${root}, which has 1 run; make one with "windage train --runs ${root}"`,
  );
  await expect(latest("forecast")).rejects.toThrow(`make one with "windage forecast --runs ${root}"`);
  await expect(latest("training")).resolves.toMatch(/sim8/);
});

test("other runs are not read to find the last", async () => {
  const last = await trained("2026-01-01");
  for (let i = 0; i < 300; i++) {
    const folder = join(root, `20250101-000000-sim8-${10_000 + i}`);
    mkdirSync(folder);
    for (const name of ["config.json", "status.json"])
      copyFileSync(join(last.folder, name), join(folder, name));
  }
  const began = performance.now();
  expect(await latest()).toBe(last.id);
  const quick = performance.now() - began;
  await forget();
  const again = performance.now();
  await latest();
  expect(quick).toBeLessThan((performance.now() - again) / 2);
});
