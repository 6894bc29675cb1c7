import { spawn } from "node:child_process";
import { mkdir, readFile, readdir, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { checkpointNames, loadCheckpoint, saveCheckpoint } from "./checkpoint.ts";
import type { Checkpoint } from "./checkpoint-file.ts";
import type { Run } from "../layout.ts";
import { readMetrics } from "../metrics/metrics-reader.ts";
import { MetricsWriter } from "../metrics/metrics-writer.ts";
import { newRun, temporaryRoot } from "../temporary-runs.fixture.ts";

const root = await temporaryRoot();

function sample(iteration: number, size = 1000): Checkpoint {
  return {
    meta: { iteration, rng: { key: [1, 2], counter: iteration }, note: 'a "sha256":"000" in a text' },
    arrays: {
      policy: Float32Array.from({ length: size }, (_, i) => Math.sin(i + iteration)),
      moments: Float64Array.of(Number.NaN, -0, Number.MIN_VALUE, iteration),
      visits: Int32Array.of(-1, 2 ** 31 - 1),
      keys: Uint32Array.of(2 ** 32 - 1, 0),
      mask: Uint8Array.of(255, 0, 7),
      none: new Float32Array(0),
    },
  };
}

function fileOf(run: Run, name: string): string {
  return join(run.folder, "checkpoint", name);
}

describe("saving and loading", () => {
  test("gives back every bit and keeps the newest two", async () => {
    const run = await newRun(root);
    for (const iteration of [10, 20, 30]) await saveCheckpoint(run, sample(iteration));
    const loaded = await loadCheckpoint(run);
    expect(loaded).toEqual({ ...sample(30), file: "00000003.safetensors", warnings: [] });
    expect(Object.is(loaded.arrays["moments"]?.[1], -0)).toBe(true);
    expect(await checkpointNames(run)).toEqual(["00000003.safetensors", "00000002.safetensors"]);
  });

  test("a view into a larger buffer is stored as the view", async () => {
    const run = await newRun(root);
    const flat = Float32Array.from({ length: 100 }, (_, i) => i);
    await saveCheckpoint(run, { meta: {}, arrays: { part: flat.subarray(3, 6) } });
    expect((await loadCheckpoint(run)).arrays).toEqual({ part: Float32Array.of(3, 4, 5) });
  });

  test("a run without one says so", async () => {
    const run = await newRun(root);
    await expect(loadCheckpoint(run)).rejects.toThrow("there is no checkpoint in");
    await rm(join(run.folder, "checkpoint"), { recursive: true });
    await expect(loadCheckpoint(run)).rejects.toMatchObject({ code: "run/no-checkpoint" });
    await saveCheckpoint(run, sample(1));
    expect((await loadCheckpoint(run)).meta["iteration"]).toBe(1);
  });

  test("a hundred thousand remembered sequences of 500 letters come back as they were", async () => {
    const run = await newRun(root);
    const letters = "ACGT".repeat(125);
    const objects = Array.from({ length: 100_000 }, (_, i) => `${letters.slice(0, 494)}${100_000 + i}`);
    objects[7] = 'other texts: "ä\n\u0000𝄞"';
    const meta = { trainer: { iteration: 3, replay: { count: 100_000, objects } }, modes: ["A", "B"] };
    await saveCheckpoint(run, { meta, arrays: { values: Float32Array.of(1, 2) } });
    const loaded = await loadCheckpoint(run);
    expect(Object.keys(loaded.arrays)).toEqual(["values"]);
    // Compared as text: telling two such lists apart by their elements takes far longer than making them.
    expect(JSON.stringify(loaded.meta) === JSON.stringify(meta)).toBe(true);
  });

  test("names that cannot be stored are refused", async () => {
    const run = await newRun(root);
    for (const name of ["", "__metadata__", "x".repeat(300)]) {
      const arrays = { [name]: Uint8Array.of(1) };
      await expect(saveCheckpoint(run, { meta: {}, arrays })).rejects.toThrow("cannot be stored");
    }
    // What a caller without types could pass.
    const unknown = Int8Array.of(1) as unknown as Uint8Array;
    await expect(saveCheckpoint(run, { meta: {}, arrays: { x: unknown } })).rejects.toThrow("another kind");
  });
});

describe("damage", () => {
  test("any changed, missing or added byte is found and the previous checkpoint used", async () => {
    const run = await newRun(root);
    await saveCheckpoint(run, sample(1, 10));
    const name = await saveCheckpoint(run, sample(2, 10));
    const good = await readFile(fileOf(run, name));
    const damage = fc.oneof(
      fc
        .record({ at: fc.nat(good.length - 1), flip: fc.integer({ min: 1, max: 255 }) })
        .map(({ at, flip }) => {
          const bytes = Uint8Array.from(good);
          bytes[at]! ^= flip;
          return bytes;
        }),
      fc.nat(good.length - 1).map((length) => Uint8Array.from(good.subarray(0, length))),
      fc.uint8Array({ minLength: 1, maxLength: 20 }).map((more) => Uint8Array.from([...good, ...more])),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (bytes) => {
        await writeFile(fileOf(run, name), bytes);
        const loaded = await loadCheckpoint(run);
        expect(loaded.meta["iteration"]).toBe(1);
        expect(loaded.warnings).toHaveLength(1);
        expect(loaded.warnings[0]).toContain(name);
      }),
      { numRuns: 300 },
    );
  });

  test("a damaged one does not push a good one out when training goes on", async () => {
    const run = await newRun(root);
    await saveCheckpoint(run, sample(1));
    const bad = await saveCheckpoint(run, sample(2));
    await truncate(fileOf(run, bad), 100);
    const loaded = await loadCheckpoint(run, { removeDamaged: true });
    expect(loaded.meta["iteration"]).toBe(1);
    const next = await saveCheckpoint(run, sample(3));
    await truncate(fileOf(run, next), 100);
    expect((await loadCheckpoint(run)).meta["iteration"]).toBe(1);
    await truncate(fileOf(run, "00000001.safetensors"), 0);
    await expect(loadCheckpoint(run)).rejects.toThrow("none of its checkpoints can be used");
  });

  test("a folder in the place of one is passed over, and goes when training goes on", async () => {
    const run = await newRun(root);
    await saveCheckpoint(run, { meta: { iteration: 1 }, arrays: {} });
    await mkdir(join(run.folder, "checkpoint", "00000002.safetensors", "deep"), { recursive: true });
    const { warnings, meta } = await loadCheckpoint(run, { removeDamaged: true });
    expect(meta).toEqual({ iteration: 1 });
    expect(warnings[0]).toContain("not a regular file");
    expect(await readdir(join(run.folder, "checkpoint"))).toEqual(["00000001.safetensors"]);
  });

  test("links are not followed, neither as a file nor as the folder", async () => {
    const [run, other] = [await newRun(root), await newRun(root)];
    const name = await saveCheckpoint(other, sample(7));
    await symlink(fileOf(other, name), fileOf(run, name));
    await expect(loadCheckpoint(run)).rejects.toThrow("symbolic link");
    await rm(join(run.folder, "checkpoint"), { recursive: true });
    await symlink(join(other.folder, "checkpoint"), join(run.folder, "checkpoint"));
    await expect(loadCheckpoint(run)).rejects.toThrow("no checkpoint");
    await expect(saveCheckpoint(run, sample(8))).rejects.toMatchObject({ code: "run/broken" });
    expect(await readdir(join(other.folder, "checkpoint"))).toEqual([name]);
  });

  test("what a killed process left is swept up", async () => {
    const run = await newRun(root);
    await writeFile(fileOf(run, ".00000001.safetensors.999999999.0.tmp"), "half");
    await saveCheckpoint(run, sample(1));
    expect(await readdir(join(run.folder, "checkpoint"))).toEqual(["00000001.safetensors"]);
  });

  test("a folder that cannot be written to is a clear error", async () => {
    const run = await newRun(root);
    await rm(join(run.folder, "checkpoint"), { recursive: true });
    await writeFile(join(run.folder, "checkpoint"), "in the way");
    await expect(saveCheckpoint(run, sample(1))).rejects.toMatchObject({
      code: "run/not-writable",
      kind: "failure",
    });
  });
});

