/** Drives `windage runs …` as a user does, over runs made with the library. */

import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { MetricsWriter } from "../../run/metrics/metrics-writer.ts";
import { createRun } from "../../run/create-run.ts";
import { lockRun } from "../../run/lock/lock.ts";
import { saveCheckpoint } from "../../run/checkpoint/checkpoint.ts";
import { updateStatus } from "../../run/status.ts";
import type { JsonObject } from "../../file/json-document.ts";
import type { Run } from "../../run/layout.ts";
import { writeSummary } from "../../run/summary.ts";
import { windageIn } from "../windage.fixture.ts";

const folder = await mkdtemp(join(tmpdir(), "windage-runs-"));
afterAll(() => rm(folder, { recursive: true }));
const windage = windageIn(folder, { WINDAGE_RUNS: "" });

async function make(root: string, seed: number, config: JsonObject): Promise<Run> {
  const run = await createRun({ root: join(folder, root), task: "sim8", seed, config });
  await updateStatus(run, "running");
  const writer = new MetricsWriter(run);
  writer.append({ iteration: 1000, loss: seed / 3, modes: 12 });
  writer.close();
  await saveCheckpoint(run, { meta: { iteration: 1000 }, arrays: { w: Float32Array.of(1) } });
  return run;
}

const config = { alpha: 0.25, reward: { exponent: 3, floor: 0.001 }, hidden: [64, 64] };
const first = await make("runs", 1, config);
await updateStatus(first, "finished");
await writeSummary(first, {
  exact: { tv: 0.125 },
  limit: { klReverse: 0.01, tv: 0.05 },
  top: {
    sequences: [
      { sequence: "ACGT", score: 0.75 },
      { sequence: "TTTT", score: 0.5 },
    ],
  },
});
const second = await make("runs", 2, { ...config, reward: { exponent: 2, floor: 0.001 } });
await mkdir(join(folder, "runs", "junk"));

describe("windage runs list and show", () => {
  test("list shows states, what compares runs, and broken folders", async () => {
    const { code, out, err } = await windage("runs", "list");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`${first.id}  finished     0.25  0.1250  0.3333      1,000  `);
    expect(out).toContain(`${second.id}  interrupted  0.25          0.6667      1,000  `);
    expect(out).toMatch(/^run +state +α +TV +loss +iteration +updated\n/);
    expect(out).toMatch(/\njunk +broken\n/);
    expect(out).toMatch(/\nBroken\n {2}junk {2}it has no config.json\n/);
  });

  test("list as JSON, from anywhere, and where there is nothing", async () => {
    const [json, none] = await Promise.all([
      windageIn(tmpdir(), { WINDAGE_RUNS: join(folder, "runs") })("runs", "list", "--json"),
      windage("runs", "list", "--runs", "nowhere"),
    ]);
    const { root, runs } = JSON.parse(json.out);
    expect(root).toBe(join(folder, "runs"));
    expect(runs.map(({ state }: { state: string }) => state)).toEqual(["interrupted", "finished", "broken"]);
    expect(none.out).toBe(`No runs yet.\n\nRuns in ${join(folder, "nowhere")}\n`);
  });

  test("show prints configuration, state, last metrics and results", async () => {
    const [text, json] = await Promise.all([
      windage("runs", "show", first.id, "--all"),
      windage("runs", "show", "latest", "--json"),
    ]);
    for (const part of [
      "finished",
      "reward.exponent  3",
      "[64, 64]",
      "loss       0.3333",
      "exact.tv               0.125",
      "tv at limit.klReverse  0.05",
      "ACGT 0.75; TTTT 0.5",
    ]) {
      expect(text.out).toContain(part);
    }
    expect(JSON.parse(json.out)).toMatchObject({
      id: second.id,
      state: "interrupted",
      seed: 2,
      config: { alpha: 0.25 },
      last: { iteration: 1000, modes: 12 },
      metrics: { lines: 1, skipped: 0, torn: false },
      checkpoints: ["00000001.safetensors"],
      summary: null,
    });
  });

  test("show leads with what people know, and --explain says what the words mean", async () => {
    const { out, err } = await windage("runs", "show", first.id, "--explain");
    const lines = out.trimEnd().split("\n");
    expect(lines.length).toBeLessThan(20);
    expect(out).toMatch(/\n {2}misplaced +12\.5 of 100 samples \(total variation 0\.1250\)\n/);
    expect(out).toMatch(/\n {2}best sample +ACGT, score 0\.7500\n/);
    expect(out).toMatch(/\n {2}noise \(α\) +0\.25\n/);
    expect(out).not.toContain("reward.exponent");
    expect(lines.at(-1)).toContain(`"windage runs show ${first.id} --all"`);
    expect(err).toMatch(/^\n.*TV: the share of samples that would have to be exchanged/);
  });

  test("text in a run folder cannot steer the terminal", async () => {
    const run = await make("hostile", 1, { note: "\u001B]0;owned\u0007\u009B31m" });
    await updateStatus(run, "failed", { error: "bad\u001B[2J\nnews" });
    const { out } = await windage("runs", "show", "latest", "--runs", "hostile");
    // oxlint-disable-next-line no-control-regex -- the characters that must not be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/);
    expect(out).toContain(String.raw`failed: bad\u{1b}[2J\nnews`);
  });

  test("mistakes come with suggestions", async () => {
    const [typo, broken, ambiguous] = await Promise.all([
      windage("runs", "show", "sim8"),
      windage("runs", "show", "junk"),
      windage("runs", "show", "2", "--json"),
    ]);
    expect([typo.code, broken.code, ambiguous.code]).toEqual([2, 2, 2]);
    expect(typo.err).toContain(`did you mean ${[first.id, second.id].sort().toReversed().join(" or ")}?`);
    expect(broken.err).toContain("it has no config.json");
    expect(JSON.parse(ambiguous.out)).toMatchObject({ error: { code: "run/ambiguous" } });
  });
});

