/**
 * Imports a real binding table over all 8-mers: the raw `*_8mers.txt` of any transcription factor, or
 * Design-Bench's pair of .npy arrays. Recognises the published files by checksum, checks that nothing is
 * missing, contradictory or asymmetric, and keeps a record of where the numbers came from. The data itself is
 * not part of this package.
 */

import { basename, dirname, join } from "node:path";
import { WindageError } from "../../error.ts";
import { assembleEightMers } from "./assemble-eight-mers.ts";
import { parseEightMerArrays } from "./parse-eight-mer-arrays.ts";
import { parseEightMerTable } from "./parse-eight-mer-table.ts";
import { type Provenance, TFBIND8_CITATION, describeFile, nameWarning } from "../provenance.ts";
import { decodeText, readUserFile } from "../../file/read-user-file.ts";
import { sha256 } from "../../file/sha256.ts";
import type { TableLandscape } from "../exact/table-landscape.ts";

/** A table with its origin, and remarks the user should see. */
export interface ImportedTable {
  readonly landscape: TableLandscape;
  readonly provenance: Provenance;
  readonly warnings: readonly string[];
}

/**
 * Reads a binding table as it was published: one raw text table, or the two arrays of a pair in either order; of a
 * pair named with `-x-` and `-y-` one file is enough when the other lies beside it.
 */
export async function importTfbind8(
  paths: readonly string[],
  options: { readonly name?: string } = {},
): Promise<ImportedTable> {
  const files = await Promise.all(
    withPartner(paths).map(async (path) => ({ name: basename(path), bytes: await readUserFile(path) })),
  );
  const [first, second] = files;
  if (first === undefined || files.length > 2) {
    throw new WindageError(
      "data/invalid-table",
      `got ${files.length} files, expected one *_8mers.txt table or the two .npy files of a Design-Bench pair`,
    );
  }
  const sources = files.map(({ name, bytes }) => describeFile(name, sha256(bytes)));
  const label = files.map(({ name }) => name).join(" + ");
  const measurements =
    second === undefined
      ? parseEightMerTable(decodeText(first.bytes, first.name), first.name)
      : parseEightMerArrays([first, second]);
  const landscape = assembleEightMers(options.name ?? "tfbind8", measurements, label);
  const published = sources.every((source) => source.published);
  return {
    landscape,
    provenance: {
      source: published ? TFBIND8_CITATION : label,
      files: sources,
      published,
      rows: measurements.rows,
    },
    warnings: sources.flatMap((source) => nameWarning(source) ?? []),
  };
}

/** Completes a single array of a pair by the name of the other one. */
function withPartner(paths: readonly string[]): readonly string[] {
  const [path] = paths;
  if (path === undefined || paths.length > 1 || !path.endsWith(".npy")) return paths;
  const name = basename(path);
  const partner = /-x-/.test(name) ? name.replace("-x-", "-y-") : name.replace("-y-", "-x-");
  if (partner === name) {
    throw new WindageError(
      "data/invalid-table",
      `${path}: got one .npy file, expected the pair of letters and scores; name both files`,
    );
  }
  return [path, join(dirname(path), partner)];
}
