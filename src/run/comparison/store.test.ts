/** The folder of a comparison: what is kept is found again, and what is not ours is neither used nor harmed. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { defaultConfig } from "../config/config.ts";
import type { JsonObject } from "../../file/json-document.ts";
import type { JobResult } from "../../comparison/job-result.ts";
import type { ComparisonPlan } from "../../comparison/plan.ts";
import { madeUpResults } from "../../comparison/results.fixture.ts";
import { runsRoot } from "../layout.ts";
import { checkComparisonInputs } from "./comparison-inputs.ts";
import { jobKeeper } from "./job-keeper.ts";
import {
  createComparison,
  newComparisonFolder,
  openComparison,
  readJob,
  readResults,
  writeJob,
} from "./store.ts";

const root = mkdtempSync(join(tmpdir(), "windage-store-"));
afterAll(() => rm(root, { recursive: true, force: true }));

let made = 0;

test("in a clone of the repository git passes over the folders that runs and comparisons are kept in", () => {
  const repository = fileURLToPath(new URL("../../../", import.meta.url));
  const ignored = readFileSync(join(repository, ".gitignore"), "utf8").split("\n");
  for (const folder of [runsRoot(undefined, {}), dirname(newComparisonFolder("sim8"))])
    expect(ignored).toContain(`/${relative(process.cwd(), folder)}/`);
});

function fresh(): string {
  return join(root, String(made++));
}

const plan: ComparisonPlan = {
  task: "sim8",
  methods: [
    { label: "sdb", baseline: null, settings: {}, config: { ...defaultConfig, onPolicy: 64 } },
    { label: "mh", baseline: "mh", settings: { chains: 16 }, config: defaultConfig },
  ],
  noise: [0.1],
  seeds: [0, 1],
  calls: 200_000,
  steps: null,
  window: 100,
  points: 12,
  samples: 64,
};
const [result] = madeUpResults(["sdb", "mh"], [0.1], 2) as [JobResult];

/** A folder with one finished job, and the path of its file. */
async function withJob(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = fresh();
  await writeJob(await createComparison(folder, plan), result);
  return { folder, file: join(folder, "jobs", "1-sdb-noise0.1-seed0.json") };
}

function edit(file: string, change: (document: Record<string, JsonObject>) => void): void {
  const document = JSON.parse(readFileSync(file, "utf8")) as Record<string, JsonObject>;
  change(document);
  delete document["check"];
  writeFileSync(file, JSON.stringify(document).replaceAll('"1e999"', "1e999"));
}

test("what was written is used by whoever opens the folder later, and by the same plan again", async () => {
  const { folder } = await withJob();
  for (const comparison of [await openComparison(folder), await createComparison(folder, plan)]) {
    expect(comparison.resumed).toBe(true);
    expect(await readJob(comparison, result)).toEqual({ result });
  }
});

test("results are read job by job, and what has none is told with the reason", async () => {
  const { folder, file } = await withJob();
  const jobs = plan.methods.length * plan.noise.length * plan.seeds.length;
  const found = await readResults(await openComparison(folder));
  expect(found.results).toEqual([result]);
  expect(found.unfinished).toHaveLength(jobs - 1);
  expect(found.unfinished.every(({ problem }) => problem === undefined)).toBe(true);
  writeFileSync(file, "{");
  const torn = await readResults(await openComparison(folder));
  expect(torn.results).toEqual([]);
  expect(torn.unfinished.flatMap(({ problem }) => problem ?? [])).toHaveLength(1);
});

test("a setting that a plan leaves open is no difference to the same plan from its folder", async () => {
  const folder = fresh();
  const open = { ...plan.methods[0]!.config, runs: undefined };
  const methods = [{ ...plan.methods[0]!, config: open }, plan.methods[1]!];
  await writeJob(await createComparison(folder, { ...plan, methods }), result);
  expect(await readJob(await openComparison(folder), result)).toEqual({ result });
});

describe("a job's file is not used", () => {
  const changes: Record<string, [(result: Record<string, unknown>) => void, string]> = {
    "with another method's figures": [(r) => (r["method"] = "mh"), 'its method is not "sdb"'],
    "with a text for a figure": [
      (r) => (r["metrics"] = { tv: "0.1" }),
      '"metrics.tv" is "0.1", expected a number or null',
    ],
    "with an endless figure": [(r) => (r["metrics"] = { tv: "1e999" }), '"metrics.tv" is'],
    "with a figure whose square is endless": [(r) => (r["limit"] = { tv: 1e308 }), '"limit.tv" is 1e+308'],
    "with an unknown figure": [
      (r) => (r["metrics"] = { luck: 1 }),
      '"metrics" is {"luck":1}, expected metrics by name',
    ],
    "with endless seconds": [(r) => (r["seconds"] = "1e999"), "expected a number of at least 0"],
    "with less than no seconds": [(r) => (r["seconds"] = -1), "expected a number of at least 0"],
    "with more calls than there were": [(r) => (r["oracleCalls"] = 200_001), "more than the budget"],
    "with too long a curve": [
      (r) => (r["curve"] = Array.from({ length: 14 }, () => ({}))),
      "more points than were asked for",
    ],
    "with a curve out of order": [
      (r) => (r["curve"] = (r["curve"] as unknown[]).toReversed()),
      "out of order",
    ],
  };
  test.each(Object.entries(changes))("%s", async (_, [change, problem]) => {
    const { folder, file } = await withJob();
    edit(file, (document) => change(document["result"] as Record<string, unknown>));
    const kept = await readJob(await openComparison(folder), result);
    expect(kept).toMatchObject({ problem: expect.stringContaining(problem) as string });
  });

  test("from another plan", async () => {
    const { file } = await withJob();
    const other = await createComparison(fresh(), { ...plan, calls: 300_000 });
    writeFileSync(join(other.folder, "jobs", "1-sdb-noise0.1-seed0.json"), readFileSync(file));
    expect(await readJob(other, result)).toMatchObject({
      problem: expect.stringContaining("another plan") as string,
    });
  });
});

