/** The tables of `--condition-table`, opened: landscapes of the same sequences, each under a name. */
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { WindageError } from "../../error.ts";
import type { TableLandscape } from "../../landscape/exact/table-landscape.ts";
import { loadCsvLandscape, loadScoredSequences } from "../../landscape/source/csv-landscape.ts";
import { importTfbind8 } from "../../landscape/table/tfbind8.ts";
import type { GeneralConfig } from "../settings/general-settings.ts";
import { inWords, type Said, type Wording } from "../../wording.ts";
import { splitTable } from "./split-table.ts";

/** A file and what its table is called. */
export interface TableFile {
  readonly name: string;
  readonly path: string;
}

/** Names are typed on command lines and are keys of metrics. */
const plainName = /^[\p{L}\p{N}_.+-]{1,60}$/u;
const tableEnding = "_8mers.txt";

/** The files of a configuration, folders looked into; names have to differ. */
export async function tableFiles(texts: readonly string[]): Promise<readonly TableFile[]> {
  const found = (await Promise.all(texts.map((text) => filesOf(text)))).flat();
  const seen = new Map<string, string>();
  for (const { name, path } of found) {
    if (!plainName.test(name)) {
      throw bad(
        `got the name ${JSON.stringify(name)} for ${path}, expected letters, digits and _ . + -; write NAME=${path}.`,
      );
    }
    const other = seen.get(name);
    if (other !== undefined) {
      throw bad(
        `got the name ${name} for ${other} and for ${path}, expected different ones; write NAME=file.`,
      );
    }
    seen.set(name, path);
  }
  if (found.length < 2) {
    throw bad(
      (say) =>
        `got ${found.length === 0 ? `no *${tableEnding} there` : `one table, ${found[0]!.path}`}, expected at least two; give it once for each, or use ${say("landscape.table")} for one.`,
    );
  }
  return found;
}

async function filesOf(text: string): Promise<readonly TableFile[]> {
  const { name, path } = splitTable(text);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return [{ name: name ?? nameOf(path), path }];
  if (name !== undefined)
    throw bad(`got the name ${name} for the folder ${path}, whose files name themselves; leave it out.`);
  const inside = (await readdir(path)).filter((file) => file.endsWith(tableEnding)).toSorted();
  return inside.map((file) => ({ name: nameOf(file), path: join(path, file) }));
}

/** What stands before the first underscore, or before the ending. */
function nameOf(path: string): string {
  return basename(path).replace(/[_.].*$/s, "");
}

/** Opens all of them; they have to be complete, over the same letters, and of one length. */
export async function openTables(
  files: readonly TableFile[],
  config: GeneralConfig,
): Promise<readonly TableLandscape[]> {
  const tables = [];
  for (const file of files) tables.push(await openTable(file, config));
  const [first] = tables;
  for (const [i, { space }] of tables.entries()) {
    if (space.alphabet === first!.space.alphabet && space.length === first!.space.length) continue;
    throw bad(
      `got sequences of ${space.length} over ${space.alphabet} in ${files[i]!.path}, expected those of ${files[0]!.path}, which has ${first!.space.length} over ${first!.space.alphabet}.`,
    );
  }
  return tables;
}

/** Options about CSV files that do nothing for these tables, in sentences. */
export async function idleForTables(
  files: readonly TableFile[],
  tables: readonly TableLandscape[],
  { alphabet, missing }: GeneralConfig,
): Promise<readonly Wording[]> {
  const listed = files.flatMap(({ path }, i) => (isCsv(path) ? [{ path, space: tables[i]!.space }] : []));
  if (listed.length === 0 && alphabet !== null) {
    return [
      (say) => `${say("environment.alphabet")}: has no effect, because none of the tables is a CSV file.`,
    ];
  }
  if (missing === "error") return [];
  for (const { path, space } of listed) {
    const scores = await loadScoredSequences(path, { alphabet: space.alphabet });
    if (scores.size < space.size) return [];
  }
  return [
    (say) => `${say("oracle.missing", missing)}: has no effect, because the tables list every sequence.`,
  ];
}

function isCsv(path: string): boolean {
  return /\.csv$/i.test(path);
}

async function openTable(
  { name, path }: TableFile,
  { alphabet, missing }: GeneralConfig,
): Promise<TableLandscape> {
  if (!isCsv(path)) return (await importTfbind8([path], { name })).landscape;
  if (alphabet === null)
    throw bad(
      (say) =>
        `got the CSV file ${path} without ${say("environment.alphabet")}, expected its letters; add ${say("environment.alphabet", "ACGT")}.`,
    );
  const { landscape } = await loadCsvLandscape(path, { name, alphabet, missing });
  if (landscape.enumerable) return landscape;
  throw bad(
    (say) =>
      `got ${path}, which does not say what every sequence scores, expected a complete table of one length; add ${say("oracle.missing", "floor")}, or a number.`,
  );
}

function bad(message: Said): WindageError {
  return new WindageError("run/bad-source", (say) => `${say("contexts.tables")}: ${inWords(message, say)}`);
}
