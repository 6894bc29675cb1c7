/** Files that say they are far larger than what is on the disk: nobody makes room for them, nor reads them through. */
import { execFile } from "node:child_process";
import { appendFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { smallConfig, smallRun } from "../config/small-run.fixture.ts";
import { importRun } from "../import-run.ts";
import type { Run } from "../layout.ts";
import { rootsIn, temporaryRoot } from "../temporary-runs.fixture.ts";
import { trainRun } from "../training/train-run.ts";
import { encodeHeader } from "./safetensors.ts";

const freshRoot = rootsIn(await temporaryRoot());

/** The beginning of a checkpoint that claims an array of so many bytes, all of them a hole. */
function plantCheckpoint(run: Run, bytes: number, name = "values"): void {
  const path = join(run.folder, "checkpoint", "00000099.safetensors");
  const { header } = encodeHeader(new Map([[name, { shape: [0], data: new Float32Array(0) }]]), {
    sha256: "0".repeat(64),
    format: "windage-checkpoint",
    version: "1",
    meta: "{}",
  });
  const text = Buffer.from(header.subarray(8))
    .toString()
    .trimEnd()
    .replace('"shape":[0],"data_offsets":[0,0]', `"shape":[${bytes / 4}],"data_offsets":[0,${bytes}]`);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  writeFileSync(path, Buffer.concat([length, Buffer.from(text)]));
  truncateSync(path, 8 + text.length + bytes);
}

const original = await (async () => {
  const config = smallConfig({ task: "grid", side: 4, alphabet: null, iterations: 2, samples: 4 });
  const run = await smallRun(await freshRoot(), config);
  await trainRun(run, { onProgress: () => undefined });
  return run;
})();

/** A trained run in a folder of runs. */
async function smallTrainedRun(root: string): Promise<Run> {
  const folder = join(root, original.id);
  await cp(original.folder, folder, { recursive: true });
  return { ...original, folder };
}

interface Ended {
  readonly text: string;
  /** The most memory it had, in megabytes. */
  readonly peak: number;
}

/** Runs the program and measures it. */
async function windage(root: string, ...words: readonly string[]): Promise<Ended> {
  const main = new URL("../../cli/main.ts", import.meta.url).pathname;
  const code = `process.on("exit", () => process.stderr.write("\\npeak " + process.resourceUsage().maxRSS));
    process.argv.splice(1, 0, ${JSON.stringify(main)}); await import(${JSON.stringify(main)});`;
  const given = ["--import", "tsx", "--input-type=module", "-e", code, "--", ...words];
  const env = { ...process.env, WINDAGE_RUNS: root };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, given, { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return { text: stdout + stderr, peak: Number(/peak (\d+)/.exec(stderr)![1]) / 1024 };
}

test("a checkpoint of 6 GB that is a hole is left out by import and passed over by evaluate, without room for it", async () => {
  const [root, other] = [await freshRoot(), await freshRoot()];
  const run = await smallTrainedRun(other);
  plantCheckpoint(run, 6 * 2 ** 30, "replayReal");
  const file = statSync(join(run.folder, "checkpoint", "00000099.safetensors"));
  expect([file.size > 6e9, 512 * file.blocks < 1e5]).toEqual([true, true]);
  const [imported, evaluated] = await Promise.all([
    windage(root, "runs", "import", run.folder),
    windage(other, "evaluate", run.id),
  ]);
  expect(imported.text).toMatch(/left out a damaged checkpoint: .*it says it has 64\d+ bytes, of which only/);
  expect(imported.peak).toBeLessThan(300);
  expect(await readdir(join(root, run.id, "checkpoint"))).not.toContain("00000099.safetensors");
  expect(evaluated.text).toMatch(/passed over a damaged checkpoint: .*more than 4294967295 bytes/);
  // The engine and a small model take a few hundred.
  expect(evaluated.peak).toBeLessThan(1000);
});

test("sizes that do not fit the trainer are refused before they are read, holes or not", async () => {
  const run = await smallTrainedRun(await freshRoot());
  plantCheckpoint(run, 2 ** 20);
  const { evaluateTrained } = await import("../training/trained-run.ts");
  await expect(evaluateTrained(run)).rejects.toThrow(
    /its array values has 1048576 bytes, expected \d+, so it belongs to another model/,
  );
});

test("metrics and scores that are holes are refused", async () => {
  const root = await freshRoot();
  for (const name of ["metrics.jsonl", "scores.jsonl"]) {
    const run = await smallTrainedRun(await freshRoot());
    const path = join(run.folder, name);
    appendFileSync(path, "{}\n");
    truncateSync(path, 2 ** 29);
    await expect(importRun(run.folder, { root })).rejects.toThrow(`${name}: it says it has 536870912 bytes`);
  }
});

test("a large file that is there is read, and said", async () => {
  const root = await freshRoot();
  const run = await smallTrainedRun(await freshRoot());
  appendFileSync(join(run.folder, "metrics.jsonl"), Buffer.alloc(2 ** 26, " ".repeat(2 ** 19) + "\n"));
  const said: string[] = [];
  await importRun(run.folder, { root, onRead: (text) => said.push(text) });
  expect(said).toEqual(["Reading metrics.jsonl, 64 MB"]);
});
