/** Checkpoints that were made up: every one is refused with what is wrong with it, and none reaches the trainer. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smallConfig, smallRun } from "../config/small-run.fixture.ts";
import type { JsonObject } from "../../file/json-document.ts";
import { loadCheckpoint, saveCheckpoint } from "../checkpoint/checkpoint.ts";
import type { Checkpoint } from "../checkpoint/checkpoint-file.ts";
import type { Run } from "../layout.ts";
import { evaluateTrained } from "./trained-run.ts";
import { trainRun } from "./train-run.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-forged-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let run: Run;
let good: Checkpoint;

beforeAll(async () => {
  writeFileSync(join(folder, "table.csv"), "sequence,score\nACG,1\nGGG,0.9\n");
  const config = smallConfig({
    oracleCsv: join(folder, "table.csv"),
    iterations: 3,
    replay: 8,
    overlap: true,
    stopPatience: 50,
    samples: 16,
  });
  run = await smallRun(join(folder, "runs"), config);
  await trainRun(run, { onProgress: () => undefined });
  const { meta, arrays } = await loadCheckpoint(run);
  good = { meta, arrays };
});

type Change = (checkpoint: {
  trainer: Record<string, unknown> & { replay: Record<string, unknown>; streams: Record<string, unknown> };
  memory: Record<string, unknown>;
  arrays: Record<string, Float32Array | Int32Array | Float64Array>;
}) => void;

/** Saves a changed copy with a valid checksum and tries to use it. */
async function use(change: Change): Promise<unknown> {
  const { trainer, memory } = structuredClone(good.meta) as Record<string, JsonObject>;
  const arrays = structuredClone(good.arrays);
  change({ trainer, memory, arrays } as unknown as Parameters<Change>[0]);
  const meta = { trainer: trainer!, memory: memory! };
  await saveCheckpoint(run, { meta: JSON.parse(JSON.stringify(meta)) as JsonObject, arrays });
  return evaluateTrained(run);
}

test("an unchanged copy is used", async () => {
  await expect(use(() => undefined)).resolves.toMatchObject({ steps: 3 });
});

test.each<[string, Change]>([
  ["no trainer", (c) => Object.keys(c.trainer).forEach((key) => delete c.trainer[key])],
  ["a negative iteration", (c) => (c.trainer["iteration"] = -1)],
  ["a fraction of an iteration", (c) => (c.trainer["iteration"] = 0.5)],
  ["an iteration in words", (c) => (c.trainer["iteration"] = "three")],
  ["more iterations than any run has", (c) => (c.trainer["iteration"] = 1e15)],
  ["endless oracle calls", (c) => (c.trainer["oracleCalls"] = 1e300)],
  ["no streams", (c) => (c.trainer.streams = [] as never)],
  [
    "a stream of another algorithm",
    (c) => ((c.trainer.streams["world"] as JsonObject & { algorithm: string }).algorithm = "dice"),
  ],
  ["a count of another kind", (c) => (c.trainer.replay["count"] = null)],
  ["more remembered than there is", (c) => (c.trainer.replay["count"] = 1e9)],
  ["a place beyond the buffer", (c) => (c.trainer.replay["next"] = 1e6)],
  ["objects that are numbers", (c) => (c.trainer.replay["objects"] = [1, 2, 3])],
  ["other objects than were built", (c) => ((c.trainer.replay["objects"] as string[])[0] = "TTT")],
  ["no parameters", (c) => delete c.arrays["values"]],
  ["fewer parameters", (c) => (c.arrays["values"] = new Float32Array(3))],
  ["parameters of another kind", (c) => (c.arrays["values"] = Float64Array.from(c.arrays["values"]!))],
  ["a parameter that is no number", (c) => (c.arrays["values"]![0] = Number.NaN)],
  ["intentions there are not", (c) => c.arrays["replayThought"]!.fill(99)],
  ["outcomes there are not", (c) => c.arrays["replayReal"]!.fill(-1)],
  ["trajectories without steps", (c) => c.arrays["replayLengths"]!.fill(0)],
  ["endless trajectories", (c) => c.arrays["replayLengths"]!.fill(1e6)],
  ["priorities of nothing", (c) => c.arrays["replayPriorities"]!.fill(0)],
  ["intentions there are not, rolled out ahead", (c) => c.arrays["aheadThought"]!.fill(99)],
  ["endless trajectories rolled out ahead", (c) => c.arrays["aheadLengths"]!.fill(1e6)],
  ["nothing about what was rolled out ahead", (c) => delete c.trainer["ahead"]],
  ["seconds in words", (c) => (c.memory["seconds"] = "long")],
  ["modes that are numbers", (c) => (c.memory["modes"] = [1])],
  ["a best without a score", (c) => (c.memory["best"] = { sequence: "ACG" })],
  ["a stop of another kind", (c) => (c.memory["stop"] = { sinceBest: "never" })],
  ["an end that is no answer", (c) => (c.memory["ended"] = "yes")],
])("%s is refused", async (_, change) => {
  await expect(use(change)).rejects.toMatchObject({ code: "run/broken" });
});
