/**
 * The folder of a comparison: the plan in comparison.json, one file per finished job, and whatever tables and plots are
 * made of them. Every file is whole or not there, so a comparison can be killed at any moment and go on.
 */
import { createHash } from "node:crypto";
import { lstat, readdir, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { WindageError } from "../../error.ts";
import { makeFolder, removeTemporaries, writeError, writeDocument } from "../../file/durable-write.ts";
import { isPlainFolder, readSmallText } from "../../file/folder-file.ts";
import { systemCode } from "../../file/system-code.ts";
import { broken, parseObject, type JsonObject } from "../../file/json-document.ts";
import { MAX_JSON_BYTES, runFiles, runsRoot } from "../layout.ts";
import { hasScores } from "../../landscape/source/score-journal.ts";
import { makeRunId } from "../run-id.ts";
import { reachesOf, tellReaches, type Reach } from "../reach.ts";
import { isSigned, sign } from "../trust.ts";
import { windageVersion } from "../../file/windage-version.ts";
import type { JobKey, JobResult } from "../../comparison/job-result.ts";
import { checkPlan, jobsOf, planDifferences } from "../../comparison/plan.ts";
import type { ComparisonPlan } from "../../comparison/plan.ts";

/** Names inside the folder. */
const files = { plan: "comparison.json", jobs: "jobs", scores: "scores", underWay: "under-way" } as const;
const format = "windage-comparison";

/** A comparison in its folder, with its plan. */
export interface ComparisonFolder {
  readonly folder: string;
  readonly plan: ComparisonPlan;
  /** Tells a job of this plan from one that was copied here from elsewhere. */
  readonly digest: string;
  /** Whether it had been there before. */
  readonly resumed: boolean;
}

/** The folder of comparisons, beside that of the runs. */
export function comparisonsRoot(): string {
  return join(dirname(runsRoot()), "comparisons");
}

/** A new folder there, for a comparison on `task`. */
export function newComparisonFolder(task: string): string {
  return join(comparisonsRoot(), makeRunId(task, new Date()));
}

/** Makes the folder of a plan, or finds it there with the same plan. */
export async function createComparison(folder: string, plan: ComparisonPlan): Promise<ComparisonFolder> {
  const path = resolve(folder);
  const there = await findComparison(path);
  if (there !== undefined) {
    const differences = planDifferences(there.plan, plan);
    if (differences.length === 0) {
      // Whoever types the whole plan has said that it is theirs.
      await signPlan(path, there.document);
      return there;
    }
    const more = differences.length > 5 ? `\n  and ${differences.length - 5} more` : "";
    throw new WindageError(
      "run/other-comparison",
      (say) =>
        `${folder}: got another plan than the comparison in this folder has. It differs in\n  ${differences.slice(0, 5).join("\n  ")}${more}\nChoose another folder with ${say("out")}, or go on with the one that is there with ${say("resume", folder)}.`,
    );
  }
  checkPlan(plan);
  await refuseForeign(folder);
  await makeJobsFolder(path, "No comparison was begun.");
  const created = new Date().toISOString();
  await signPlan(path, plan as unknown as JsonObject);
  await writeDocument(join(path, files.plan), {
    format,
    version: 1,
    created,
    windage: windageVersion(),
    plan,
  });
  return { folder: path, plan, digest: digestOf(plan), resumed: false };
}

/** What a plan would do beyond this library and its own folder, each thing once; empty where it stays inside. */
function reachesOfPlan(plan: JsonObject): readonly Reach[] {
  const methods = plan["methods"] as readonly { readonly config: JsonObject }[];
  return methods.flatMap(({ config }) => reachesOf(config));
}

async function signPlan(folder: string, document: JsonObject): Promise<void> {
  if (reachesOfPlan(document).length > 0) await sign({ folder, document });
}

/** Tables and plots replace files of their names, so a folder with anything else in it is not written to. */
async function refuseForeign(folder: string): Promise<void> {
  const own = new Set<string>([
    files.jobs,
    files.scores,
    files.underWay,
    runFiles.signature,
    runFiles.inputs,
  ]);
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return;
    throw writeError(folder, cause, "No comparison was begun.");
  }
  const other = names.find((name) => !own.has(name) && !name.startsWith("."));
  if (other === undefined) return;
  throw new WindageError(
    "run/folder-in-use",
    (say) =>
      `${folder}: got a folder with something else in it, such as ${JSON.stringify(other)}, expected a new or an empty one, since files there might be replaced; choose another folder with ${say("out")}.`,
  );
}