describe("a plan from a folder is refused", () => {
  const changes: Record<string, [(plan: Record<string, unknown>) => void, string]> = {
    "with noise beyond 1": [(p) => (p["noise"] = [7]), "from 0 to 1"],
    "with half a seed": [(p) => (p["seeds"] = [0.5]), "whole number"],
    "with a seed twice": [(p) => (p["seeds"] = [1, 1]), "twice"],
    "with a window beyond memory": [(p) => (p["window"] = 1e15), "whole number"],
    "with no samples": [(p) => (p["samples"] = 0), "whole number"],
    "with a label twice": [
      (p) => (p["methods"] = [(p["methods"] as unknown[])[0], (p["methods"] as unknown[])[0]]),
      "twice",
    ],
    "with another target for one method": [
      (p) => ((p["methods"] as { config: { beta: number } }[])[1]!.config.beta = 1),
      "another beta",
    ],
  };
  test.each(Object.entries(changes))("%s", async (_, [change, problem]) => {
    const { folder } = await withJob();
    edit(join(folder, "comparison.json"), (document) => change(document["plan"] as Record<string, unknown>));
    await expect(openComparison(folder)).rejects.toThrow(problem);
  });
});

test("a folder with files of others is left as it is", async () => {
  const folder = fresh();
  await mkdir(folder);
  writeFileSync(join(folder, ".hidden"), "");
  await createComparison(folder, plan);
  await rm(join(folder, "comparison.json"));
  writeFileSync(join(folder, "table.csv"), "precious");
  await expect(createComparison(folder, plan)).rejects.toThrow("something else in it");
  expect(readFileSync(join(folder, "table.csv"), "utf8")).toBe("precious");
});

test("jobs are not kept through a link", async () => {
  const { folder } = await withJob();
  await rm(join(folder, "jobs"), { recursive: true });
  symlinkSync(root, join(folder, "jobs"));
  await expect(openComparison(folder)).rejects.toThrow("not a folder itself");
});

test.each(
  ["scores", "under-way"].flatMap((name) => [
    [name, ""],
    [name, "1-sdb-noise0.1-seed0"],
  ]),
)("nothing of a job is kept, nor removed, through a link: %s/%s", async (name, job) => {
  const { folder } = await withJob();
  if (job !== "") await mkdir(join(folder, name));
  symlinkSync(root, join(folder, name, job));
  await expect(openComparison(folder)).rejects.toThrow("not a folder itself");
  await expect(createComparison(folder, plan)).rejects.toThrow("not a folder itself");
});

test.each([
  ["a link", (path: string) => symlinkSync(root, path)],
  ["a pipe", (path: string) => execFileSync("mkfifo", [path])],
  ["a folder", (path: string) => mkdirSync(path)],
  ["bytes of another kind", (path: string) => writeFileSync(path, "no checkpoint")],
])("%s in the place of a checkpoint of a job under way: the job begins anew", async (_, make) => {
  const folder = fresh();
  const comparison = await createComparison(folder, plan);
  const warnings: string[] = [];
  const keeper = jobKeeper(comparison, result, (text) => warnings.push(text));
  const checkpoints = join(folder, "under-way", "1-sdb-noise0.1-seed0", "checkpoint");
  await mkdir(checkpoints, { recursive: true });
  make(join(checkpoints, "00000001.safetensors"));
  expect(await keeper.load()).toBeUndefined();
  expect(warnings.join("\n")).toMatch(/^the job of "sdb".* begins anew: .*00000001/s);
  await keeper.save({ meta: { some: "state" }, arrays: {} });
  expect(await keeper.load()).toEqual({ meta: { some: "state" }, arrays: {} });
});

test("a changed input is refused by a comparison that goes on, unless told", async () => {
  const folder = fresh();
  const csv = join(root, "assay.csv");
  writeFileSync(csv, "sequence,score\nAC,1\n");
  const [sdb] = plan.methods;
  const reading = {
    ...plan,
    methods: [{ ...sdb!, config: { ...sdb!.config, oracleCsv: csv, alphabet: "ACGT" } }],
  };
  expect(await checkComparisonInputs(await createComparison(folder, reading), false)).toEqual([]);
  expect(await checkComparisonInputs(await openComparison(folder), false)).toEqual([]);
  writeFileSync(csv, "sequence,score\nAC,2\n");
  const again = await openComparison(folder);
  await expect(checkComparisonInputs(again, false)).rejects.toMatchObject({ code: "run/inputs-changed" });
  expect(await checkComparisonInputs(again, true)).toEqual([
    expect.stringContaining("its oracleCsv has changed since it began"),
  ]);
});

test("a comparison that reaches out goes on for whoever began it, or types it again", async () => {
  const folder = fresh();
  const [sdb] = plan.methods;
  const reaching = {
    ...plan,
    methods: [{ ...sdb!, config: { ...sdb!.config, oracleCsv: "/data/assay.csv", alphabet: "ACGT" } }],
  };
  await createComparison(folder, reaching);
  expect((await openComparison(folder)).resumed).toBe(true);
  await rm(join(folder, "signature"));
  await expect(openComparison(folder)).rejects.toMatchObject({
    code: "run/untrusted",
    message: expect.stringContaining('read the file "/data/assay.csv"') as string,
  });
  await createComparison(folder, reaching);
  expect((await openComparison(folder)).resumed).toBe(true);
});
