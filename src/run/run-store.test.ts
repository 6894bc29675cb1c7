/** Creating, opening, listing and removing runs, with friendly and hostile folders. */

import { parseObject } from "../file/json-document.ts";
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join, relative, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRun } from "./create-run.ts";
import { importRun } from "./import-run.ts";
import { runsRoot } from "./layout.ts";
import { inspectRun, listRuns } from "./list-runs.ts";
import { lockRun } from "./lock/lock.ts";
import { openRun } from "./open-run.ts";
import { removeRun } from "./remove-run.ts";
import { isSafeId, makeRunId } from "./run-id.ts";
import { readStatus, updateStatus } from "./status.ts";
import { fullRun, newRun, rootsIn, temporaryRoot } from "./temporary-runs.fixture.ts";

const top = await temporaryRoot();
const freshRoot = rootsIn(top);

describe("names", () => {
  test("are safe for any task, and sort by time", () => {
    const moment = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), moment, moment, (task, a, b) => {
        const [early, late] = [makeRunId(task, a), makeRunId(task, b)];
        expect(isSafeId(early)).toBe(true);
        expect(early).toMatch(/^\d{8}-\d{6}-[a-z0-9-]+-[2-9a-z]{5}$/);
        const apart = Math.floor(a.getTime() / 1000) - Math.floor(b.getTime() / 1000);
        if (apart !== 0) expect(early < late).toBe(apart < 0);
      }),
    );
  });

  test("that could leave the folder or upset a system are refused", () => {
    for (const name of [
      "",
      ".",
      "..",
      "a/b",
      "a\\b",
      "../x",
      "a..b",
      ".hidden",
      "con",
      "nul.txt",
      "a b",
      "ä",
      "-rf",
    ]) {
      expect(isSafeId(name)).toBe(false);
    }
  });

  test("the folder of runs: asked for, else WINDAGE_RUNS, else ./runs", () => {
    expect(runsRoot("x", { WINDAGE_RUNS: "y" })).toBe(resolve("x"));
    expect(runsRoot(undefined, { WINDAGE_RUNS: "y" })).toBe(resolve("y"));
    expect(runsRoot(undefined, { WINDAGE_RUNS: "" })).toBe(resolve("runs"));
  });
});

describe("createRun", () => {
  test("records what was asked for, by whom and when, and leaves nothing else", async () => {
    const root = join(await freshRoot(), "deep", "runs");
    const run = await createRun({
      root,
      task: "tfbind8",
      seed: 7,
      config: { alpha: 0.25, hidden: [64, 64] },
    });
    expect(await readdir(root)).toEqual([run.id]);
    expect((await readdir(run.folder)).sort()).toEqual([
      "checkpoint",
      "config.json",
      "metrics.jsonl",
      "status.json",
    ]);
    const manifest = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    expect(parseObject(await readFile(join(run.folder, "config.json"), "utf8"), "config.json")).toEqual({
      format: "windage-run",
      version: 1,
      id: run.id,
      task: "tfbind8",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      windage: manifest.version,
      seed: 7,
      config: { alpha: 0.25, hidden: [64, 64] },
    });
    expect(await openRun(run.id, { root })).toEqual(run);
    expect(await readStatus(run)).toMatchObject({
      state: "created",
      pid: process.pid,
      host: hostname(),
      error: null,
    });
  });

  test("refuses what could not be read back", async () => {
    const root = await freshRoot();
    await expect(createRun({ root, task: "", seed: 1, config: {} })).rejects.toThrow(
      "task: got 0 characters",
    );
    await expect(createRun({ root, task: "a", seed: 0.5, config: {} })).rejects.toThrow("seed: got 0.5");
    expect(await readdir(root)).toEqual([]);
    await writeFile(join(root, "file"), "");
    await expect(newRun(join(root, "file"))).rejects.toMatchObject({ code: "run/not-writable" });
  });
});

