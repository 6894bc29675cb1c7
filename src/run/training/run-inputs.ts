/**
 * inputs.json: what a run depends on besides its configuration, as checksums of the files it reads (CSV, dataset, table,
 * module with what it imports), the engine and the versions. It is written when a run begins; whoever takes the run up later is told what
 * has changed since. What a program or a service answers cannot be recorded in this way.
 */
import { basename, join } from "node:path";
import { engineInfo } from "../../engine/runtime/select.ts";
import { WindageError } from "../../error.ts";
import { builtInTasks } from "../../world/task/registry.ts";
import { openingSettings, type ExperimentConfig } from "../config/config.ts";
import type { TableFile } from "../../world/condition/condition-tables.ts";
import { isModule } from "../../world/module/is-module.ts";
import { writeDocument } from "../../file/durable-write.ts";
import { readSmallText } from "../../file/folder-file.ts";
import { libraryVersions } from "../../file/library-versions.ts";
import { parseObject } from "../../file/json-document.ts";
import { readUserFile } from "../../file/read-user-file.ts";
import { sha256 } from "../../file/sha256.ts";
import { windageVersion } from "../../file/windage-version.ts";
import type { TableListing } from "../../landscape/table/table-store.ts";
import { MAX_JSON_BYTES, runFiles, type Run } from "../layout.ts";

/** What a run depends on. */
export interface RunInputs {
  /** The engine by its short name, such as onnx. */
  readonly engine: string;
  readonly windage: string;
  readonly node: string;
  /** Versions of the libraries the engines stand on. */
  readonly libraries: Readonly<Record<string, string>>;
  /** SHA-256 by what the file is to the run, such as oracleCsv. */
  readonly files: Readonly<Record<string, string>>;
}

/** What has changed since a run began: files, which change what it learns, and the rest, which may change roundings. */
export interface ChangedInputs {
  readonly files: readonly string[];
  readonly others: readonly string[];
}

/** What begins the name of a file that a module imports. */
const moduleImport = "module import";

/** A folder with inputs.json: that of a run or of a comparison. */
type Place = Pick<Run, "id" | "folder">;

/** What a configuration depends on now. */
async function inputsNow(config: ExperimentConfig): Promise<RunInputs> {
  const { task } = config;
  const files: Record<string, string> = {};
  for (const [name, opens] of openingSettings) {
    const path = (config as unknown as Readonly<Record<string, unknown>>)[name];
    if (opens === "file" && typeof path === "string") files[name] = sha256(await readUserFile(path));
  }
  if (isModule(task)) {
    const { moduleFiles } = await import("../../world/module/module-files.ts");
    const own = basename(task);
    for (const [name, bytes] of await moduleFiles(task)) {
      files[name === own ? "module" : `${moduleImport} ${name}`] = sha256(bytes);
    }
  }
  for (const { name, path } of await tablesOf(config)) {
    files[`table ${name}`.slice(0, 40)] = sha256(await readUserFile(path));
  }
  const own = Object.keys(files).every((name) => name === "noiseMatrix") && !builtInTasks.includes(task);
  const stored = own ? await storedTable(task) : undefined;
  if (stored !== undefined && "record" in stored) files["stored table"] = stored.record.sha256;
  const { name: engine } = await engineInfo();
  const { node: _node, ...libraries } = libraryVersions();
  return { engine, windage: windageVersion(), node: process.version, libraries, files };
}

async function tablesOf({ conditionTable }: ExperimentConfig): Promise<readonly TableFile[]> {
  if (conditionTable === null) return [];
  const { tableFiles } = await import("../../world/condition/condition-tables.ts");
  return tableFiles(conditionTable);
}

async function storedTable(task: string): Promise<TableListing | undefined> {
  const { listTables } = await import("../../landscape/table/table-store.ts");
  return (await listTables()).find(({ name }) => name === task);
}

/** Records what a run that begins depends on. */
export async function recordInputs(run: Place, config: ExperimentConfig): Promise<void> {
  const document = { format: "windage-inputs", version: 2, ...(await inputsNow(config)) };
  await writeDocument(join(run.folder, runFiles.inputs), document);
}

/** What has changed since a run began; nothing where it did not record it. */
export async function changedInputs(run: Place, config: ExperimentConfig): Promise<ChangedInputs> {
  const before = await readInputs(run);
  if (before === undefined) return { files: [], others: [] };
  const now = await inputsNow(config);
  // The first version did not look at imports.
  const seen = Object.keys(now.files).filter((name) => !before.old || !name.startsWith(moduleImport));
  const names = new Set([...Object.keys(before.files), ...seen]);
  const files = [...names].filter((name) => before.files[name] !== now.files[name]);
  const [then, today] = [versionsIn(before), versionsIn(now)];
  const others = [...then]
    .filter(([name, version]) => today.get(name) !== version)
    .map(
      ([name, version]) =>
        `${run.id}: it began with ${name} ${version}, now it is ${today.get(name) ?? "not there"}; roundings may differ`,
    );
  return { files: files.map((name) => `${run.id}: its ${name} has changed since it began`), others };
}

function versionsIn({ engine, windage, node, libraries }: RunInputs): ReadonlyMap<string, string> {
  return new Map(Object.entries({ engine, windage, node, ...libraries }));
}

/** Throws unless a run can go on with what it learned from so far; returns what should be said. */
export async function checkInputs(
  run: Place,
  config: ExperimentConfig,
  accept: boolean,
): Promise<readonly string[]> {
  const { files, others } = await changedInputs(run, config);
  if (files.length === 0) return others;
  if (accept) return [...files, ...others, ...(isModule(config.task) ? [keptScores(run)] : [])];
  throw new WindageError(
    "run/inputs-changed",
    (say) =>
      `${files.join("\n")}\nGoing on would mix what was learned from two different inputs. Put the old one back, start a new run, or go on anyway with ${say("changedInputs")}.`,
  );
}

/** Scores that were asked for are kept, whatever becomes of who gave them. */
function keptScores({ id }: Place): string {
  return `${id}: scores that are kept are still used; delete ${runFiles.scores} to have them asked for again`;
}

async function readInputs(run: Place): Promise<(RunInputs & { readonly old: boolean }) | undefined> {
  const path = join(run.folder, runFiles.inputs);
  const written = await readSmallText(path, MAX_JSON_BYTES);
  if (written === undefined) return undefined;
  const object = parseObject(written, path);
  const old = object["version"] === 1;
  // The first version knew no libraries.
  const { inputsSchema, readDocument } = await import("./training-documents.ts");
  const inputs = readDocument(inputsSchema, old ? { ...object, libraries: {} } : object, path);
  return { ...inputs, old };
}
