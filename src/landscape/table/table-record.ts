/**
 * The JSON sidecar of a stored table: what is in the .npy file beside it, its checksum and its origin. How it
 * is read is in `parse-table-record.ts`.
 */

import { WindageError } from "../../error.ts";
import type { Provenance } from "../provenance.ts";

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

/** The error for a stored table that cannot be used any more. */
export function corrupt(path: string, reason: string, cause?: unknown): WindageError {
  return new WindageError(
    "data/corrupt",
    `${path}: ${reason}; the stored table is damaged, import it again from its source`,
    { cause },
  );
}
