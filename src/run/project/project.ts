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
import { join } from "node:path";
import type { Proposal } from "../../design/propose.ts";
import { writeDocument } from "../../file/durable-write.ts";
import { readSmallFile, readSmallText } from "../../file/folder-file.ts";
import { broken, parseObject } from "../../file/json-document.ts";
import { tableText } from "../../file/read-table.ts";
import type { Assay, AssayOptions } from "../../landscape/assay/assay.ts";
import { readAssay } from "../../landscape/assay/read-assay.ts";
import type { HeldProject } from "./hold-project.ts";
import {
  mostBytes,
  numbered,
  type Order,
  type ProjectRecord,
  type ProjectSettings,
  readOrder,
} from "./project-document.ts";
import { withSequences } from "../../design/plate/name-results.ts";
import { digestOf, orderNames, recordPath, requireParts, requireRecord } from "./project-layout.ts";

/** A project as it is on the disk. */
export interface Project {
  readonly folder: string;
  readonly settings: ProjectSettings;
  /** The assay of each file, in the order they were told; without measurements where it was taken back. */
  readonly assays: readonly Assay[];
  readonly orders: readonly Order[];
}

/** Reads a whole project. */
export async function openProject(folder: string): Promise<Project> {
  const record = await requireRecord(folder);
  await requireParts(folder);
  const orders = await ordersOf(folder, record);
  const assays: Assay[] = [];
  for (const { file, sha256, options, takenBack, orders: known = 0 } of record.told) {
    const path = join(folder, "measured", file);
    const bytes = await readSmallFile(path, mostBytes.measured);
    if (bytes === undefined) throw broken(path, "it is missing, expected a file that was told");
    if (digestOf(bytes) !== sha256) throw broken(path, "it has other content than was told");
    const assay = await readResults(bytes, path, options, orders.slice(0, known));
    assays.push(takenBack === true ? { ...assay, measurements: [] } : assay);
  }
  return { folder, settings: record.settings, assays, orders };
}

/** The measurements in bytes that were told; of results that name designs of earlier orders, those designs. */
export async function readResults(
  bytes: Uint8Array,
  file: string,
  options: AssayOptions,
  orders: readonly Order[],
): Promise<Assay> {
  const text = await tableText(bytes, file, options.sheet);
  const named = orders.map(({ round, proposal: { designs, wells = [] } }) => ({
    round,
    sequences: designs.map(({ order }) => order),
    wells,
  }));
  const spelled = withSequences(text, named, options, file);
  return spelled === undefined
    ? readAssay(text, options, file)
    : readAssay(spelled, { ...options, delimiter: "\t", sequenceColumn: "1" }, file);
}

async function ordersOf(folder: string, record: ProjectRecord): Promise<readonly Order[]> {
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
  return orders;
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