async function makeJobsFolder(folder: string, intact: string): Promise<void> {
  const path = join(folder, files.jobs);
  await makeFolder(path, intact);
  // Through a link, results would be written and leftovers removed somewhere else.
  if (!(await isPlainFolder(path))) throw broken(path, "it is not a folder itself");
}

/** Opens the comparison in a folder, to go on with it. */
export async function openComparison(folder: string): Promise<ComparisonFolder> {
  const found = await findComparison(resolve(folder));
  if (found !== undefined) {
    const reaches = reachesOfPlan(found.document);
    if (reaches.length === 0 || (await isSigned(found))) return found;
    const told = await tellReaches(reaches);
    throw new WindageError(
      "run/untrusted",
      (say) =>
        `${folder}: this comparison was not begun by you on this machine, and it would\n  ${told.join("\n  ")}\nLook at its ${files.plan}, and if that is what you want, go on with the command that began it and ${say("out", folder)}.`,
    );
  }
  throw new WindageError(
    "run/no-comparison",
    (say) =>
      `${say("resume")}: got "${folder}", expected the folder of a comparison, with ${files.plan} in it; check the path.`,
  );
}

/** A comparison with its plan as the file has it. */
interface FoundComparison extends ComparisonFolder {
  readonly document: JsonObject;
}

/** The comparison in a folder as it is there, to be looked at only. */
export async function lookAtComparison(folder: string): Promise<ComparisonFolder> {
  const found = await readPlanIn(folder);
  if (found !== undefined) return found;
  throw new WindageError(
    "run/no-comparison",
    `${folder}: got no ${files.plan} in it, expected the folder of a comparison; check the path.`,
  );
}

/** The same, ready to be gone on with. */
async function findComparison(folder: string): Promise<FoundComparison | undefined> {
  const found = await readPlanIn(folder);
  if (found === undefined) return undefined;
  await makeJobsFolder(folder, "The comparison is unchanged.");
  for (const name of [files.scores, files.underWay]) await checkJobFolders(join(folder, name));
  return found;
}

async function readPlanIn(folder: string): Promise<FoundComparison | undefined> {
  const path = join(folder, files.plan);
  const text = await readSmallText(path, MAX_JSON_BYTES);
  if (text === undefined) return undefined;
  const document = parseObject(text, path);
  if (document["format"] !== format || document["version"] !== 1) {
    throw broken(path, `its format and version are not "${format}" and 1`);
  }
  const { readPlan, writtenPlan } = await import("./read-plan.ts");
  const written = writtenPlan(path, document);
  const plan = readPlan(path, written);
  return { folder, plan, digest: digestOf(written), resumed: true, document: written };
}

/**
 * What is kept per job: folders themselves, or what is paid for would go elsewhere through a link, and what is done with
 * would be deleted there.
 */
async function checkJobFolders(path: string): Promise<void> {
  const facts = await lstat(path).catch(() => undefined);
  if (facts === undefined) return;
  if (!facts.isDirectory()) throw broken(path, "it is not a folder itself");
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (!entry.isDirectory()) throw broken(join(path, entry.name), "it is not a folder itself");
  }
}

/** Takes back a comparison of which nothing has run; scores that were paid for and files of others in its folder stay. */
export async function discardComparison(comparison: ComparisonFolder): Promise<void> {
  const { folder, plan } = comparison;
  const journals = jobsOf(plan).map((key) => join(scoresFolder(comparison, key), runFiles.scores));
  for (const journal of journals) if (!(await hasScores(journal))) await rm(journal, { force: true });
  for (const name of [files.plan, runFiles.signature, runFiles.inputs])
    await rm(join(folder, name), { force: true });
  const empty = [...journals.map(dirname), join(folder, files.scores), join(folder, files.jobs), folder];
  for (const path of empty) await rmdir(path).catch(() => undefined);
}