describe("openRun", () => {
  test("latest is the newest of the kind that is wanted, and another kind is refused by name", async () => {
    const folder = join(await freshRoot(), "deep", "runs");
    const trained = await createRun({ root: folder, task: "sim8", seed: 0, config: { objective: "sdb" } });
    const forecast = await createRun({ root: folder, task: "forecast", seed: 0, config: { horizon: 3 } });
    const later = await createRun({ root: folder, task: "forecast", seed: 0, config: { horizon: 3 } });
    for (const run of [forecast, later]) await updateStatus(run, "finished");
    // A finished forecast whose pool is gone forecasts nothing.
    await writeFile(join(forecast.folder, "pool.json"), "{}");
    const found = async (use?: "training" | "forecast"): Promise<string> =>
      (await openRun("latest", { root: folder, ...(use === undefined ? {} : { use }) })).id;
    expect(await found("training")).toBe(trained.id);
    expect(await found("forecast")).toBe(forecast.id);
    expect([forecast.id, later.id]).toContain(await found());
    const other = { code: "run/other-kind" };
    await expect(openRun(forecast.id, { root: folder, use: "training" })).rejects.toMatchObject(other);
    await expect(openRun(trained.id, { root: folder, use: "forecast" })).rejects.toMatchObject(other);
    await rm(join(forecast.folder, "pool.json"));
    await expect(found("forecast")).rejects.toThrow(
      /no finished forecast with its pool.json in .*, which has 3 runs/,
    );
  });

  test("by name, beginning, path and latest", async () => {
    const root = await freshRoot();
    const [older, newer] = [await newRun(root, "sim8"), await newRun(root, "tfbind8")];
    await cp(older.folder, join(root, "20000101-000000-old-aaaaa"), { recursive: true });
    expect((await openRun("2000", { root })).id).toBe("20000101-000000-old-aaaaa");
    expect(await openRun(newer.id.slice(0, -1), { root })).toEqual(newer);
    expect(await openRun(relative(process.cwd(), newer.folder))).toEqual(newer);
    expect(await openRun(`${newer.folder}/`)).toEqual(newer);
    await mkdir(join(root, "zzz-broken"));
    const copy = await importRun(older.folder, { root, id: "zzz-older" });
    expect((await openRun("latest", { root })).id).toBe(newer.id);
    await removeRun(newer, { root });
    expect((await openRun("latest", { root })).record.created).toBe(copy.run.record.created);
  });

  test("mistakes come with suggestions", async () => {
    const root = await freshRoot();
    await expect(openRun("x", { root })).rejects.toThrow(
      `no runs at all in ${root}; make one with "windage train --runs ${root}", or name the folder`,
    );
    await expect(openRun("x", { root: join(root, "absent") })).rejects.toThrow("no runs at all");
    await expect(openRun("latest", { root })).rejects.toThrow("no runs at all");
    await expect(openRun("latest", { root, use: "forecast" })).rejects.toThrow('with "windage forecast');
    const run = await newRun(root);
    await newRun(root);
    await expect(openRun("20", { root })).rejects.toThrow("2 runs in");
    await expect(openRun("", { root })).rejects.toMatchObject({ code: "run/not-found" });
    await expect(openRun(run.id.slice(9), { root })).rejects.toThrow("did you mean");
    await expect(openRun("latst", { root })).rejects.toThrow("did you mean latest?");
    await expect(openRun("zebra", { root })).rejects.toThrow("it has");
    await expect(openRun("./zebra", { root })).rejects.toThrow("no such folder");
    await expect(openRun(root, { root })).rejects.toThrow("it has no config.json");
  });

  test("no name leads out of the folder of runs, and no link inside it is followed", async () => {
    const [root, other] = [await freshRoot(), await freshRoot()];
    const run = await newRun(other);
    await symlink(run.folder, join(root, "linked"));
    await expect(openRun("linked", { root })).rejects.toMatchObject({ code: "run/not-found" });
    const inside = await newRun(root);
    await rm(join(inside.folder, "config.json"));
    await symlink(join(run.folder, "config.json"), join(inside.folder, "config.json"));
    await expect(openRun(inside.id, { root })).rejects.toThrow("symbolic link");
  });

  test.each([
    ["", "not valid JSON"],
    ["[]", "not a JSON object"],
    ['{"format":"other"}', "format and version"],
    ['{"format":"windage-run","version":2}', "format and version"],
    ['{"format":"windage-run","version":1}', '"id" is nothing'],
    ['{"format":"windage-run","version":1,"id":"a","task":3}', '"task" is 3'],
    ['{"format":"windage-run","version":1,"__proto__":{"id":"a"}}', "__proto__"],
    ["\u0000\u0001", "not valid JSON"],
  ])("the record %j is refused", async (text, reason) => {
    const root = await freshRoot();
    const run = await newRun(root);
    await writeFile(join(run.folder, "config.json"), text);
    await expect(openRun(run.id, { root })).rejects.toThrow(reason);
  });

  test("a huge record is refused without being read", async () => {
    const root = await freshRoot();
    const run = await newRun(root);
    await writeFile(join(run.folder, "config.json"), Buffer.alloc(17 * 2 ** 20));
    await expect(openRun(run.id, { root })).rejects.toThrow("expected at most 16777216");
  });
});

