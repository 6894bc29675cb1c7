/**
 * Finds a run by what a user types: its name, the beginning of it, "latest", or a path. Only names that stand in
 * the folder of runs are ever joined to its path, so a name cannot lead out of it.
 */

import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { WindageError } from "../error.ts";
import { isPlainFolder } from "../file/folder-file.ts";
import { systemCode } from "../file/system-code.ts";
import { didYouMean } from "../suggest.ts";
import { isForecast, latestRun, type RunUse } from "./latest-run.ts";
import { hiddenPrefix, runIn, runsRoot, type Run } from "./layout.ts";
import { rootFlag, runWord } from "./run-words.ts";

/** Where to look; `runsRoot()` unless told otherwise. */
export interface RunStoreOptions {
  readonly root?: string;
}

const shown = 5;

/** The names of the folders in the folder of runs, last name first; links and files are not runs. */
export async function runNames(root: string): Promise<string[]> {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith(hiddenPrefix))
      .map((entry) => entry.name)
      .sort((a, b) => (a < b ? 1 : -1));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    const reason = error instanceof Error ? error.message : String(error);
    throw new WindageError(
      "run/not-readable",
      (say) => `${root}: ${reason}; expected a folder of runs, check ${say("runs")}`,
      {
        cause: error,
      },
    );
  }
}

function list(names: readonly string[]): string {
  const some = names.slice(0, shown).join(", ");
  return names.length > shown ? `${some} … and ${names.length - shown} more` : some;
}

function notFound(typed: string, root: string, names: readonly string[], use?: RunUse): WindageError {
  const run = `run ${JSON.stringify(typed.slice(0, 120))}`;
  if (names.length === 0) {
    const command = use === "forecast" ? "windage forecast" : "windage train";
    return new WindageError(
      "run/not-found",
      (say) =>
        `${run}: there are no runs at all in ${root}; make one with "${command}${rootFlag(root)}", or name the folder of your runs with ${say("runs")} or WINDAGE_RUNS`,
    );
  }
  const got = `${run}: there is no such run in ${root}`;
  const hint = didYouMean(typed, ["latest", ...names], shown) ?? `it has ${list(names)}.`;
  return new WindageError("run/not-found", `${got}; ${hint} "windage runs list${rootFlag(root)}" shows all.`);
}

function looksLikePath(typed: string): boolean {
  return typed.includes("/") || typed.includes("\\") || typed === "." || typed === "..";
}

async function openPath(typed: string): Promise<Run> {
  const folder = resolve(typed);
  // A path was chosen by the user, so a link in it is theirs; only what lies inside is not trusted.
  const isFolder = await stat(folder).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
  if (isFolder) return runIn(folder);
  throw new WindageError(
    "run/not-found",
    `${typed}: expected the folder of a run, but there is no such folder`,
  );
}

/** The run, unless it is of another kind than is wanted. */
function requireUse(run: Run, use: RunUse | undefined): Run {
  if (use === undefined || (use === "forecast") === isForecast(run)) return run;
  const word = runWord(run.folder);
  const advice =
    use === "forecast"
      ? `it was trained; "windage sample ${word}" and "windage evaluate ${word}" use it`
      : `it is a forecast; "windage forecast predict ${word} new.csv" uses it, and "windage forecast" makes a new one`;
  throw new WindageError("run/other-kind", `${run.id}: ${advice}.`);
}

/** How a run is looked for. */
export interface OpenRunOptions extends RunStoreOptions {
  /** What it is wanted for; anything unless told. */
  readonly use?: RunUse;
}

/** Opens a run by its name, a unique beginning of it, "latest", or its path. */
export async function openRun(typed: string, options: OpenRunOptions = {}): Promise<Run> {
  return requireUse(await findRun(typed, options), options.use);
}

async function findRun(typed: string, options: OpenRunOptions): Promise<Run> {
  if (looksLikePath(typed)) return openPath(typed);
  const root = runsRoot(options.root);
  const names = await runNames(root);
  if (typed === "latest" && names.length > 0) return latestRun(root, names, options.use);
  if (names.includes(typed)) return runIn(join(root, typed));
  const matches = typed === "" ? [] : names.filter((name) => name.startsWith(typed));
  const [match] = matches;
  if (match === undefined) throw notFound(typed, root, names, options.use);
  if (matches.length > 1) {
    throw new WindageError(
      "run/ambiguous",
      `run ${JSON.stringify(typed)}: ${matches.length} runs in ${root} begin so (${list(matches)}); type more of the name`,
    );
  }
  return runIn(join(root, match));
}

/** Whether a folder stands directly in the folder of runs and is no link. */
export async function standsInRoot(run: Run, root: string): Promise<boolean> {
  return (await runNames(root)).includes(run.id) && (await isPlainFolder(join(root, run.id)));
}
