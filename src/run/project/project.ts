/**
 * A design project: a folder that keeps every measurement file as it was told, and every order with its predictions.
 * Files are written whole or not at all, and the list of them last, so a process may be killed at any point: what was
 * not finished is done again by the same command, and nothing that was told is lost.
 *
 *     project.json          settings, and which files were told
 *     measured/001.csv …    the files, unchanged
 *     orders/001.json …     what was proposed, after how many files
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Design, Proposal } from "../../design/index.ts";
import { logScores, mergeMeasurements } from "../../design/index.ts";
import { WindageError } from "../../error.ts";
import { writeDurably, writeJson } from "../../file/durable-write.ts";
import { tryParseObject } from "../../file/json-document.ts";
import { decodeText, readUserFile } from "../../file/read-user-file.ts";
import { type Assay, type AssayOptions, type Measurement, readAssay } from "../../landscape/index.ts";

/** What a project decides once, at its beginning. */
export interface ProjectSettings {
  readonly alphabet: string;
  readonly minimize: boolean;
  readonly log: boolean;
  /** Everything a round needs, as the command that made the project was told. */
  readonly round: Readonly<Record<string, unknown>>;
}

interface ToldFile {
  readonly file: string;
  readonly source: string;
  readonly sha256: string;
  readonly options: AssayOptions;
}

interface ProjectRecord {
  readonly format: 1;
  readonly settings: ProjectSettings;
  readonly told: readonly ToldFile[];
}

/** An order as it is kept. */
export interface Order {
  readonly round: number;
  /** How many files had been told. */
  readonly toldFiles: number;
  readonly proposal: Proposal;
}

/** A project as it is on the disk. */
export interface Project {
  readonly folder: string;
  readonly settings: ProjectSettings;
  /** The assay of each file, in the order they were told. */
  readonly assays: readonly Assay[];
  readonly orders: readonly Order[];
}

const numbered = (number: number): string => String(number).padStart(3, "0");

/** Makes a project from its first file, again where that was stopped before its first order; others are refused. */
export async function createProject(
  folder: string,
  source: string,
  options: AssayOptions,
  settings: ProjectSettings,
): Promise<Project> {
  const old = await readRecord(folder);
  if (old !== undefined && !(await isUnbegun(folder, old, source))) {
    throw new WindageError(
      "design/project-exists",
      `${folder}: there is already a design project; go on with "windage design tell" and "windage design propose", or choose another folder`,
    );
  }
  for (const part of ["measured", "orders"]) {
    await mkdir(join(folder, part), { recursive: true }).catch((cause: unknown) => {
      throw new WindageError(
        "design/no-folder",
        `${folder}: got no folder and could not make one (${cause instanceof Error ? cause.message : String(cause)}), expected a new folder for the project; choose another name`,
        { cause },
      );
    });
  }
  return keepFile(folder, { format: 1, settings, told: [] }, source, options);
}

/** Whether nothing but this file was told and nothing was ordered: the same command was stopped or failed. */
async function isUnbegun(folder: string, { told }: ProjectRecord, source: string): Promise<boolean> {
  const orders = await readdir(join(folder, "orders")).catch(() => []);
  if (told.length > 1 || orders.some((name) => name.endsWith(".json"))) return false;
  const sha256 = createHash("sha256")
    .update(await readUserFile(source))
    .digest("hex");
  return told.every((file) => file.sha256 === sha256);
}

/** Adds a file of measurements; one that was told before is refused. */
export async function tellProject(folder: string, source: string, options: AssayOptions): Promise<Project> {
  const record = await requireRecord(folder);
  return keepFile(folder, record, source, { alphabet: record.settings.alphabet, ...options });
}

async function keepFile(
  folder: string,
  record: ProjectRecord,
  source: string,
  options: AssayOptions,
): Promise<Project> {
  const bytes = await readUserFile(source);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const before = record.told.find((file) => file.sha256 === sha256);
  if (before !== undefined) {
    throw new WindageError(
      "design/told-before",
      `${source}: got the same content as ${before.source}, which was told before; measurements that were really made again go into a file of their own`,
    );
  }
  // Read before it is kept: a file that cannot be read must not become part of a project.
  const { alphabet } = readAssay(decodeText(bytes, source), options, source);
  const file = `${numbered(record.told.length + 1)}.csv`;
  await writeDurably(join(folder, "measured", file), [bytes]);
  const kept: AssayOptions = { ...options, alphabet };
  await writeJson(join(folder, "project.json"), {
    ...record,
    told: [...record.told, { file, source, sha256, options: kept }],
  });
  return openProject(folder);
}

/** Reads a whole project. */
export async function openProject(folder: string): Promise<Project> {
  const { settings, told } = await requireRecord(folder);
  const assays: Assay[] = [];
  for (const { file, sha256, options } of told) {
    const path = join(folder, "measured", file);
    const bytes = await readUserFile(path);
    if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
      throw new WindageError(
        "design/broken-project",
        `${path}: got other content than was told, expected it unchanged; bring back the old file`,
      );
    }
    assays.push(readAssay(decodeText(bytes, path), options, path));
  }
  const orders: Order[] = [];
  const names = (await readdir(join(folder, "orders"))).filter((name) => /^\d{3,}\.json$/.test(name)).sort();
  for (const name of names)
    orders.push(parseJson(await readFile(join(folder, "orders", name), "utf8"), name) as Order);
  return { folder, settings, assays, orders };
}

/** Keeps an order. */
export async function keepOrder(project: Project, proposal: Proposal): Promise<Order> {
  const round = project.orders.length + 1;
  const order: Order = { round, toldFiles: project.assays.length, proposal };
  await writeJson(join(project.folder, "orders", `${numbered(round)}.json`), order);
  return order;
}

/** Everything measured, after the first so many files. */
export function measurementsOf({ assays, settings }: Project, files = assays.length): readonly Measurement[] {
  const merged = mergeMeasurements(assays.slice(0, files).map(({ measurements }) => measurements));
  return settings.log ? logScores(merged) : merged;
}

/** The order that still waits for its results: the last one, where nothing was told since. */
export function openOrder({ orders, assays }: Project): Order | undefined {
  const last = orders.at(-1);
  return last !== undefined && last.toldFiles === assays.length ? last : undefined;
}

/** Designs of all orders, which are not proposed again even where they were never measured. */
export function orderedBefore({ orders }: Project): readonly Design[] {
  return orders.flatMap(({ proposal }) => proposal.designs);
}

async function readRecord(folder: string): Promise<ProjectRecord | undefined> {
  const text = await readFile(join(folder, "project.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (parseJson(text, join(folder, "project.json")) as ProjectRecord);
}

async function requireRecord(folder: string): Promise<ProjectRecord> {
  const record = await readRecord(folder);
  if (record !== undefined) return record;
  throw new WindageError(
    "design/no-project",
    `${folder}: got no project.json in it, expected the folder of a design project; begin one with "windage design assay.csv --project ${folder}"`,
  );
}

/** What we wrote ourselves; a file that was edited into something else is refused by its form. */
function parseJson(text: string, where: string): unknown {
  const parsed = tryParseObject(text);
  const problem =
    "problem" in parsed
      ? parsed.problem
      : Array.isArray(parsed.object["told"]) || typeof parsed.object["round"] === "number"
        ? undefined
        : "it is neither a project nor an order";
  if (problem !== undefined) {
    throw new WindageError(
      "design/broken-project",
      `${where}: ${problem}, expected what windage wrote; bring back the old file`,
    );
  }
  return JSON.parse(text);
}
