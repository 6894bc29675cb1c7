/** Runs that would learn nothing: stopped before they start, or told so; and scores of a CSV that are mapped first. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { asFlags } from "../config/run-options.ts";
import { said as typedNotes } from "../config/typed.fixture.ts";
import type { ExperimentConfig } from "../config/config.ts";
import { smallConfig, smallRun } from "../config/small-run.fixture.ts";
import { notesOfSparse } from "../config/flat-rewards.ts";
import { openWorld } from "../../world/open-world.ts";
import { Reward } from "../../landscape/reward.ts";
import type { Run } from "../layout.ts";
import { trainRun } from "./train-run.ts";

const folder = mkdtempSync(join(tmpdir(), "windage-flat-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = join(folder, "runs");
const quiet = { onProgress: () => undefined, say: asFlags };
const csv = join(folder, "assay.csv");
writeFileSync(csv, "name;Oligo;Kd (nM)\na;ACG;10\nb;GGG;1000\nc;TTT;0,5\nd;CCC;5\n");

function file(changes: Partial<ExperimentConfig> = {}): ExperimentConfig {
  return smallConfig({ oracleCsv: csv, missing: "floor", iterations: 5, samples: 64, ...changes });
}

async function refused(config: ExperimentConfig): Promise<{ readonly message: string; readonly run: Run }> {
  const run = await smallRun(root, config);
  const error: unknown = await trainRun(run, quiet).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "run/flat-rewards" });
  return { message: (error as Error).message, run };
}

describe("before it starts, a run is refused", () => {
  test("where most sequences are not in the file, unless that is meant", async () => {
    const { message, run } = await refused(file());
    expect(message).toMatch(/smallest reward \(0\.001\) for \d+ of 2048 random objects/);
    expect(message).toContain(`use "windage design ${csv}"`);
    expect(existsSync(run.folder)).toBe(false);
    await expect(trainRun(await smallRun(root, file({ sparse: true })), quiet)).resolves.toMatchObject({
      finished: true,
    });
  });

  test("where most of the target is what a file does not list, whatever that scores", async () => {
    // Ranks 1, 1/2, 1/3 and 1/4 beside 60 sequences that are assumed to score as the worst of them: 15 of 17.1.
    const ranked = file({ minimize: true, utility: "rank", missing: 1000, beta: 1, floor: 1e-5 });
    const { message, run } = await refused(ranked);
    expect(message).toContain("got 87.8 % of the target on the 60 sequences that a file of 4 does not list");
    expect(message).toContain(`use "windage design ${csv}"`);
    expect(existsSync(run.folder)).toBe(false);
    const said: string[] = [];
    const all = await trainRun(await smallRun(root, { ...ranked, sparse: true }), {
      ...quiet,
      onWarning: (text) => said.push(text),
    });
    expect(all.finished).toBe(true);
    expect(said).toContainEqual(
      expect.stringMatching(/^--sparse: there is 87\.8 % of the target on the 60 /),
    );
  });

  test("also where sequences have several lengths", async () => {
    const lengths = { minLength: 2, maxLength: 4, missing: 10, beta: 1 };
    const { message } = await refused(file(lengths));
    // 4² + 4³ + 4⁴ − 4 sequences that score 10, beside scores that sum to 1015.5.
    expect(message).toContain("on the 332 sequences");
    const several = file({ ...lengths, missing: 0.1, beta: 1 });
    await expect(trainRun(await smallRun(root, several), quiet)).resolves.toMatchObject({ finished: true });
  });

  test("but not with --sparse, which is said to do nothing where nothing would be refused", () => {
    const reward = new Reward({ exponent: 1, floor: 0.001 });
    const dense = { scores: Float64Array.of(1, 2, 0) };
    const flat = { scores: Float64Array.of(1, 0, 0) };
    expect(typedNotes(notesOfSparse(file({ sparse: true }), { reward }, dense))).toEqual([
      expect.stringContaining("--sparse: has no effect"),
    ]);
    expect(notesOfSparse(file({ sparse: true }), { reward }, flat)).toEqual([]);
    expect(notesOfSparse(file(), { reward }, dense)).toEqual([]);
  });

  test("but not with an exponent of 0, whose uniform target is said once", async () => {
    const run = await smallRun(root, file({ beta: 0, sparse: false }));
    const said: string[] = [];
    await trainRun(run, { ...quiet, onWarning: (text) => said.push(text) });
    expect(said).toContainEqual(
      expect.stringContaining("--beta 0: all rewards are 1, so the target is the uniform law"),
    );
    const heard = said.length;
    await trainRun(run, { ...quiet, resume: true, onWarning: (text) => said.push(text) });
    expect(said.slice(heard).join()).not.toContain("--beta 0");
  });

  test("where a module scores nothing above 0, and what it answered is kept", async () => {
    const task = join(folder, "negative.mjs");
    const index = join(import.meta.dirname, "../../index.ts");
    writeFileSync(
      task,
      `import { sequenceEnvironment } from ${JSON.stringify(index)};
       export default {
         environment: sequenceEnvironment({ alphabet: "AC", minLength: 1, maxLength: 9 }),
         landscape: { name: "dG", enumerable: false, score: async (all) => Float64Array.from(all, (s) => -s.length) },
       };`,
    );
    const { message, run } = await refused(
      smallConfig({ task, alphabet: null, alpha: null, missing: "error" }),
    );
    expect(message).toMatch(/scores of 0 and below for all 64 random objects \(from -9 to -1\)/);
    expect(message).toContain("exp(−ΔG/RT)");
    const lines = readFileSync(join(run.folder, "scores.jsonl"), "utf8").trim().split("\n");
    expect(lines.length).toBeGreaterThan(20);
  });
});

describe("scores of a file", () => {
  const score = async (changes: Partial<ExperimentConfig>, sequences: readonly string[]) => {
    const world = await openWorld(file(changes), folder);
    const scores = await world.landscape.score(sequences);
    await world.dispose();
    return Array.from(scores);
  };

  test("are turned, ranked and found in the columns that are named", async () => {
    const all = ["TTT", "CCC", "ACG", "GGG", "AAA"];
    expect(await score({}, all)).toEqual([0.5, 5, 10, 1000, 0]);
    const ranked = { minimize: true, utility: "rank" } as const;
    expect(await score(ranked, all)).toEqual([1, 1 / 2, 1 / 3, 1 / 4, 0]);
    // What is not listed is given as it would be measured.
    expect((await score({ ...ranked, missing: 1000 }, all)).at(-1)).toBe(1 / 4);
    expect(
      await score({ log: true, minimize: true, sequenceColumn: "2", scoreColumn: "kd (nm)" }, all),
    ).toEqual([-Math.log10(0.5), -Math.log10(5), -1, -3, 0]);
    await expect(score({ scoreColumn: "IC50" }, all)).rejects.toThrow("IC50");
  });
});
