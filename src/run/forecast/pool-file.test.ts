import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { WindageError } from "../../error.ts";
import { seal } from "../../file/seal.ts";
import { writeCheckpointFile } from "../checkpoint/checkpoint-file.ts";
import type { Run } from "../layout.ts";
import { loadNetwork } from "./keep-network.ts";
import { readPool, writePool } from "./pool-file.ts";

const pool = {
  horizon: 2,
  periods: [7],
  names: ["Naive", "Theta"],
  // Such an id once was a key of an object.
  series: [{ id: "__proto__", weights: [0.25, 0.75], own: 3 }],
  marks: [0, 0.3, 0, 0.6, 0.1, 0, 0.2],
  shift: [0, 0.5],
  levels: [0.1, 0.5, 0.9],
  residuals: [
    [-1, 0, 1],
    [-2, 0, 2],
  ],
};
const fitted = { sha256: "0".repeat(64), ends: [12] };
const reading = { read: { target: "y", known: [], past: [] }, calendar: false, frequency: "D" };

function runIn(): Run {
  const folder = mkdtempSync(join(tmpdir(), "windage-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { id: "one", folder } as Run;
}

/** A stranger can compute a checksum too. */
async function altered(run: Run, changes: object): Promise<Error> {
  const document = { format: "windage-pool", version: 2, ...pool, reading, ...changes };
  writeFileSync(join(run.folder, "pool.json"), JSON.stringify(seal(document)));
  return readPool(run).then(
    () => expect.fail(`took ${JSON.stringify(changes)}`),
    (error: Error) => error,
  );
}

test("a pool comes back as it was written", async () => {
  const run = runIn();
  await writePool(run, pool, reading, fitted, false);
  expect(await readPool(run)).toEqual({ saved: pool, reading, fitted, perSeries: false });
});

test("one changed digit is noticed", async () => {
  const run = runIn();
  await writePool(run, pool, reading, fitted, false);
  const path = join(run.folder, "pool.json");
  writeFileSync(path, readFileSync(path, "utf8").replace("0.75", "0.85"));
  await expect(readPool(run)).rejects.toThrowError(/pool\.json: it has changed since it was written/);
});

test.each([
  [{ horizon: 1e9 }, /"horizon" is 1000000000, expected a whole number from 1 to 10000/],
  [{ horizon: 3 }, /residuals of 2 steps, expected 3/],
  [{ periods: [] }, /"periods" is \[\], expected a list with something in it/],
  [{ periods: [0.5] }, /"periods\.0" is 0\.5/],
  [{ names: "Naive" }, /"names" is "Naive", expected a list/],
  [{ names: ["Naive"] }, /"series\.0\.weights" has 2 numbers, expected 1/],
  [{ series: null }, /"series" is null, expected a list/],
  [{ series: [null] }, /"series\.0" is null, expected an object/],
  [{ series: [{ id: "a", weights: [2, -1], own: 1 }] }, /expected weights of at least 0 that sum to 1/],
  [{ series: [{ id: "a", weights: [0.5, 0.5], own: -1 }] }, /"series\.0\.own" is -1/],
  [
    { series: [{ id: "a", weights: [0.5, 0.5], own: 1e200 }] },
    /own" is 1e\+200, expected a number from 0 to 1e\+150/,
  ],
  [{ marks: [1] }, /"marks" is \[1\], expected 7 numbers from -100 to 100/],
  [{ marks: [0, 1e9, 0, 0, 0, 0, 0] }, /"marks" is .*, expected 7 numbers from -100 to 100/],
  [{ shift: [0] }, /shifts of 1 steps, expected 2/],
  [{ residuals: [[0, 1], [1]] }, /"residuals\.1" is \[1\], expected 2 to 1001 ascending numbers/],
  [
    {
      residuals: [
        [0, 1],
        [1, 0],
      ],
    },
    /ascending/,
  ],
  [{ residuals: {} }, /"residuals" is \{\}, expected a list/],
  [{ reading: { ...reading, calendar: "yes" } }, /"reading\.calendar" is "yes", expected true or false/],
  [{ reading: { ...reading, read: { ...reading.read, known: "a" } } }, /"reading\.read\.known" is "a"/],
  [{ fitted: { sha256: "0", ends: [] } }, /"fitted\.ends" has 0 times, expected 1/],
  [{ format: "windage-run" }, /format and version are \["windage-run",2\]/],
])("%j is refused with the field", async (changes, message) => {
  const error = await altered(runIn(), changes);
  expect(error).toBeInstanceOf(WindageError);
  expect(error.message).toMatch(message);
});

test("a link and a folder in its place are refused, and a run without one says so", async () => {
  const run = runIn();
  await expect(readPool(run)).rejects.toThrowError(/got a run without a fitted pool/);
  symlinkSync("/dev/zero", join(run.folder, "pool.json"));
  await expect(readPool(run)).rejects.toThrowError(/it is a symbolic link, expected a file/);
  rmSync(join(run.folder, "pool.json"));
  mkdirSync(join(run.folder, "pool.json"));
  await expect(readPool(run)).rejects.toThrowError(/it is not a regular file/);
});

test("a network that would fill the memory is refused before it is made", async () => {
  const settings = {
    seed: 0,
    references: ["levels"],
    bins: 16,
    reach: 12,
    smoothing: 1,
    head: "tokens",
    encoder: "transformer",
    width: 8,
    layers: 1,
    heads: 2,
    patches: 2,
    perAnchor: 4,
    iterations: 1,
    epochs: 1,
    batch: 1,
    rate: 1e-3,
    calibration: "none",
    paths: 4,
  };
  const meta = { horizon: 3, periods: [7], ratio: 1, columns: [0, 0, 0], settings };
  const run = runIn();
  const refusal = async (changes: object): Promise<string> => {
    await writeCheckpointFile(join(run.folder, "gflownet.safetensors"), {
      meta: { ...meta, ...changes },
      arrays: { parameters: new Float32Array(4) },
    });
    const error: unknown = await loadNetwork(run).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(WindageError);
    return (error as Error).message;
  };
  expect(await refusal({})).toMatch(/got 4 numbers, expected \d+ finite ones/);
  expect(await refusal({ settings: { ...settings, width: 16_384, heads: 1 } })).toMatch(/got 4 numbers/);
  expect(await refusal({ settings: { ...settings, width: 1e9 } })).toMatch(/"settings\.width" is 1000000000/);
  expect(await refusal({ settings: { ...settings, paths: 10_000 }, horizon: 10_000 })).toMatch(
    /10000 paths of 10000 steps would not fit/,
  );
  expect(await refusal({ settings: { ...settings, heads: 3 } })).toMatch(/heads|width/);
  expect(await refusal({ settings: { ...settings, references: [] } })).toMatch(/"settings\.references/);
  expect(await refusal({ columns: [0, 0] })).toMatch(/"columns/);
});