/** Starts a process that saves checkpoints 1, 2, 3, … and tells of each one it has saved. */
function saveForever(run: Run): { child: ReturnType<typeof spawn>; told: () => number } {
  const module = new URL("checkpoint.ts", import.meta.url).href;
  const code = `import { saveCheckpoint } from ${JSON.stringify(module)};
    const run = ${JSON.stringify(run)};
    for (let iteration = 1; ; iteration++) {
      await saveCheckpoint(run, { meta: { iteration }, arrays: { w: new Float32Array(50_000).fill(iteration) } });
      process.stdout.write(iteration + "\\n");
    }`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  return { child, told: () => Number(out.slice(0, out.lastIndexOf("\n")).split("\n").at(-1)) };
}

test("kill -9 in the middle of many writes loses nothing that was saved", async () => {
  for (const wait of [0, 3, 11, 28, 61]) {
    const run = await newRun(root);
    const { child, told } = saveForever(run);
    const ended = new Promise((done) => child.on("close", done));
    while (!(told() >= 3)) await new Promise((done) => setTimeout(done, 1));
    await new Promise((done) => setTimeout(done, wait));
    child.kill("SIGKILL");
    await ended;
    const { meta, arrays, warnings } = await loadCheckpoint(run);
    const iteration = Number(meta["iteration"]);
    expect(iteration - told()).toBeGreaterThanOrEqual(0);
    expect(iteration - told()).toBeLessThanOrEqual(1);
    expect(arrays["w"]?.every((value) => value === iteration)).toBe(true);
    expect(warnings).toEqual([]);
  }
});