describe("listRuns", () => {
  test("newest first, with broken folders among them and never an exception", async () => {
    const root = await freshRoot();
    const run = await fullRun(root);
    await mkdir(join(root, "0-empty"));
    await mkdir(join(root, "0-garbage"));
    await writeFile(join(root, "0-garbage", "config.json"), "{");
    await writeFile(join(root, "a-file"), "");
    const stateless = await newRun(root);
    await writeFile(join(stateless.folder, "status.json"), '{"state":"dancing"}');
    const listed = await listRuns({ root });
    expect(listed).toHaveLength(4);
    expect(listed[0]?.id).toBe(run.id);
    expect(listed.find(({ id }) => id === run.id)).toMatchObject({
      condition: "finished",
      last: { iteration: 5, loss: 0.5 },
    });
    const problems = new Map(
      listed.flatMap((entry) => ("problem" in entry ? [[entry.id, entry.problem]] : [])),
    );
    expect(problems.get("0-empty")).toBe("it has no config.json");
    expect(problems.get("0-garbage")).toContain("not valid JSON");
    expect(problems.get(stateless.id)).toContain('"state" is "dancing", expected one of created, running');
    expect(await listRuns({ root: join(root, "absent") })).toEqual([]);
  });

  test("a run whose process is gone is interrupted, one that is locked is running", async () => {
    const run = await newRun(await freshRoot());
    const { started } = await updateStatus(run, "running");
    expect((await inspectRun(run)).condition).toBe("interrupted");
    const lock = await lockRun(run);
    expect((await inspectRun(run)).condition).toBe("running");
    await lock.release();
    expect(await updateStatus(run, "failed", { error: "it broke" })).toMatchObject({
      state: "failed",
      started,
      error: "it broke",
    });
  });
});

describe("removeRun", () => {
  test("removes a run and nothing else", async () => {
    const root = await freshRoot();
    const [run, other] = [await fullRun(root), await newRun(root)];
    const outside = join(await freshRoot(), "precious.txt");
    await writeFile(outside, "mine");
    await symlink(outside, join(run.folder, "link"));
    await removeRun(run, { root });
    expect(await readdir(root)).toEqual([other.id]);
    expect(await readFile(outside, "utf8")).toBe("mine");
  });

  test("refuses what lies elsewhere, links, and runs in use", async () => {
    const [root, other] = [await freshRoot(), await freshRoot()];
    const run = await newRun(other);
    await expect(removeRun(run, { root })).rejects.toMatchObject({ code: "run/outside-root" });
    await symlink(run.folder, join(root, run.id));
    await expect(removeRun({ ...run, folder: join(root, run.id) }, { root })).rejects.toMatchObject({
      code: "run/outside-root",
    });
    const deep = { ...run, folder: join(run.folder, "checkpoint"), id: "checkpoint" };
    await expect(removeRun(deep, { root: other })).rejects.toMatchObject({ code: "run/outside-root" });
    await lockRun(run);
    await expect(removeRun(run, { root: other })).rejects.toMatchObject({ code: "run/locked" });
    expect(await readdir(other)).toEqual([run.id]);
    await removeRun(run, { root: other, force: true });
    expect(await readdir(other)).toEqual([]);
  });
});
