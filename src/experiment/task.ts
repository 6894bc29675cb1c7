/**
 * A task is what is built and what it is worth: an environment and a landscape, found from a configuration. Scores that
 * have to be asked for are remembered in a journal in the run's folder, so that nothing is asked twice.
 */
import { join } from "node:path";
import { referenceSet } from "../assessment/modes/mode-set.ts";
import { WindageError } from "../error.ts";
import { isRecord } from "../is-record.ts";
import type { Environment, SequenceOptions } from "../environment/index.ts";
import {
  gridEnvironment,
  repeatNoise,
  sequenceEnvironment,
  stickyNoise,
  wearNoise,
  withMemory,
  withNoise,
  wordAlphabet,
} from "../environment/index.ts";
import {
  bitLandscape,
  CachedOracle,
  categoryLandscape,
  createSim8,
  gridLandscape,
  TableLandscape,
} from "../landscape/index.ts";
import { ScoreJournal } from "../landscape/source/index.ts";
import { KeptScores } from "../landscape/source/kept-scores.ts";
import { importTfbind8, loadTable } from "../landscape/table/index.ts";
import { listTables } from "../landscape/table/table-store.ts";
import type { Landscape } from "../landscape/index.ts";
import { idleForTables, openTables, tableFiles } from "./condition/condition-tables.ts";
import {
  declaredConditions,
  moduleConditions,
  requireTakenConditions,
} from "./condition/module-conditions.ts";
import { didYouMean } from "../suggest.ts";
import { builtInTasks } from "./built-in-tasks.ts";
import { checkModule, requireNoTypo } from "./module/check-module.ts";
import type { ExperimentConfig } from "./config.ts";
import { describeExport, importDefault, wrongModule } from "./module/import-module.ts";
import { isModule } from "./module/is-module.ts";
import { withMatrixNoise } from "./matrix-noise.ts";
import { oracleIdentity } from "./oracle/oracle-identity.ts";
import { sharedIdentity } from "./oracle/shared-identity.ts";
import { openOracle } from "./oracle/oracle-source.ts";
import type { OpenWorld } from "./world.ts";

/** A world without the reward that is made of its scores, and without the conditions that a configuration adds. */
export interface Task extends Omit<OpenWorld, "reward"> {
  /** What several tables are called, where the number of one is the condition. */
  readonly tables?: readonly string[];
}

/** The journal of scores in a run's folder. */
const scoresFile = "scores.jsonl";

/** Finds the task of a configuration; `folder` is the run's, whose lock the caller holds where scores cost something. */
export async function openTask(config: ExperimentConfig, folder: string): Promise<Task> {
  const found = await findTask(config);
  const { landscape } = found;
  if (found.free || landscape.enumerable || !usesJournal(config)) {
    const notes = [...(found.notes ?? []), ...(isModule(config.task) ? unkeptScores(config) : [])];
    return { ...found, landscape, notes, dispose: async () => undefined };
  }
  const identity = oracleIdentity(config, landscape.name);
  const own = await ScoreJournal.open(join(folder, scoresFile), identity, { formerly: landscape.name });
  const store =
    config.keepScores === "own"
      ? own
      : await KeptScores.open(own, await sharedIdentity(config, landscape.name), (text) =>
          process.emitWarning(text, "WindageWarning"),
        );
  const cached = new CachedOracle(landscape, { store });
  return { ...found, landscape: cached, dispose: () => cached.dispose() };
}

/** Options about kept scores, of a module whose scores may all be asked for again. */
function unkeptScores({ oracleVersion, keepScores }: ExperimentConfig): readonly string[] {
  const given = [
    ...(oracleVersion === null ? [] : [`--oracle-version ${oracleVersion}`]),
    ...(keepScores === "shared" ? [] : [`--keep-scores ${keepScores}`]),
  ];
  return given.map(
    (option) => `${option}: has no effect, because no scores are kept of a module that can be asked for all.`,
  );
}

/**
 * Whether scores of this task are kept in a journal, which one process at a time may write. What is read from a file can
 * be read again, and a journal of it would outlive a change of the file.
 */
export function usesJournal({ task, oracleCommand, oracleUrl }: ExperimentConfig): boolean {
  return isModule(task) || oracleCommand !== null || oracleUrl !== null;
}

function findTask(config: ExperimentConfig): Found | Promise<Found> {
  if (isModule(config.task)) return loadModule(config.task);
  if (config.task === "bits") return openBits(config);
  return config.task === "grid" ? openGrid(config) : findSequences(config);
}

type Found = Omit<Task, "dispose">;

function openGrid({ side, dimensions, alpha }: ExperimentConfig): Found {
  const plain = gridEnvironment({ side, dimensions });
  const environment = alpha === null || alpha === 0 ? plain : withNoise(plain, stickyNoise(alpha));
  return { environment, landscape: gridLandscape({ side, dimensions }), free: true };
}

