/**
 * Carries out a comparison in its folder: finds out what is done already, checks that every method can run, and does the
 * rest over several processes. Every result is on the disk before the next job begins.
 */
import { WindageError } from "../error.ts";
import { checkComparisonInputs } from "../run/comparison/comparison-inputs.ts";
import {
  discardComparison,
  forgetUnderWay,
  readResults,
  tidyComparison,
  writeJob,
} from "../run/comparison/store.ts";
import type { ComparisonFolder } from "../run/comparison/store.ts";
import type { JobKey, JobResult } from "../comparison/job-result.ts";
import type { JobNeeds } from "../comparison/run-job.ts";
import { requireMemory } from "../run/config/memory-plan.ts";
import { lockRun } from "../run/lock/lock.ts";
import type { JobNews, WorkerJob } from "./comparison-worker.ts";
import { inLibrary, inWords, unsealed, type Said, type Spelling, type Wording } from "../wording.ts";
import { ProcessPool } from "./process-pool.ts";

/** What happens, for whoever shows it. */
export type ComparisonNews =
  | { readonly kind: "begun"; readonly jobs: readonly JobKey[]; readonly kept: readonly JobResult[] }
  /** A job's file could not be used, so the job is done again. */
  | { readonly kind: "unusable"; readonly key: JobKey; readonly problem: string }
  | { readonly kind: "warning"; readonly text: string }
  | { readonly kind: "checking"; readonly methods: number }
  /** What all processes together will need, in bytes. */
  | { readonly kind: "memory"; readonly bytes: number; readonly processes: number }
  | { readonly kind: "started"; readonly key: JobKey }
  | { readonly kind: "progress"; readonly key: JobKey; readonly share: number }
  | { readonly kind: "done"; readonly key: JobKey; readonly result: JobResult }
  | { readonly kind: "failed"; readonly key: JobKey; readonly message: string };

/** A run that failed, and why. */
export interface FailedJob extends JobKey {
  readonly message: string;
}

/** What came of a comparison: results, failures, and whether all of it ran. */
export interface ComparisonOutcome {
  /** Whether everything was tried; false after the signal. */
  readonly complete: boolean;
  readonly results: readonly JobResult[];
  readonly failed: readonly FailedJob[];
}

/** How many processes may run at a time, and who is told of progress. */
export interface RunComparisonOptions {
  /** Processes at a time. */
  readonly parallel: number;
  readonly signal?: AbortSignal;
  /** Goes on although a file that the methods learn from has changed. */
  readonly changedInputs?: boolean;
  readonly onEvent?: (event: ComparisonNews) => void;
  /** How settings are written in what is told; by their paths in the library unless given. */
  readonly say?: Spelling;
}

/** Runs what is left of a comparison, over several processes. */
export async function runComparison(
  comparison: ComparisonFolder,
  {
    parallel,
    signal,
    changedInputs = false,
    onEvent = () => undefined,
    say = inLibrary,
  }: RunComparisonOptions,
): Promise<ComparisonOutcome> {
  const id = comparison.folder;
  const lock = await lockRun({ id, folder: comparison.folder });
  const fromSource = import.meta.url.endsWith(".ts");
  const program = new URL(`./comparison-worker.${fromSource ? "ts" : "js"}`, import.meta.url);
  const pool = new ProcessPool({ program, setup: comparison, size: parallel });
  let begun = false;
  try {
    await tidyComparison(comparison);
    for (const text of await checkComparisonInputs(comparison, changedInputs)) {
      onEvent({ kind: "warning", text });
    }
    const { kept, missing } = await takeStock(comparison, onEvent);
    onEvent({ kind: "begun", jobs: missing, kept });
    const results = [...kept];
    const failed: FailedJob[] = [];
    const needs = await checkMethods(pool, kept, missing, { signal, onEvent, say });
    const together = memoryTogether(needs, Math.min(parallel, missing.length));
    if (together.bytes > 0) onEvent({ kind: "memory", ...together });
    begun = true;
    await pool.run(
      missing.map((key): WorkerJob => ({ kind: "run", key })),
      {
        ...(signal ? { signal } : {}),
        onStart: ({ key }) => onEvent({ kind: "started", key }),
        onNews: ({ key }, news) => {
          const told = news as JobNews;
          if (typeof told === "number") onEvent({ kind: "progress", key, share: told });
          else onEvent({ kind: "warning", text: told.warning });
        },
        onResult: async ({ key }, value) => {
          const result = value as JobResult;
          await writeJob(comparison, result);
          results.push(result);
          onEvent({ kind: "done", key, result });
        },
        onFailure: ({ key }, error) => {
          const { message } = error instanceof WindageError ? error.spelled(say) : error;
          failed.push({ ...key, message });
          onEvent({ kind: "failed", key, message });
        },
      },
    );
    return { complete: signal?.aborted !== true, results, failed };
  } finally {
    await pool.close();
    await lock.release();
    if (!begun && !comparison.resumed) await discardComparison(comparison);
  }
}

