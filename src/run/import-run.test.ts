/** Copying runs from elsewhere: whole ones, damaged ones and what is none. */

import { readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseObject } from "../file/json-document.ts";
import { createRun } from "./create-run.ts";
import { importRun } from "./import-run.ts";
import { inspectRun } from "./list-runs.ts";
import { openRun } from "./open-run.ts";
import { updateStatus } from "./status.ts";
import { readSummary } from "./summary.ts";
import { fullRun, newRun, rootsIn, temporaryRoot } from "./temporary-runs.fixture.ts";
import { requireTrust } from "./trust.ts";

const top = await temporaryRoot();
const freshRoot = rootsIn(top);

describe("importRun", () => {
  test("copies a whole run under its name or another", async () => {
    const [root, other] = [await freshRoot(), await freshRoot()];
    const original = await fullRun(other);
    const { run, ...rest } = await importRun(original.folder, { root });
    expect(rest).toEqual({ metrics: 1, checkpoints: 1, warnings: [] });
    expect(run.record).toEqual(original.record);
    expect((await inspectRun(run)).condition).toBe("finished");
    expect(await readSummary(run)).toEqual({ exact: { tv: 0.1 } });
    await expect(importRun(original.folder, { root })).rejects.toMatchObject({ code: "run/exists" });
    const renamed = await importRun(original.folder, { root, id: "colleague" });
    expect((await openRun("colleague", { root })).record.id).toBe("colleague");
    expect(renamed.run.folder).toBe(join(root, "colleague"));
    await expect(importRun(original.folder, { root, id: "../out" })).rejects.toMatchObject({
      code: "run/invalid-id",
    });
    expect((await readdir(root)).sort()).toEqual([run.id, "colleague"].sort());
  });

  test("keeps scores that were paid for, and the signature of a run of one's own", async () => {
    const [root, other] = [await freshRoot(), await freshRoot()];
    const config = { task: "mine", oracleCommand: ["true"] };
    const original = await createRun({ root: other, task: "mine", seed: 0, config });
    await writeFile(join(original.folder, "scores.jsonl"), "paid\n");
    const { run, warnings } = await importRun(original.folder, { root });
    expect(warnings).toEqual([]);
    expect(await readFile(join(run.folder, "scores.jsonl"), "utf8")).toBe("paid\n");
    await expect(requireTrust(run, { trust: false })).resolves.toBeUndefined();
    await writeFile(join(original.folder, "signature"), "0".repeat(64));
    const { run: forged } = await importRun(original.folder, { root, id: "forged" });
    await expect(requireTrust(forged, { trust: false })).rejects.toMatchObject({ code: "run/untrusted" });
    await rm(join(original.folder, "scores.jsonl"));
    await symlink("/etc/hostname", join(original.folder, "scores.jsonl"));
    await expect(importRun(original.folder, { root, id: "third" })).rejects.toThrow("symbolic link");
  });

  test("leaves out strangers, damage and links, and says so", async () => {
    const [root, other] = [await freshRoot(), await freshRoot()];
    const original = await fullRun(other);
    await updateStatus(original, "running");
    await writeFile(join(original.folder, "virus.exe"), "x");
    await writeFile(join(original.folder, "metrics.jsonl"), '{"iteration":1}\n[]\n{"it');
    await writeFile(join(original.folder, "checkpoint", "00000009.safetensors"), "half");
    await symlink(
      join(original.folder, "status.json"),
      join(original.folder, "checkpoint", "00000010.safetensors"),
    );
    const { run, warnings, checkpoints, metrics } = await importRun(original.folder, { root });
    expect([checkpoints, metrics]).toEqual([1, 1]);
    expect(warnings.join("\n")).toMatch(
      /1 lines of its metrics.*\n.*middle of a line\n.*counts as stopped\n.*00000010.*symbolic link.*\n.*00000009.*\n.*1 file or folder/,
    );
    expect((await readdir(run.folder)).sort()).toEqual([
      "checkpoint",
      "config.json",
      "metrics.jsonl",
      "status.json",
      "summary.json",
    ]);
    expect(await readdir(join(run.folder, "checkpoint"))).toEqual(["00000001.safetensors"]);
  });

  test("a link in place of the folder of checkpoints is left out, and said", async () => {
    const [root, other] = [await freshRoot(), await freshRoot()];
    const original = await fullRun(other);
    await rm(join(original.folder, "checkpoint"), { recursive: true });
    await symlink(other, join(original.folder, "checkpoint"));
    const { warnings } = await importRun(original.folder, { root });
    expect(warnings).toEqual(["its checkpoint is a link or a file, expected a folder; left out"]);
  });

  test("no run takes the word for the newest one", async () => {
    const [root, other] = [await freshRoot(), await freshRoot()];
    const original = await fullRun(other);
    const named = importRun(original.folder, { root, id: "latest" });
    await expect(named).rejects.toMatchObject({ code: "run/invalid-id" });
  });

  test("what is no run is refused and leaves nothing", async () => {
    const root = await freshRoot();
    await expect(importRun(join(root, "absent"), { root })).rejects.toThrow("there is no folder");
    await expect(importRun(top, { root })).rejects.toThrow("it has no config.json");
    const run = await newRun(await freshRoot());
    const config = parseObject(await readFile(join(run.folder, "config.json"), "utf8"), "config.json");
    await writeFile(join(run.folder, "config.json"), JSON.stringify({ ...config, id: "../../out" }));
    await expect(importRun(run.folder, { root })).rejects.toMatchObject({ code: "run/invalid-id" });
    expect(await readdir(root)).toEqual([]);
  });
});
