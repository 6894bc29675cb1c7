/** Where the parts of a design project lie, and its record; nothing here writes. */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import { isPlainFolder, readSmallText } from "../../file/folder-file.ts";
import { broken, parseObject } from "../../file/json-document.ts";
import { shellWord } from "../../shell-word.ts";
import { mostBytes, type ProjectRecord, readProjectRecord } from "./project-document.ts";

export const parts = ["measured", "orders"] as const;
export const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
export const recordPath = (folder: string): string => join(folder, "project.json");

/** The files of orders, in their order. */
export async function orderNames(folder: string): Promise<readonly string[]> {
  const path = join(folder, "orders");
  if (!(await isPlainFolder(path))) return [];
  const names = (await readdir(path)).filter((name) => /^\d{3,}\.json$/.test(name));
  return names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

/** A link in the place of a folder would lead everything in it elsewhere. */
export async function requireParts(folder: string): Promise<void> {
  for (const part of parts) {
    const path = join(folder, part);
    if (!(await isPlainFolder(path))) throw broken(path, "it is no folder, expected one of the project");
  }
}

export async function readRecord(folder: string): Promise<ProjectRecord | undefined> {
  const path = recordPath(folder);
  const written = await readSmallText(path, mostBytes.record);
  return written === undefined ? undefined : readProjectRecord(parseObject(written, path), path);
}

export async function requireRecord(folder: string): Promise<ProjectRecord> {
  const record = await readRecord(folder);
  if (record !== undefined) return record;
  throw noProject(folder);
}

function noProject(folder: string): WindageError {
  return new WindageError(
    "design/no-project",
    `${folder}: got no project.json in it, expected the folder of a design project; begin one with "windage design assay.csv --project ${shellWord(folder)}"`,
  );
}