/** Results that are kept already, and jobs that are left. */
async function takeStock(
  comparison: ComparisonFolder,
  onEvent: (event: ComparisonNews) => void,
): Promise<{ readonly kept: readonly JobResult[]; readonly missing: readonly JobKey[] }> {
  const { results, unfinished } = await readResults(comparison);
  for (const result of results) await forgetUnderWay(comparison, result);
  for (const { key, problem } of unfinished)
    if (problem !== undefined) onEvent({ kind: "unusable", key, problem });
  return { kept: results, missing: unfinished.map(({ key }) => key) };
}

/** What processes at work at once need when each has one of the most demanding methods; refused where it cannot fit. */
function memoryTogether(
  needs: readonly JobNeeds[],
  processes: number,
): { readonly bytes: number; readonly processes: number } {
  const most = needs.reduce((sum, { memory }) => Math.max(sum, memory ?? 0), 0);
  const bytes = most * processes;
  requireMemory({
    bytes,
    largest: `${processes} runs at a time`,
    largestBytes: bytes,
    options: [(to) => to("parallel", processes)],
  });
  return { bytes, processes };
}

/** What a process answers: sentences are on their way to whoever spells them. */
interface Checked extends JobNeeds {
  readonly notes: readonly string[];
}

/** Tries every method that has not shown yet that it runs; one that cannot stops the comparison before it costs. */
async function checkMethods(
  pool: ProcessPool,
  kept: readonly JobResult[],
  missing: readonly JobKey[],
  {
    signal,
    onEvent,
    say,
  }: {
    readonly signal: AbortSignal | undefined;
    readonly say: Spelling;
    readonly onEvent: (event: ComparisonNews) => void;
  },
): Promise<readonly JobNeeds[]> {
  const proven = new Set(kept.map(({ method }) => method));
  const first = new Map<string, JobKey>();
  for (const key of missing) {
    if (!proven.has(key.method) && !first.has(key.method)) first.set(key.method, key);
  }
  if (first.size === 0) return [];
  const needs: JobNeeds[] = [];
  // Methods in one world have the same to say.
  const told = new Set<string>();
  onEvent({ kind: "checking", methods: first.size });
  const problems = new Map<string, Error>();
  await pool.run(
    Array.from(first.values(), (key): WorkerJob => ({ kind: "check", key })),
    {
      ...(signal ? { signal } : {}),
      onResult: (_, value) => {
        const found = value as Checked;
        needs.push(found);
        for (const note of found.notes.filter((one) => !told.has(one))) {
          told.add(note);
          onEvent({ kind: "warning", text: inWords(unsealed(note), say) });
        }
      },
      onFailure: ({ key }, error) => problems.set(key.method, error),
    },
  );
  if (problems.size > 0) throw cannotRun([...first.keys()], problems);
  return needs;
}

/** What is wrong with every method that cannot run; a reason that all share is about none of them in particular. */
function cannotRun(methods: readonly string[], problems: ReadonlyMap<string, Error>): WindageError {
  const byMessage = new Map<string, { readonly names: string[]; readonly said: Said }>();
  for (const method of methods) {
    const problem = problems.get(method);
    if (problem === undefined) continue;
    const { names, said } = byMessage.get(problem.message) ?? {
      names: [],
      said: problem instanceof WindageError ? problem.said : problem.message,
    };
    byMessage.set(problem.message, { names: [...names, method], said });
  }
  const lines: Wording = (say) =>
    Array.from(byMessage.values(), ({ names, said }) =>
      names.length > 1 && names.length === methods.length
        ? inWords(said, say)
        : `${names.map((name) => JSON.stringify(name)).join(", ")} cannot run here: ${inWords(said, say)}`,
    ).join("\n");
  const cause = problems.get(methods.find((method) => problems.has(method))!)!;
  const known = cause instanceof WindageError ? cause : undefined;
  return new WindageError(known?.code ?? "run/method-failed", lines, {
    kind: known?.kind ?? "failure",
    cause,
  });
}
