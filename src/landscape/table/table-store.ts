/**
 * Keeps the user's tables in the data folder: `tables/<name>.json` describes a table and names, by checksum,
 * the .npy file with its scores. The scores are written first and the record last, so a crash at any moment
 * leaves the old table or the new one.
 */

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import { dataFolder } from "../../file/data-folder.ts";
import { readNpy, writeNpy } from "./npy.ts";
import type { Provenance } from "../provenance.ts";
import { SequenceSpace } from "../exact/sequence-space.ts";
import { sha256 } from "../../file/sha256.ts";
import { TableLandscape } from "../exact/table-landscape.ts";
import { type TableRecord, checkTableName, corrupt, scoresFileName } from "./table-record.ts";
import { makeFolder, writeDurably, writeDocument } from "../../file/durable-write.ts";
import { readSmallFile, readSmallText } from "../../file/folder-file.ts";

/** More than the largest table has, and more than any record needs. */
const MAX_TABLE_BYTES = 2 ** 28;
const MAX_RECORD_BYTES = 2 ** 24;

/** Where to look; the user's data folder unless told otherwise. */
export interface TableStoreOptions {
  readonly folder?: string;
}

/** A stored table as the list shows it: its record, or why it cannot be used. */
export type TableListing =
  | { readonly name: string; readonly record: TableRecord }
  | { readonly name: string; readonly problem: WindageError };

/** Keeps a binding table under its landscape's name, replacing an earlier one of that name. */
export async function storeTable(
  landscape: TableLandscape,
  provenance: Provenance,
  options: TableStoreOptions = {},
): Promise<TableRecord> {
  const { name, space, table } = landscape;
  checkTableName(name);
  const folder = tablesFolder(options);
  await makeFolder(folder);
  const bytes = writeNpy({ shape: [table.length], data: table });
  const record: TableRecord = {
    format: "windage-table",
    version: 1,
    name,
    alphabet: space.alphabet,
    length: space.length,
    sha256: sha256(bytes),
    ...landscape.summary(),
    importedAt: new Date().toISOString(),
    provenance,
  };
  await writeDurably(join(folder, scoresFileName(record)), [bytes]);
  await writeDocument(join(folder, `${name}.json`), record);
  await removeOtherScores(folder, record);
  return record;
}

/** Loads a binding table that `storeTable` kept and checks it against its checksum. */
export async function loadTable(
  name: string,
  options: TableStoreOptions = {},
): Promise<{ readonly landscape: TableLandscape; readonly record: TableRecord }> {
  checkTableName(name);
  const folder = tablesFolder(options);
  const record = await readRecord(folder, name);
  const path = join(folder, scoresFileName(record));
  const bytes = await readSmallFile(path, MAX_TABLE_BYTES).catch((cause: unknown) => {
    throw corrupt(path, "the file with the scores cannot be read", cause);
  });
  if (bytes === undefined) throw corrupt(path, "the file with the scores is missing");
  const found = sha256(bytes);
  if (found !== record.sha256) {
    throw corrupt(path, `got checksum ${found.slice(0, 12)}…, expected ${record.sha256.slice(0, 12)}…`);
  }
  const { data } = readNpy(bytes, path);
  if (!(data instanceof Float64Array)) throw corrupt(path, "the scores are not float64");
  return {
    landscape: new TableLandscape(name, new SequenceSpace(record.alphabet, record.length), data),
    record,
  };
}

/** All stored tables by name; damaged records are listed with their problem. */
export async function listTables(options: TableStoreOptions = {}): Promise<readonly TableListing[]> {
  const folder = tablesFolder(options);
  const names = (await filesIn(folder))
    .filter((file) => file.endsWith(".json") && !file.startsWith("."))
    .map((file) => file.slice(0, -".json".length))
    .sort();
  return Promise.all(
    names.map(async (name): Promise<TableListing> => {
      try {
        return { name, record: await readRecord(folder, name) };
      } catch (error) {
        if (error instanceof WindageError) return { name, problem: error };
        throw error;
      }
    }),
  );
}

/** Removes a stored table; one that is not there is an error. */
export async function removeTable(name: string, options: TableStoreOptions = {}): Promise<void> {
  checkTableName(name);
  const folder = tablesFolder(options);
  if (!(await filesIn(folder)).includes(`${name}.json`)) throw notFound(name, folder);
  await rm(join(folder, `${name}.json`));
  await removeOtherScores(folder, { name, sha256: "" });
}

function tablesFolder(options: TableStoreOptions): string {
  return join(options.folder ?? dataFolder(), "tables");
}

async function readRecord(folder: string, name: string): Promise<TableRecord> {
  const path = join(folder, `${name}.json`);
  const text = await readSmallText(path, MAX_RECORD_BYTES).catch((cause: unknown) => {
    throw corrupt(path, "it cannot be read", cause);
  });
  if (text === undefined) throw notFound(name, folder);
  const { parseTableRecord } = await import("./parse-table-record.ts");
  const record = parseTableRecord(text, path);
  if (record.name !== name) throw corrupt(path, `it describes the table "${record.name}"`);
  return record;
}

/** Deletes score files of a table that its record does not point to. */
async function removeOtherScores(
  folder: string,
  current: Pick<TableRecord, "name" | "sha256">,
): Promise<void> {
  const keep = scoresFileName(current);
  for (const file of await filesIn(folder)) {
    const isOurs =
      file.startsWith(`${current.name}-`) && /^[0-9a-f]{16}\.npy$/.test(file.slice(current.name.length + 1));
    if (isOurs && file !== keep) await rm(join(folder, file), { force: true });
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    const reason = error instanceof Error ? error.message : String(error);
    throw new WindageError(
      "data/not-readable",
      `${folder}: ${reason}; expected the folder of tables, check WINDAGE_DATA and its permissions`,
      { cause: error },
    );
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function notFound(name: string, folder: string): WindageError {
  return new WindageError(
    "data/not-found",
    `table ${JSON.stringify(name)}: there is none in ${folder}; import it first, or name its file`,
  );
}