describe("windage runs diff", () => {
  test("names what differs and lays figures side by side", async () => {
    const [text, json] = await Promise.all([
      windage("runs", "diff", first.id, second.id),
      windage("runs", "diff", first.id, `./runs/${second.id}`, "--json"),
    ]);
    expect(text.out).toBe(`a  ${first.id}
b  ${second.id}

settings that differ  a  b  b − a
────────────────────  ─  ─  ─────
seed                  1  2     +1
reward.exponent       3  2     -1

last metrics       a       b    b − a
────────────  ──────  ──────  ───────
iteration      1,000   1,000
loss          0.3333  0.6667  +0.3333
modes             12      12

final evaluation                         a  b  b − a
─────────────────────  ───────────────────  ─  ─────
exact.tv                             0.125  –
limit.klReverse                       0.01  –
tv at limit.klReverse                 0.05  –
top.sequences          ACGT 0.75; TTTT 0.5  –
`);
    expect(JSON.parse(json.out)).toMatchObject({
      config: [
        { name: "seed", a: 1, b: 2 },
        { name: "reward.exponent", a: 3, b: 2 },
      ],
      summary: [
        { name: "exact.tv", a: 0.125, b: null },
        { name: "limit.klReverse", a: 0.01, b: null },
        { name: "limit.tv", a: 0.05, b: null },
        { name: "top.sequences" },
      ],
    });
  });
});

describe("windage runs rm and import", () => {
  test("rm deletes what is named in full, all or nothing, and not what is in use", async () => {
    const [one, two] = [await make("rm", 1, {}), await make("rm", 2, {})];
    const lock = await lockRun(two);
    const rm = (...words: string[]): ReturnType<typeof windage> =>
      windage("runs", "rm", "--runs", "rm", ...words);
    const refusals = await Promise.all([
      rm(one.id, "absent"),
      rm("latest"),
      rm(one.id.slice(0, -1)),
      rm(two.id),
      rm(first.folder),
      rm("."),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(refusals[2]?.err).toContain(`did you mean ${one.id}?`);
    expect(refusals[3]?.err).toContain("[run/locked]");
    expect(refusals[4]?.err).toContain("[run/outside-root]");
    // Beside the runs lies what was started there, in order.
    const runsThere = async (): Promise<string[]> =>
      (await readdir(join(folder, "rm"))).filter((name) => !name.startsWith(".")).sort();
    expect(await runsThere()).toEqual([one.id, two.id].sort());
    await lock.release();
    const { out } = await rm(one.id, `rm/${two.id}`, one.id, "--json");
    expect(JSON.parse(out)).toEqual({ removed: [one.id, two.id] });
    expect(await runsThere()).toEqual([]);
  });

  test("import copies a run, warns on stderr and refuses a second time", async () => {
    await writeFile(join(second.folder, "notes.txt"), "mine");
    const words = ["runs", "import", `runs/${second.id}`, "--runs", "in", "--as", "copy"];
    const imported = await windage(...words);
    expect(imported.code).toBe(0);
    expect(imported.out).toContain("Imported copy: 1 line of metrics, 1 checkpoint\n");
    expect(imported.err).toContain("here it counts as stopped");
    expect(imported.err).toContain("left out what is no part of a run: 1 file or folder");
    const [again, stranger] = await Promise.all([windage(...words), windage("runs", "import", ".")]);
    expect([again.code, stranger.code]).toEqual([2, 2]);
    expect(again.err).toContain("[run/exists]");
    expect(stranger.err).toContain("it has no config.json");
  });
});
