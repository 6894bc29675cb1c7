/**
 * Which run "latest" is: the one that was started or gone on with here last, of those that serve. Runs that were only
 * copied here are never before one that was started here. Folders of earlier versions do not say what was started; there
 * the one that was made last counts, by its own word, and what was imported comes after it.
 */
import { join } from "node:path";
import { WindageError } from "../error.ts";
import { isPlainFile } from "../file/folder-file.ts";
import { checkpointNames } from "./checkpoint/checkpoint.ts";
import { runFiles, runIn, type Run } from "./layout.ts";
import { rootFlag } from "./run-words.ts";
import { isMadeId } from "./run-id.ts";
import { startedRuns } from "./started-runs.ts";
import { readStatus, type RunStatus } from "./status.ts";

/**
 * What a run is wanted for: to be trained further, to be sampled or evaluated, or to forecast with. "latest" is the last
 * that serves, and one of another kind is refused.
 */
export type RunUse = "training" | "samples" | "forecast";

/** What would serve, and where it comes from. */
const wanted: Readonly<Record<RunUse | "anything", readonly [string, string]>> = {
  training: ["run that was trained", "windage train"],
  samples: ["trained run with a checkpoint", "windage train"],
  forecast: [`finished forecast with its ${runFiles.pool}`, "windage forecast"],
  anything: ["run that can be read", "windage train"],
};

/** The run that was started last and serves; folders that cannot be understood are passed over. */
export async function latestRun(
  root: string,
  names: readonly string[],
  use: RunUse | undefined,
): Promise<Run> {
  for await (const run of lastFirst(root, names)) if (await serves(run, use)) return run;
  const [what, command] = wanted[use ?? "anything"];
  const count = names.length === 1 ? "1 run" : `${names.length} runs`;
  throw new WindageError(
    "run/not-found",
    (say) =>
      `run "latest": there is no ${what} in ${root}, which has ${count}; make one with "${command}${rootFlag(root)}", or name the folder of your runs with ${say("runs")} or WINDAGE_RUNS. "windage runs list${rootFlag(root)}" shows what there is.`,
  );
}

/** The runs in the order they are to be tried in; only as many are read as are asked for. */
async function* lastFirst(root: string, names: readonly string[]): AsyncGenerator<Run> {
  const there = new Set(names);
  const started = await startedRuns(root);
  let others: readonly Run[] | undefined;
  const readOthers = async (): Promise<readonly Run[]> => {
    const noted = new Set(started);
    return (others ??= await readRuns(
      root,
      names.filter((name) => !noted.has(name)),
    ));
  };
  for (const name of started) {
    // What is not there any more was deleted, or its folder has another name now.
    const runs = there.has(name)
      ? await readRuns(root, [name])
      : (await readOthers()).filter(({ record }) => record.id === name);
    yield* runs;
  }
  const imported: Run[] = [];
  for (const run of await readOthers()) {
    if (await isImported(run)) imported.push(run);
    else yield run;
  }
  yield* imported;
}

/** Those that can be read, the last made first. */
async function readRuns(root: string, names: readonly string[]): Promise<readonly Run[]> {
  const runs: Run[] = [];
  // One after another: thousands of runs are more files than a process may have open.
  for (const name of names) {
    const run = await runIn(join(root, name)).catch((error: unknown) => {
      if (error instanceof WindageError) return undefined;
      throw error;
    });
    if (run !== undefined) runs.push(run);
  }
  const createdOf = (run: Run): string => run.record.created;
  return runs.sort((a, b) => (createdOf(a) < createdOf(b) ? 1 : createdOf(a) > createdOf(b) ? -1 : 0));
}

/** Whether a run was copied here by `runs import`; earlier versions left no word of it but a name that nobody makes. */
async function isImported(run: Run): Promise<boolean> {
  return (await statusOf(run))?.imported === true || !isMadeId(run.record.id);
}

/** Whether "latest" may be this run. */
async function serves(run: Run, use: RunUse | undefined): Promise<boolean> {
  if (use !== undefined && (use === "forecast") !== isForecast(run)) return false;
  if (use === "samples") return (await checkpointNames(run)).length > 0;
  const status = await statusOf(run);
  if (use !== "forecast") return status !== undefined;
  return status?.state === "finished" && (await isPlainFile(join(run.folder, runFiles.pool)));
}

/** Whether `windage forecast` made a run; what is trained always has an objective. */
export function isForecast({ record: { task, config } }: Run): boolean {
  return task === "forecast" && !Object.hasOwn(config, "objective");
}

/** A run's status; undefined where it cannot be read. */
function statusOf(run: Run): Promise<RunStatus | undefined> {
  return readStatus(run).catch(() => undefined);
}