/** A file system of half a megabyte; undefined where this process may not mount one. */
async function tinyDisk(): Promise<string | undefined> {
  const folder = join(root, ".windage-tiny");
  await mkdir(folder);
  const mount = spawn("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", folder], { stdio: "ignore" });
  const code = await new Promise((done) => {
    mount.on("error", () => done(1));
    mount.on("close", done);
  });
  return code === 0 ? folder : undefined;
}

async function unmount(folder: string): Promise<void> {
  await new Promise((done) => spawn("umount", [folder], { stdio: "ignore" }).on("close", done));
}

const disk = await tinyDisk();
afterAll(async () => {
  if (disk !== undefined) await unmount(disk);
});

test.runIf(disk !== undefined)(
  "a full disk (needs the right to mount one) is a clear error and leaves the previous checkpoint",
  async () => {
    const run = await newRun(disk!);
    await saveCheckpoint(run, sample(1, 50_000));
    await expect(saveCheckpoint(run, sample(2, 100_000))).rejects.toMatchObject({
      code: "run/disk-full",
      kind: "failure",
      message: expect.stringContaining("The previous checkpoint is intact."),
    });
    expect(await readdir(join(run.folder, "checkpoint"))).toEqual(["00000001.safetensors"]);
    expect(await loadCheckpoint(run)).toMatchObject({ meta: { iteration: 1 }, warnings: [] });
    await saveCheckpoint(run, sample(3, 1000));
    expect((await loadCheckpoint(run)).meta["iteration"]).toBe(3);
    const writer = new MetricsWriter(run);
    const fill = (): void => {
      for (let iteration = 0; iteration < 100; iteration++)
        writer.append({ iteration, pad: "x".repeat(9999) });
    };
    expect(fill).toThrow("there is no room left");
    writer.close();
    const metrics = await readMetrics(run);
    expect(metrics).toMatchObject({ skipped: 0, torn: false });
    expect(metrics.rows.length).toBeGreaterThan(3);
  },
);

test("a checkpoint moved to another run is read there as it was", async () => {
  const [from, to] = [await newRun(root), await newRun(root)];
  const name = await saveCheckpoint(from, sample(4));
  await rename(fileOf(from, name), fileOf(to, name));
  expect((await loadCheckpoint(to)).meta["iteration"]).toBe(4);
});

test("a forecast run says what it is instead of asking to be trained", async () => {
  const run = { id: "20250101-000000-forecast-aaaaa", folder: "nowhere", record: { task: "forecast" } };
  await expect(loadCheckpoint(run)).rejects.toMatchObject({ code: "run/not-trained" });
  await expect(loadCheckpoint(run)).rejects.toThrowError(/windage forecast predict 20250101/);
});
