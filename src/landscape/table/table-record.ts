/**
 * The JSON sidecar of a stored table: what is in the .npy file beside it, its checksum and its origin. Records
 * are checked field by field when they are read, because people edit and copy such files.
 */

import { WindageError } from "../../error.ts";
import type { Provenance, SourceFile } from "../provenance.ts";

/** Everything known about a stored table but its scores. */
export interface TableRecord {
  readonly format: "windage-table";
  readonly version: 1;
  readonly name: string;
  readonly alphabet: string;
  readonly length: number;
  /** SHA-256 of the .npy file, which also names it. */
  readonly sha256: string;
  readonly min: number;
  readonly mean: number;
  readonly max: number;
  readonly importedAt: string;
  readonly provenance: Provenance;
}

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/** Throws unless a table may be stored under this name on every platform. */
export function checkTableName(name: string): void {
  if (!/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/.test(name) || name.includes("..") || RESERVED.test(name)) {
    throw new WindageError(
      "data/invalid-name",
      `table name: got ${JSON.stringify(name)}, expected up to 64 lower-case letters, digits, dots, dashes and ` +
        "underscores that begin and end with a letter or digit, such as six6-ref-r1",
    );
  }
}

/** The name of the file that holds the scores; derived, so that no record can point outside the folder. */
export function scoresFileName(record: Pick<TableRecord, "name" | "sha256">): string {
  return `${record.name}-${record.sha256.slice(0, 16)}.npy`;
}

/** Reads a record, or throws `data/corrupt`. */
export function parseTableRecord(text: string, path: string): TableRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw corrupt(path, "it is not valid JSON", cause);
  }
  if (!isObject(value)) throw corrupt(path, "it is not a JSON object");
  if (value["format"] !== "windage-table" || value["version"] !== 1) {
    throw corrupt(
      path,
      `got format ${String(value["format"])} version ${String(value["version"])}, expected windage-table version 1`,
    );
  }
  const { name, alphabet, length, sha256, min, mean, max, importedAt, provenance } = value;
  if (
    typeof name === "string" &&
    typeof alphabet === "string" &&
    typeof length === "number" &&
    typeof sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof min === "number" &&
    typeof mean === "number" &&
    typeof max === "number" &&
    typeof importedAt === "string" &&
    isProvenance(provenance)
  ) {
    checkTableName(name);
    return {
      format: "windage-table",
      version: 1,
      name,
      alphabet,
      length,
      sha256,
      min,
      mean,
      max,
      importedAt,
      provenance,
    };
  }
  throw corrupt(path, "a field is missing or of the wrong type");
}

/** The error for a stored table that cannot be used any more. */
export function corrupt(path: string, reason: string, cause?: unknown): WindageError {
  return new WindageError(
    "data/corrupt",
    `${path}: ${reason}; the stored table is damaged, import it again from its source`,
    { cause },
  );
}

function isProvenance(value: unknown): value is Provenance {
  return (
    isObject(value) &&
    typeof value["source"] === "string" &&
    typeof value["published"] === "boolean" &&
    typeof value["rows"] === "number" &&
    Array.isArray(value["files"]) &&
    value["files"].every(isSourceFile)
  );
}

function isSourceFile(value: unknown): value is SourceFile {
  return (
    isObject(value) &&
    typeof value["name"] === "string" &&
    typeof value["sha256"] === "string" &&
    typeof value["published"] === "boolean"
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
