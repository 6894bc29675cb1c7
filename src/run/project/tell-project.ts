/**
 * Files of measurements that a design project is told: the first one makes it, further ones are added, and the last may be
 * taken back. A file is used before it is kept, and listed after that, so that a kill leaves nothing half told.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { logScores } from "../../design/utility/log-scores.ts";
import { WindageError } from "../../error.ts";
import { isTemporary, makeFolder, writeDocument, writeDurably } from "../../file/durable-write.ts";
import { readSmallFile } from "../../file/folder-file.ts";
import { broken } from "../../file/json-document.ts";
import { systemCode } from "../../file/system-code.ts";
import { isWorkbook } from "../../file/spreadsheet.ts";
import { readUserFile } from "../../file/read-user-file.ts";
import type { Assay, AssayOptions, Measurement } from "../../landscape/assay/assay.ts";
import { writePlaces } from "../../landscape/assay/places.ts";
import type { HeldProject } from "./hold-project.ts";
import { openProject, type Project, readResults } from "./project.ts";
import {
  fileName,
  isToldAgain,
  mostBytes,
  type ProjectRecord,
  type ProjectSettings,
} from "./project-document.ts";
import {
  digestOf,
  orderNames,
  parts,
  readRecord,
  recordPath,
  requireParts,
  requireRecord,
} from "./project-layout.ts";

/** Makes a project from its first file, again where that was stopped before its first order; others are refused. */
export async function createProject(
  held: HeldProject,
  source: string,
  options: AssayOptions,
  settings: ProjectSettings,
): Promise<Project> {
  const { folder } = held;
  const old = await readRecord(folder);
  if (old !== undefined && !(await isUnbegun(folder, old, source))) {
    throw new WindageError(
      "design/project-exists",
      `${folder}: there is already a design project; go on with "windage design tell" and "windage design propose", or choose another folder`,
    );
  }
  if (old === undefined) await refuseForeign(folder, source);
  for (const part of parts) await makeFolder(join(folder, part), "No project was begun.");
  return keepFile(held, { format: 1, settings, told: [], orders: 0 }, source, options);
}

/** What the first file may be called. */
const firstNames: ReadonlySet<string> = new Set([fileName(1), fileName(1, true)]);

/** A folder with anything in it that a new project would write over or take for its own is left alone. */
async function refuseForeign(folder: string, source: string): Promise<void> {
  for (const part of parts) {
    const path = join(folder, part);
    const all = await readdir(path).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return [];
      throw broken(path, "it is no folder, expected one of the project");
    });
    const names = all.filter((name) => !isTemporary(name));
    if (names.length === 0) continue;
    // A command that was killed leaves the file it was given, and no list that names it.
    if (part === "measured" && names.length === 1 && firstNames.has(names[0]!)) {
      const left = await readSmallFile(join(path, names[0]!), mostBytes.measured);
      if (left !== undefined && digestOf(left) === digestOf(await readUserFile(source))) continue;
    }
    throw new WindageError(
      "design/project-exists",
      `${path}: got ${names.length === 1 ? "a file" : `${names.length} files`} in it but no project.json beside it, expected a new or empty folder; bring project.json back, or choose another folder`,
    );
  }
}

/** Whether nothing but this file was told and nothing was ordered: the same command was stopped or failed. */
async function isUnbegun(folder: string, { told, orders }: ProjectRecord, source: string): Promise<boolean> {
  if (told.length > 1 || orders > 0 || (await orderNames(folder)).length > 0) return false;
  const sha256 = digestOf(await readUserFile(source));
  return told.every((file) => file.sha256 === sha256);
}

/** Adds a file of measurements; the one that was told last changes nothing, and any other that was told is refused. */
export async function tellProject(
  held: HeldProject,
  source: string,
  given: AssayOptions,
): Promise<Project & { readonly toldBefore: boolean }> {
  const record = await requireRecord(held.folder);
  // All of it, not the record alone: a damaged project takes nothing in.
  const project = await openProject(held.folder);
  // Places have the names that the first file gave them.
  const { parent, sites } = record.told[0]?.options ?? {};
  const options = {
    alphabet: record.settings.alphabet,
    ...(parent === undefined ? {} : { parent }),
    ...(sites === undefined ? {} : { sites }),
    ...given,
  };
  const sha256 = digestOf(await readUserFile(source));
  if (isToldAgain(record, { source, sha256, options })) return { ...project, toldBefore: true };
  // A kill may have left an order that the list does not count; two at once would not be missed if they were lost.
  const counted = { ...record, orders: project.orders.length };
  return { ...(await keepFile(held, counted, source, options, project)), toldBefore: false };
}

