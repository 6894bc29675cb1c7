/**
 * A design project: a folder that keeps every measurement file as it was told, and every order with its predictions.
 * Files are written whole or not at all, and the list of them last, so a process may be killed at any point: what was
 * not finished is done again by the same command, and nothing that was told is lost. Whoever writes holds its lock.
 *
 *     project.json          settings, which files were told, and how many orders there are
 *     measured/001.csv …    the files, unchanged
 *     orders/001.json …     what was proposed, after how many files
 *     lock.json             who is writing
 */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Proposal } from "../../design/index.ts";
import { logScores } from "../../design/utility/log-scores.ts";
import { mergeMeasurements } from "../../design/rounds.ts";
import { WindageError } from "../../error.ts";
import {
  isTemporary,
  makeFolder,
  removeTemporaries,
  writeDocument,
  writeDurably,
} from "../../file/durable-write.ts";
import { isPlainFolder, readSmallFile, readSmallText } from "../../file/folder-file.ts";
import { broken, parseObject } from "../../file/json-document.ts";
import { systemCode } from "../../file/system-code.ts";
import { decodeText, readUserFile } from "../../file/read-user-file.ts";
import { type Assay, type AssayOptions, type Measurement, readAssay } from "../../landscape/index.ts";
import { lockRun } from "../lock/lock.ts";
import {
  fileName,
  isToldAgain,
  mostBytes,
  numbered,
  type Order,
  type ProjectRecord,
  type ProjectSettings,
  readOrder,
  readProjectRecord,
} from "./project-document.ts";

/** A project as it is on the disk. */
export interface Project {
  readonly folder: string;
  readonly settings: ProjectSettings;
  /** The assay of each file, in the order they were told; without measurements where it was taken back. */
  readonly assays: readonly Assay[];
  readonly orders: readonly Order[];
}

/** A project that nobody else may write meanwhile. */
export interface HeldProject {
  readonly folder: string;
  /** Throws where another process has taken it over; asked before anything is written. */
  verify(): Promise<void>;
}

const parts = ["measured", "orders"] as const;
const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const recordPath = (folder: string): string => join(folder, "project.json");

/** Why no folder can be made somewhere, by what the system says. */
const inTheWay: Readonly<Record<string, string>> = {
  EEXIST: "a file of that name is there",
  ENOTDIR: "part of the path is a file",
  ENOENT: "the system has no such place",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "the disk is read-only",
  ENAMETOOLONG: "the name is too long",
};

/** Does some work that writes a project; while it goes on, others who would write are told who is at it. */
export async function holdProject<T>(folder: string, work: (held: HeldProject) => Promise<T>): Promise<T> {
  await requireRecord(folder);
  return hold(folder, work);
}

/** The same for a project that is to be made. */
export async function beginProject<T>(folder: string, work: (held: HeldProject) => Promise<T>): Promise<T> {
  await makeFolder(folder, "No project was begun.").catch((error: unknown) => {
    if (!(error instanceof WindageError) || error.code !== "run/not-writable") throw error;
    const code = systemCode(error.cause) ?? "no reason given";
    throw new WindageError(
      "design/no-folder",
      `${folder}: got a place where no folder can be made (${inTheWay[code] ?? code}), expected a new or empty folder for the project; nothing was written, choose another place`,
      { cause: error.cause },
    );
  });
  return hold(folder, work);
}

