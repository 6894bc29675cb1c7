/**
 * inputs.json: what a run depends on besides its configuration, as checksums of the files it reads (CSV, dataset, table,
 * module), the engine and the versions. It is written when a run begins; whoever takes the run up later is told what
 * has changed since. What a program or a service answers cannot be recorded in this way.
 */
import { join } from "node:path";
import { engineInfo } from "../../engine/index.ts";
import { WindageError } from "../../error.ts";
import type { ExperimentConfig } from "../../experiment/config.ts";
import { isModule } from "../../experiment/is-module.ts";
import { writeJson } from "../../file/durable-write.ts";
import { readSmallText } from "../../file/folder-file.ts";
import { broken, Fields, isObject, parseObject } from "../../file/json-document.ts";
import { readUserFile } from "../../file/read-user-file.ts";
import { sha256 } from "../../file/sha256.ts";
import { windageVersion } from "../../file/windage-version.ts";
import { listTables } from "../../landscape/table/index.ts";
import { MAX_JSON_BYTES, runFiles, type Run } from "../layout.ts";

/** What a run depends on. */
export interface RunInputs {
  /** The engine by its short name, such as onnx. */
  readonly engine: string;
  readonly windage: string;
  readonly node: string;
  /** SHA-256 by what the file is to the run, such as oracleCsv. */
  readonly files: Readonly<Record<string, string>>;
}

/** What has changed since a run began: files, which change what it learns, and the rest, which may change roundings. */
export interface ChangedInputs {
  readonly files: readonly string[];
  readonly others: readonly string[];
}

/** What a configuration depends on now. */
async function inputsNow(config: ExperimentConfig): Promise<RunInputs> {
  const { task, table, oracleCsv, dataset } = config;
  const named = { oracleCsv, dataset, table, module: isModule(task) ? task : null };
  const files: Record<string, string> = {};
  for (const [name, path] of Object.entries(named)) {
    if (path !== null) files[name] = sha256(await readUserFile(path));
  }
  const own = Object.keys(files).length === 0 && task !== "sim8" && task !== "grid";
  const stored = own ? (await listTables()).find(({ name }) => name === task) : undefined;
  if (stored !== undefined && "record" in stored) files["stored table"] = stored.record.sha256;
  const { name: engine } = await engineInfo();
  return { engine, windage: windageVersion(), node: process.version, files };
}

/** Records what a run that begins depends on. */
export async function recordInputs(run: Run, config: ExperimentConfig): Promise<void> {
  const document = { format: "windage-inputs", version: 1, ...(await inputsNow(config)) };
  await writeJson(join(run.folder, runFiles.inputs), document);
}

/** What has changed since a run began; nothing where it did not record it. */
export async function changedInputs(run: Run, config: ExperimentConfig): Promise<ChangedInputs> {
  const before = await readInputs(run);
  if (before === undefined) return { files: [], others: [] };
  const now = await inputsNow(config);
  const names = new Set([...Object.keys(before.files), ...Object.keys(now.files)]);
  const files = [...names].filter((name) => before.files[name] !== now.files[name]);
  const others = (["engine", "windage", "node"] as const)
    .filter((name) => before[name] !== now[name])
    .map(
      (name) =>
        `${run.id}: it began with ${name} ${before[name]}, now it is ${now[name]}; roundings may differ`,
    );
  return { files: files.map((name) => `${run.id}: its ${name} has changed since it began`), others };
}

/** Throws unless a run can go on with what it learned from so far; returns what should be said. */
export async function checkInputs(
  run: Run,
  config: ExperimentConfig,
  accept: boolean,
): Promise<readonly string[]> {
  const { files, others } = await changedInputs(run, config);
  if (files.length === 0 || accept) return [...files, ...others];
  throw new WindageError(
    "run/inputs-changed",
    `${files.join("\n")}\nGoing on would mix what was learned from two different inputs. Put the old one back, start a new run, or go on anyway with --changed-inputs.`,
  );
}

async function readInputs(run: Run): Promise<RunInputs | undefined> {
  const path = join(run.folder, runFiles.inputs);
  const text = await readSmallText(path, MAX_JSON_BYTES);
  if (text === undefined) return undefined;
  const object = parseObject(text, path);
  const fields = new Fields(object, path);
  const files = fields.object("files");
  if (object["format"] !== "windage-inputs" || !isObject(files))
    throw broken(path, "it is no list of inputs");
  for (const [name, digest] of Object.entries(files)) {
    if (typeof digest !== "string" || !/^[0-9a-f]{64}$/.test(digest) || name.length > 40) {
      throw broken(path, "one of its checksums is none");
    }
  }
  return {
    engine: fields.text("engine", 60),
    windage: fields.text("windage", 60),
    node: fields.text("node", 60),
    files: files as Readonly<Record<string, string>>,
  };
}