/**
 * Takes back the file that was told last and still counts, but for the first, which made the project. Orders that were made
 * with it stay as they are.
 */
export async function untellProject(held: HeldProject): Promise<Project & { readonly takenBack: string }> {
  const record = await requireRecord(held.folder);
  await openProject(held.folder);
  const last = record.told.findLastIndex(({ takenBack }) => takenBack !== true);
  if (last < 1) {
    throw new WindageError(
      "design/nothing-told",
      `${held.folder}: got no file that was told since the project began, expected one to take back; the first file can only be changed by a new project`,
    );
  }
  const told = record.told.map((file, at) => (at === last ? { ...file, takenBack: true } : file));
  await held.verify();
  await writeDocument(recordPath(held.folder), { ...record, told });
  return { ...(await openProject(held.folder)), takenBack: record.told[last]!.source };
}

function toldBefore(source: string, before: string): WindageError {
  return new WindageError(
    "design/told-before",
    `${source}: got the same measurements as ${before}, which was told before and counts once; put what was really measured again into one file with what is new`,
  );
}

/** The length that everything measured has; undefined where there are several. */
function onlyLength(assays: readonly Assay[]): number | undefined {
  const lengths = new Set(
    assays.flatMap(({ measurements }) => measurements.map((one) => one.sequence.length)),
  );
  return lengths.size === 1 ? [...lengths][0] : undefined;
}

/** One sequence of another length would make orders of all lengths up to it; nearly always it is a mistake. */
function requireLength({ measurements }: Assay, length: number, source: string): void {
  const others = measurements.filter(({ sequence }) => sequence.length !== length);
  if (others.length === 0) return;
  const [{ sequence }] = others as [Measurement];
  const more = others.length === 1 ? "" : ` (and ${others.length - 1} more)`;
  throw new WindageError(
    "design/other-length",
    `${source}: got ${sequence} of ${sequence.length} letters${more}, expected ${length} letters, as everything measured so far has; mend or take out what is not meant. To order sequences of several lengths, begin a new project with a file that has them.`,
  );
}

async function keepFile(
  held: HeldProject,
  record: ProjectRecord,
  source: string,
  options: AssayOptions,
  { assays: earlier, orders }: Pick<Project, "assays" | "orders"> = { assays: [], orders: [] },
): Promise<Project> {
  const { folder } = held;
  const bytes = await readUserFile(source);
  const sha256 = digestOf(bytes);
  const before = record.told.find((file) => file.sha256 === sha256 && file.takenBack !== true);
  if (before !== undefined) throw toldBefore(source, before.source);
  // Used before it is kept: a file that cannot be must not become part of a project.
  const assay = await readResults(bytes, source, options, orders);
  // The same rows with other line ends or another delimiter, as spreadsheets write them.
  const twin = earlier.findIndex(({ measurements }) => isDeepStrictEqual(measurements, assay.measurements));
  if (twin >= 0) throw toldBefore(source, record.told[twin]!.source);
  const length = onlyLength(earlier);
  if (length !== undefined) requireLength(assay, length, source);
  if (record.settings.log) logScores(assay.measurements);
  const file = fileName(record.told.length + 1, isWorkbook(bytes));
  const told = {
    file,
    source,
    sha256,
    options: { ...foundOptions(assay), ...options, alphabet: assay.alphabet },
    ...(orders.length === 0 ? {} : { orders: orders.length }),
  };
  await requireParts(folder);
  await refuseOther(join(folder, "measured", file), sha256);
  await held.verify();
  await writeDurably(join(folder, "measured", file), [bytes]);
  await writeDocument(recordPath(folder), { ...record, told: [...record.told, told] });
  return openProject(folder);
}

/** The parent that was found, so that later files have the same one. */
function foundOptions({ parent }: Assay): AssayOptions {
  if (parent === undefined) return {};
  const { sequence, numbers } = parent;
  const isUsual = numbers.every((number, i) => number === i + 1);
  return { parent: sequence, ...(isUsual ? {} : { sites: writePlaces(numbers) }) };
}

/** A file that no list names may be all there is of some measurements: a command was killed, or project.json is an old one. */
async function refuseOther(path: string, sha256: string): Promise<void> {
  const there = await readSmallFile(path, mostBytes.measured);
  if (there === undefined || digestOf(there) === sha256) return;
  throw new WindageError(
    "design/file-unlisted",
    `${path}: got a file that project.json does not list, expected none; bring the newer project.json back, or tell this file first ("windage design tell <project> ${path}"), or take it away`,
  );
}
