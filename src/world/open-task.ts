/**
 * Opens the task of a configuration: an environment to build in and a landscape that scores. Scores that have to be asked
 * for are remembered in a journal in the run's folder, so that nothing is asked twice.
 */
import { join } from "node:path";
import type { Landscape } from "../landscape/landscape.ts";
import type { ScoreStore } from "../landscape/oracle/cached-oracle.ts";
import type { Said } from "../wording.ts";
import type { OpenWorld } from "./open-world.ts";
import { builtInTasks, type TaskConfig, taskOf } from "./task/registry.ts";
import type { TaskWorld } from "./task/task.ts";
import { usesJournal } from "./uses-journal.ts";

/** A task that is open, and what ends its programs and closes its files. */
type Task = TaskWorld & Pick<OpenWorld, "dispose">;

/** The journal of scores in a run's folder. */
const scoresFile = "scores.jsonl";

/** Finds the task of a configuration; `folder` is the run's, whose lock the caller holds where scores cost something. */
export async function openTask(config: TaskConfig, folder: string): Promise<Task> {
  const task = taskOf(config);
  const found = await task.open(config, builtInTasks);
  const { landscape } = found;
  if (found.free || landscape.enumerable || !usesJournal(config)) {
    const notes = [...(found.notes ?? []), ...(task.keepsScores === true ? unkeptScores(config) : [])];
    const dispose = async (): Promise<void> => {
      if (!landscape.enumerable) await landscape.dispose?.();
    };
    return { ...found, landscape, notes, dispose };
  }
  return { ...found, ...(await keepingScores(config, folder, landscape)) };
}

/** The landscape with a journal of its scores, and what closes it. */
async function keepingScores(
  config: TaskConfig,
  folder: string,
  landscape: Landscape,
): Promise<Pick<Task, "landscape" | "dispose">> {
  const { CachedOracle } = await import("../landscape/oracle/cached-oracle.ts");
  const { ScoreJournal } = await import("../landscape/source/score-journal.ts");
  const { oracleIdentity } = await import("./oracle/oracle-identity.ts");
  const identity = oracleIdentity(config, landscape.name);
  const own = await ScoreJournal.open(join(folder, scoresFile), identity, { formerly: landscape.name });
  let store: ScoreStore = own;
  if (config.keepScores !== "own") {
    const { KeptScores } = await import("../landscape/source/kept-scores.ts");
    const { sharedIdentity } = await import("./oracle/shared-identity.ts");
    store = await KeptScores.open(own, await sharedIdentity(config, landscape.name), (text) =>
      process.emitWarning(text, "WindageWarning"),
    );
  }
  const cached = new CachedOracle(landscape, { store });
  return { landscape: cached, dispose: () => cached.dispose() };
}

/** Options about kept scores, of a module whose scores may all be asked for again. */
function unkeptScores({ oracleVersion, keepScores }: TaskConfig): readonly Said[] {
  const given = [
    ...(oracleVersion === null ? [] : [["oracle.version", oracleVersion] as const]),
    ...(keepScores === "shared" ? [] : [["oracle.keep", keepScores] as const]),
  ];
  return given.map(
    ([path, value]) =>
      (say) =>
        `${say(path, value)}: has no effect, because no scores are kept of a module that can be asked for all.`,
  );
}
