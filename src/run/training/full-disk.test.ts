/** Training on a disk that becomes full: the file that did not fit is named, and the run has failed, not "running". */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { smallConfig, smallRun } from "../config/small-run.fixture.ts";
import { loadCheckpoint } from "../checkpoint/checkpoint.ts";
import { readStatus } from "../status.ts";
import { trainRun } from "./train-run.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-full-"));
const disk = join(folder, "disk");
mkdirSync(disk);

function mounts(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const isMounted = mounts();
afterAll(() => {
  if (isMounted) execFileSync("umount", [disk], { stdio: "ignore" });
  rmSync(folder, { recursive: true, force: true });
});

/** Takes all room that is left. */
function fill(): void {
  const ballast = join(disk, "ballast");
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: "a" });
    } catch {
      continue;
    }
  }
}

test.runIf(isMounted)(
  "a full disk (needs the right to mount one) names the file, leaves the checkpoint, and the run goes on later",
  async () => {
    const config = smallConfig({ task: "grid", side: 3, alphabet: null, iterations: 20, checkpointEvery: 5 });
    const run = await smallRun(join(disk, "runs"), config);
    const onProgress = ({ iteration }: { readonly iteration: number }): void => {
      if (iteration === 12) fill();
    };
    const failure = (await trainRun(run, { onProgress }).catch((error: unknown) => error)) as Error;
    expect(failure).toMatchObject({ code: "run/disk-full", kind: "failure" });
    // Lines of metrics come before the next checkpoint; whichever did not fit is the one that is named.
    expect(failure.message).toMatch(
      new RegExp(
        String.raw`^${run.folder}/(?:metrics\.jsonl|checkpoint/\d{8}\.safetensors): there is no room left`,
      ),
    );
    expect(await readStatus(run)).toMatchObject({
      state: "failed",
      error: expect.stringContaining("no room") as string,
    });
    expect((await loadCheckpoint(run)).meta["trainer"]).toMatchObject({ iteration: 10 });
    rmSync(join(disk, "ballast"));
    const outcome = await trainRun(run, { onProgress: () => undefined, resume: true });
    expect(outcome.finished).toBe(true);
    expect(readFileSync(join(run.folder, "metrics.jsonl"), "utf8").trim().split("\n")).toHaveLength(20);
  },
);
