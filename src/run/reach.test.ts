/** What is asked for trust is told in full, and no setting that opens something can be forgotten. */
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { JsonObject } from "../file/json-document.ts";
import { inLibrary, inWords } from "../wording.ts";
import { defaultConfig, openingSettings, recordSpecs } from "./config/config.ts";
import { reachesOf, tellReaches } from "./reach.ts";
import { createRun } from "./create-run.ts";
import { requireTrust } from "./trust.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "windage-reach-"));
  vi.stubEnv("WINDAGE_DATA", join(folder, "data"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const tell = async (config: JsonObject): Promise<string> =>
  (await tellReaches(reachesOf({ ...defaultConfig, ...config }))).join("\n");

const opening = openingSettings.map(([name]) => name);

/** Settings of free text or content that open nothing, and those that are told beside another. */
const openNothing = [
  "oracleVersion",
  "alphabet",
  "motifWords",
  "profileName",
  "sequenceColumn",
  "scoreColumn",
  "objective",
];
const toldBeside = ["folder", "oracleHeader", "oracleQuery"];

/** Whether a setting could name something; numbers, choices and yes or no cannot. */
function isFree(name: string): boolean {
  const spec = recordSpecs[name]!;
  if (spec.kind === "list") return spec.of === "entry";
  return !["integer", "number", "boolean", "choice"].includes(spec.kind);
}

test("every setting that could name something is told, or is known to open nothing", () => {
  const free = Object.keys(defaultConfig).filter((name) => isFree(name));
  expect(free.sort()).toEqual([...opening, ...openNothing, ...toldBeside].sort());
});

/** A run that names everything at once. */
const everything = {
  task: "/elsewhere/evil.mjs",
  oracleCommand: ["python3", "-u", "score.py"],
  folder: "/elsewhere/work",
  oracleUrl: "http://example.org/score",
  oracleHeader: ["Authorization=SCORE_TOKEN"],
  oracleQuery: ["key=SCORE_KEY"],
  table: "/elsewhere/table.txt",
  conditionTable: ["warm=/elsewhere/warm.txt", "/elsewhere/cold.txt"],
  oracleCsv: "/elsewhere/kd.csv",
  dataset: "/elsewhere/dataset.csv",
  noiseMatrix: "/elsewhere/noise.csv",
  profile: "/elsewhere/motifs.meme",
};

test("all of it is told, not the first, when trust is asked for and when it is given", async () => {
  expect(Object.keys(everything).sort()).toEqual([...opening, ...toldBeside].sort());
  const config = { ...defaultConfig, ...everything } as unknown as JsonObject;
  const run = await createRun({ root: join(folder, "runs"), task: "mine", seed: 0, config });
  await rm(join(run.folder, "signature"));
  const refused = await requireTrust(run, { trust: false }).catch((error: Error) => error.message);
  const granted = inWords((await requireTrust(run, { trust: true })) ?? "", inLibrary);
  const wanted = Object.values(everything)
    .flat()
    .map((text) => text.replace(/^.*=/, ""));
  for (const said of [refused, granted]) for (const text of wanted) expect(said).toContain(text);
  expect(refused).toContain("read and add to the scores that you keep in");
});

test("a URL beside two files names all three", async () => {
  const said = await tell({
    oracleUrl: "http://example.org",
    dataset: "/etc/passwd",
    noiseMatrix: "/etc/hostname",
  });
  expect(said).toContain('send sequences to "http://example.org"');
  expect(said).toContain('read the file "/etc/passwd"');
  expect(said).toContain('read the file "/etc/hostname"');
});

test("paths are whole, with whose they are and where links lead", async () => {
  const work = join(folder, "work");
  await mkdir(work);
  await writeFile(join(work, "score.py"), "");
  await writeFile(join(work, "run.sh"), "#!/bin/sh\n");
  await chmod(join(work, "run.sh"), 0o755);
  await symlink("/proc/version", join(work, "data.csv"));
  const program = await tell({
    oracleCommand: ["./run.sh", "score.py", "100"],
    folder: work,
    keepScores: "own",
  });
  expect(program).toBe(
    `start the program ["./run.sh","score.py","100"] in the folder ${JSON.stringify(work)} (${JSON.stringify(join(work, "run.sh"))} yours, ${JSON.stringify(work)} yours, ${JSON.stringify(join(work, "score.py"))} yours)`,
  );
  const system = await tell({ oracleCommand: ["sh"], folder: work });
  expect(system).toMatch(/"\/[^"]*\/sh" (?:yours|the system's)/);
  const link = await tell({ dataset: join(work, "data.csv") });
  expect(link).toMatch(/data\.csv" \((?:yours|the system's) and leads to "\/proc\/version"\)/);
  expect(await tell({ dataset: "relative.csv" })).toBe(
    `read the file ${JSON.stringify(join(process.cwd(), "relative.csv"))} (not there)`,
  );
});
