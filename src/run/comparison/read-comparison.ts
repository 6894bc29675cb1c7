/**
 * Comparisons, read from outside: what there is, how far each has come, and what its finished jobs gave. Nothing is
 * written and nothing that a plan names is opened, so that one from elsewhere needs no trust to be looked at.
 */
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobKey, JobResult } from "../../comparison/job-result.ts";
import { jobsOf, type ComparisonPlan } from "../../comparison/plan.ts";
import { summarise, type Comparison } from "../../comparison/summarise.ts";
import { WindageError } from "../../error.ts";
import { isPlainFolder } from "../../file/folder-file.ts";
import { comparisonsRoot, lookAtComparison, readJob, type ComparisonFolder } from "./store.ts";

/** A comparison as far as it has come. */
export interface ComparisonReading {
  readonly folder: string;
  readonly plan: ComparisonPlan;
  readonly results: readonly JobResult[];
  /** Jobs without a result that can be used, with what is wrong with a file that is there. */
  readonly unfinished: readonly { readonly key: JobKey; readonly problem?: string }[];
  /** The figures over seeds, against the first method that has finished a job; null before any has. */
  readonly table: Comparison | null;
}

/** A folder among the comparisons that cannot be used, and why. */
export interface BrokenComparison {
  readonly folder: string;
  readonly problem: string;
}

/** Reads the comparison in a folder: its plan, results, table, and what is unfinished. */
export async function readComparison(folder: string): Promise<ComparisonReading> {
  const found = await lookAtComparison(resolve(folder));
  const reader = new JobReader(found);
  for (const _ of await reader.look());
  return reader.reading();
}

/** All comparisons in a folder of them (beside the runs unless told), last name first. */
export async function listComparisons(
  root = comparisonsRoot(),
): Promise<readonly (ComparisonReading | BrokenComparison)[]> {
  const names = await readdir(root, { withFileTypes: true }).catch(() => []);
  const found: (ComparisonReading | BrokenComparison)[] = [];
  for (const entry of names.sort((a, b) => (a.name < b.name ? 1 : -1))) {
    if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
    const folder = join(root, entry.name);
    found.push(
      await readComparison(folder).catch((error: unknown) => {
        if (error instanceof WindageError) return { folder, problem: error.message };
        throw error;
      }),
    );
  }
  return found;
}

/** What is heard of a comparison that is followed. */
export type ComparisonEvent =
  | { readonly kind: "waiting"; readonly reason: string }
  | { readonly kind: "comparison"; readonly plan: ComparisonPlan }
  | { readonly kind: "result"; readonly result: JobResult }
  | { readonly kind: "complete"; readonly comparison: ComparisonReading };

/** How it is followed. */
export interface FollowComparisonOptions {
  /** Ends the following, without an error. */
  readonly signal?: AbortSignal;
  /** Milliseconds between two looks; 1,000 unless given. */
  readonly everyMs?: number;
}

/** Follows a comparison until every job has its result: each is told once, and its file read once. */
export async function* followComparison(
  folder: string,
  { signal, everyMs = 1000 }: FollowComparisonOptions = {},
): AsyncGenerator<ComparisonEvent, void, undefined> {
  let reader: JobReader | undefined;
  let waiting = "";
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped()) {
    try {
      if (reader === undefined) {
        reader = new JobReader(await lookAtComparison(resolve(folder)));
        yield { kind: "comparison", plan: reader.plan };
      }
      for (const result of await reader.look()) yield { kind: "result", result };
      if (reader.complete) {
        yield { kind: "complete", comparison: reader.reading() };
        return;
      }
      waiting = "";
    } catch (error) {
      if (!(error instanceof WindageError)) throw error;
      if (error.message !== waiting) yield { kind: "waiting", reason: error.message };
      waiting = error.message;
    }
    await sleep(everyMs, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}

/** Reads each finished job of a comparison once. */
class JobReader {
  readonly #comparison: ComparisonFolder;
  readonly #results = new Map<string, JobResult>();
  readonly #problems = new Map<string, string>();
  readonly #jobs: readonly JobKey[];

  constructor(comparison: ComparisonFolder) {
    this.#comparison = comparison;
    this.#jobs = jobsOf(comparison.plan);
  }

  get plan(): ComparisonPlan {
    return this.#comparison.plan;
  }

  get complete(): boolean {
    return this.#results.size === this.#jobs.length;
  }

  /** Results that have come since. */
  async look(): Promise<readonly JobResult[]> {
    if (!(await isPlainFolder(join(this.#comparison.folder, "jobs")))) return [];
    const come: JobResult[] = [];
    for (const key of this.#jobs) {
      const name = JSON.stringify(key);
      if (this.#results.has(name)) continue;
      const found = await readJob(this.#comparison, key);
      this.#problems.delete(name);
      if (found === undefined) continue;
      if ("problem" in found) this.#problems.set(name, found.problem);
      else {
        this.#results.set(name, found.result);
        come.push(found.result);
      }
    }
    return come;
  }

  reading(): ComparisonReading {
    const { folder, plan } = this.#comparison;
    const results: JobResult[] = [];
    const unfinished: { key: JobKey; problem?: string }[] = [];
    for (const key of this.#jobs) {
      const name = JSON.stringify(key);
      const result = this.#results.get(name);
      const problem = this.#problems.get(name);
      if (result !== undefined) results.push(result);
      else unfinished.push(problem === undefined ? { key } : { key, problem });
    }
    const ran = new Set(results.map(({ method }) => method));
    const methods = plan.methods.map(({ label }) => label).filter((label) => ran.has(label));
    const table = methods.length === 0 ? null : summarise(results, { against: methods[0]!, methods });
    return { folder, plan, results, unfinished, table };
  }
}