/** Removes what a killed writer left behind; only for whoever holds the lock. */
export async function tidyComparison({ folder }: ComparisonFolder): Promise<void> {
  await removeTemporaries(folder);
  await removeTemporaries(join(folder, files.jobs));
}

/** Where scores of a job are kept, if they cost something. */
export function scoresFolder(comparison: ComparisonFolder, key: JobKey): string {
  return join(comparison.folder, files.scores, jobName(comparison.plan, key));
}

/** Where a job is put away while it runs. */
export function underWayFolder(comparison: ComparisonFolder, key: JobKey): string {
  return join(comparison.folder, files.underWay, jobName(comparison.plan, key));
}

/** A job without a result that can be used; `problem` says what is wrong with its file, where it has one. */
export interface UnfinishedJob {
  readonly key: JobKey;
  readonly problem?: string;
}

/** What the jobs of a comparison have come to so far. */
export interface ComparisonResults {
  readonly results: readonly JobResult[];
  readonly unfinished: readonly UnfinishedJob[];
}

/** Reads the results of all jobs of a comparison, finished or not. */
export async function readResults(comparison: ComparisonFolder): Promise<ComparisonResults> {
  const results: JobResult[] = [];
  const unfinished: UnfinishedJob[] = [];
  for (const key of jobsOf(comparison.plan)) {
    const found = await readJob(comparison, key);
    if (found !== undefined && "result" in found) results.push(found.result);
    else unfinished.push({ key, ...found });
  }
  return { results, unfinished };
}

/** The result of a job: kept, not there yet, or in a file that cannot be used. */
export type KeptJob = { readonly result: JobResult } | { readonly problem: string } | undefined;

/** The result of a job; undefined where it has none yet. */
export async function readJob(comparison: ComparisonFolder, key: JobKey): Promise<KeptJob> {
  const path = jobPath(comparison, key);
  try {
    const text = await readSmallText(path, MAX_JSON_BYTES);
    if (text === undefined) return undefined;
    const { readJobResult } = await import("./job-file.ts");
    return { result: readJobResult(basename(path), text, key, comparison) };
  } catch (error) {
    if (error instanceof WindageError) return { problem: error.message };
    throw error;
  }
}

/** Keeps the result of a job, which is then no longer under way. */
export async function writeJob(comparison: ComparisonFolder, result: JobResult): Promise<void> {
  await writeDocument(jobPath(comparison, result), {
    format: "windage-job",
    version: 1,
    plan: comparison.digest,
    result,
  });
  await forgetUnderWay(comparison, result);
}

/** Removes what was put away of a job that is finished. */
export async function forgetUnderWay(comparison: ComparisonFolder, key: JobKey): Promise<void> {
  await rm(underWayFolder(comparison, key), { recursive: true, force: true });
  await rmdir(join(comparison.folder, files.underWay)).catch(() => undefined);
}

function jobPath(comparison: ComparisonFolder, key: JobKey): string {
  return join(comparison.folder, files.jobs, `${jobName(comparison.plan, key)}.json`);
}

/** A file name for a job, such as 1-sdb-noise0.25-seed0; the number keeps labels apart that differ in signs only. */
function jobName({ methods }: ComparisonPlan, { method, alpha, seed }: JobKey): string {
  const number = 1 + methods.findIndex(({ label }) => label === method);
  const words = method
    .replaceAll(/[^A-Za-z0-9.]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "")
    .slice(0, 40);
  return [number, ...(words === "" ? [] : [words]), `noise${alpha}`, `seed${seed}`].join("-");
}

/** Of the plan as it is in comparison.json: what later versions fill in when they read it changes nothing. */
function digestOf(plan: unknown): string {
  return createHash("sha256").update(JSON.stringify(plan)).digest("hex").slice(0, 16);
}