async function openBits(config: ExperimentConfig): Promise<Found> {
  const { bits, wordBits, referenceSeed } = config;
  if (bits % wordBits !== 0) {
    throw new WindageError(
      "run/bad-options",
      `--bits ${bits}: got no multiple of --word-bits ${wordBits}, expected whole words; change one of them.`,
    );
  }
  const landscape = bitLandscape({ bits, seed: referenceSeed });
  const environment = await noisy({ alphabet: wordAlphabet(wordBits), length: bits / wordBits }, config);
  return { environment, landscape, free: true, modes: referenceSet(landscape) };
}

async function findTables(texts: readonly string[], config: ExperimentConfig): Promise<Found> {
  const files = await tableFiles(texts);
  const landscapes = await openTables(files, config);
  const { alphabet, length } = landscapes[0]!.space;
  return {
    landscape: categoryLandscape(landscapes),
    environment: await noisy({ alphabet, minLength: length, maxLength: length }, config),
    free: true,
    notes: await idleForTables(files, landscapes, config),
    tables: files.map(({ name }) => name),
  };
}

async function findSequences(config: ExperimentConfig): Promise<Found> {
  if (config.conditionTable !== null) return findTables(config.conditionTable, config);
  const oracle = await openOracle(config);
  if (oracle !== null && !(oracle.landscape instanceof TableLandscape)) {
    const { landscape, alphabet, minLength, maxLength, free } = oracle;
    return { landscape, free, environment: await noisy({ alphabet, minLength, maxLength }, config) };
  }
  const landscape =
    oracle !== null && oracle.landscape instanceof TableLandscape
      ? oracle.landscape
      : await findTable(config);
  const { alphabet, length } = landscape.space;
  const environment = await noisy({ alphabet, minLength: length, maxLength: length }, config);
  return { landscape, free: true, environment };
}

async function noisy(
  shape: SequenceOptions,
  { alpha, noise, noiseMatrix, wearUses: uses }: ExperimentConfig,
): Promise<Environment> {
  const plain = sequenceEnvironment(shape);
  if (noiseMatrix !== null) return withMatrixNoise(plain, noiseMatrix);
  if (alpha === null || alpha === 0) return plain;
  switch (noise) {
    case "sticky":
      return withNoise(plain, stickyNoise(alpha));
    case "repeat":
      return withMemory(plain, repeatNoise(alpha));
    case "wear":
      return withMemory(plain, wearNoise({ alpha, uses }));
    default:
      return noise satisfies never;
  }
}

async function findTable({ task, table }: ExperimentConfig): Promise<TableLandscape> {
  if (table !== null) return (await importTfbind8([table])).landscape;
  if (task === "sim8") return createSim8();
  const stored = await listTables();
  if (stored.some(({ name }) => name === task)) return (await loadTable(task)).landscape;
  const names = [...builtInTasks, ...stored.map(({ name }) => name)];
  const meant = didYouMean(task, names);
  const advice =
    task === "tfbind8"
      ? 'Import it first with "windage data import tfbind8 <file>", or pass the file with --table.'
      : `Choose one of ${names.join(", ")}, or bring your own scores with --oracle-csv, --oracle-command, --oracle-url or a module such as ./my-task.mjs.`;
  throw new WindageError(
    "run/unknown-task",
    `task: got "${task}", which is neither built in nor an imported table${meant === undefined ? "." : `; ${meant}`} ${advice}`,
  );
}

/** The default export of a user's module, of which only what is used here is checked. */
async function loadModule(path: string): Promise<Found> {
  const exported = await importDefault(path);
  const { environment, landscape, exact } = exported;
  requireNoTypo(path, exported);
  if (!isRecord(environment) || typeof environment["outcomeProbabilities"] !== "function") {
    throw wrongModule(path, `an environment in it; got ${describeExport(environment)}`);
  }
  if (!isRecord(landscape) || typeof landscape["score"] !== "function") {
    throw wrongModule(path, `a landscape in it, with a method score; got ${describeExport(landscape)}`);
  }
  if (typeof landscape["name"] !== "string" || landscape["name"].trim() === "") {
    const got = typeof landscape["name"] === "string" ? "no words" : describeExport(landscape["name"]);
    throw new WindageError(
      "run/wrong-module",
      `${path}: landscape.name: got ${got}, expected a few words that reports and kept scores go by; write "landscape: { name: 'my scores', score: … }".`,
    );
  }
  if (exact !== undefined && typeof exact !== "boolean") {
    throw wrongModule(path, `an object whose "exact" is true or false; got ${describeExport(exact)}`);
  }
  requireTakenConditions(path, environment, exported);
  checkModule(path, environment as unknown as Environment, declaredConditions(exported));
  return {
    environment: environment as unknown as Environment,
    landscape: landscape as unknown as Landscape,
    free: exact === true || landscape["enumerable"] === true,
    exact: exact === true,
    ...(environment["context"] === undefined
      ? {}
      : moduleConditions(path, environment as unknown as Environment, exported)),
  };
}