async function hold<T>(folder: string, work: (held: HeldProject) => Promise<T>): Promise<T> {
  const lock = await lockRun({ id: folder, folder });
  try {
    for (const part of ["", ...parts]) {
      const path = join(folder, part);
      if (part === "" || (await isPlainFolder(path))) await removeTemporaries(path);
    }
    return await work({ folder, verify: () => lock.verify() });
  } finally {
    await lock.release();
  }
}

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
    if (part === "measured" && names.length === 1 && names[0] === fileName(1)) {
      const left = await readSmallFile(join(path, fileName(1)), mostBytes.measured);
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
  const options = { alphabet: record.settings.alphabet, ...given };
  const sha256 = digestOf(await readUserFile(source));
  if (isToldAgain(record, { source, sha256, options })) return { ...project, toldBefore: true };
  // A kill may have left an order that the list does not count; two at once would not be missed if they were lost.
  const counted = { ...record, orders: project.orders.length };
  return { ...(await keepFile(held, counted, source, options, project.assays)), toldBefore: false };
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
  earlier: readonly Assay[] = [],
): Promise<Project> {
  const { folder } = held;
  const bytes = await readUserFile(source);
  const sha256 = digestOf(bytes);
  const before = record.told.find((file) => file.sha256 === sha256 && file.takenBack !== true);
  if (before !== undefined) throw toldBefore(source, before.source);
  // Used before it is kept: a file that cannot be must not become part of a project.
  const assay = readAssay(decodeText(bytes, source), options, source);
  // The same rows with other line ends or another delimiter, as spreadsheets write them.
  const twin = earlier.findIndex(({ measurements }) => isDeepStrictEqual(measurements, assay.measurements));
  if (twin >= 0) throw toldBefore(source, record.told[twin]!.source);
  const length = onlyLength(earlier);
  if (length !== undefined) requireLength(assay, length, source);
  if (record.settings.log) logScores(assay.measurements);
  const file = fileName(record.told.length + 1);
  const told = { file, source, sha256, options: { ...options, alphabet: assay.alphabet } };
  await requireParts(folder);
  await refuseOther(join(folder, "measured", file), sha256);
  await held.verify();
  await writeDurably(join(folder, "measured", file), [bytes]);
  await writeDocument(recordPath(folder), { ...record, told: [...record.told, told] });
  return openProject(folder);
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

/** Reads a whole project. */
export async function openProject(folder: string): Promise<Project> {
  const record = await requireRecord(folder);
  await requireParts(folder);
  const assays: Assay[] = [];
  for (const { file, sha256, options, takenBack } of record.told) {
    const path = join(folder, "measured", file);
    const bytes = await readSmallFile(path, mostBytes.measured);
    if (bytes === undefined) throw broken(path, "it is missing, expected a file that was told");
    if (digestOf(bytes) !== sha256) throw broken(path, "it has other content than was told");
    const assay = readAssay(decodeText(bytes, path), options, path);
    assays.push(takenBack === true ? { ...assay, measurements: [] } : assay);
  }
  const orders: Order[] = [];
  for (const name of await orderNames(folder)) {
    const path = join(folder, "orders", name);
    const written = await readSmallText(path, mostBytes.order);
    if (written === undefined) throw broken(path, "it vanished while it was read");
    orders.push(readOrder(parseObject(written, path), path, orders.length + 1, record));
  }
  if (orders.length < record.orders) {
    throw broken(join(folder, "orders"), `it has ${orders.length} orders, expected ${record.orders}`);
  }
  return { folder, settings: record.settings, assays, orders };
}

/** The files of orders, in their order. */
async function orderNames(folder: string): Promise<readonly string[]> {
  const path = join(folder, "orders");
  if (!(await isPlainFolder(path))) return [];
  const names = (await readdir(path)).filter((name) => /^\d{3,}\.json$/.test(name));
  return names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

/** Keeps an order, and what is not to be proposed by any later one either. */
export async function keepOrder(
  held: HeldProject,
  project: Project,
  proposal: Proposal,
  excluded: readonly string[] = [],
): Promise<Order> {
  const round = project.orders.length + 1;
  const order: Order = {
    round,
    toldFiles: project.assays.length,
    proposal,
    ...(excluded.length === 0 ? {} : { excluded }),
  };
  await requireParts(held.folder);
  await held.verify();
  const record = await requireRecord(held.folder);
  await writeDocument(join(held.folder, "orders", `${numbered(round)}.json`), order);
  await writeDocument(recordPath(held.folder), { ...record, orders: round });
  return order;
}

/** Everything measured, after the first so many files. */
export function measurementsOf({ assays, settings }: Project, files = assays.length): readonly Measurement[] {
  const told = assays.slice(0, files).map(({ measurements }) => measurements);
  const merged = mergeMeasurements(told, settings.round);
  return settings.log ? logScores(merged) : merged;
}

/** The order that still waits for its results: the last one, where nothing was told since. */
export function openOrder({ orders, assays }: Project): Order | undefined {
  const last = orders.at(-1);
  const told = last && assays.slice(last.toldFiles).some(({ measurements }) => measurements.length > 0);
  return told === false ? last : undefined;
}

/** What no further order may hold: what was ordered, even where it was never measured, and what was ever excluded. */
export function neverAgain({ orders }: Project): readonly string[] {
  return orders.flatMap(({ proposal, excluded = [] }) => [
    ...proposal.designs.map(({ order }) => order),
    ...excluded,
  ]);
}

/** A link in the place of a folder would lead everything in it elsewhere. */
async function requireParts(folder: string): Promise<void> {
  for (const part of parts) {
    const path = join(folder, part);
    if (!(await isPlainFolder(path))) throw broken(path, "it is no folder, expected one of the project");
  }
}

async function readRecord(folder: string): Promise<ProjectRecord | undefined> {
  const path = recordPath(folder);
  const written = await readSmallText(path, mostBytes.record);
  return written === undefined ? undefined : readProjectRecord(parseObject(written, path), path);
}

async function requireRecord(folder: string): Promise<ProjectRecord> {
  const record = await readRecord(folder);
  if (record !== undefined) return record;
  throw noProject(folder);
}

function noProject(folder: string): WindageError {
  return new WindageError(
    "design/no-project",
    `${folder}: got no project.json in it, expected the folder of a design project; begin one with "windage design assay.csv --project ${folder}"`,
  );
}
