/** Design projects, read from outside: what was measured and ordered so far, and each change as it comes. Nothing is written. */
import { lstat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WindageError } from "../../error.ts";
import type { Measurement } from "../../landscape/assay/assay.ts";
import type { Order } from "./project-document.ts";

/** A project as it is now. */
export interface ProjectReading {
  readonly folder: string;
  readonly alphabet: string;
  readonly minimize: boolean;
  /** Whether scores are worked with as log10, as those of `measurements` then are. */
  readonly log: boolean;
  /** Files that were told, without those taken back. */
  readonly files: number;
  readonly measurements: readonly Measurement[];
  readonly orders: readonly Order[];
  /** The order whose results are not there yet; null where none waits. */
  readonly waiting: Order | null;
}

/** Reads the design project in a folder: measurements, orders, and what it waits for. */
export async function readProject(folder: string): Promise<ProjectReading> {
  const path = resolve(folder);
  // Loaded with the first project, as the validator is that its documents are read through.
  const { measurementsOf } = await import("./measurements-of.ts");
  const { openOrder, openProject } = await import("./project.ts");
  const project = await openProject(path);
  const { alphabet, minimize, log } = project.settings;
  return {
    folder: path,
    alphabet,
    minimize,
    log,
    files: project.assays.filter(({ measurements }) => measurements.length > 0).length,
    measurements: measurementsOf(project),
    orders: project.orders,
    waiting: openOrder(project) ?? null,
  };
}

/** What is heard of a project that is followed. */
export type ProjectEvent =
  | { readonly kind: "waiting"; readonly reason: string }
  | { readonly kind: "project"; readonly project: ProjectReading };

/** How it is followed. */
export interface FollowProjectOptions {
  /** Ends the following, without an error; a project has no end of its own. */
  readonly signal?: AbortSignal;
  /** Milliseconds between two looks; 1,000 unless given. */
  readonly everyMs?: number;
}

/** Follows a project: how it is, and again whenever something was told, taken back or ordered. */
export async function* followProject(
  folder: string,
  { signal, everyMs = 1000 }: FollowProjectOptions = {},
): AsyncGenerator<ProjectEvent, void, undefined> {
  const path = resolve(folder);
  let [told, waiting] = ["", ""];
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped()) {
    try {
      const now = await stampOf(path);
      // Files are read again only where the record or the orders are others.
      if (now !== told) {
        const project = await readProject(path);
        told = now;
        waiting = "";
        yield { kind: "project", project };
      }
    } catch (error) {
      if (!(error instanceof WindageError)) throw error;
      if (error.message !== waiting) yield { kind: "waiting", reason: error.message };
      waiting = error.message;
    }
    await sleep(everyMs, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}

async function stampOf(folder: string): Promise<string> {
  const { orderNames } = await import("./project-layout.ts");
  const facts = await lstat(join(folder, "project.json")).catch(() => undefined);
  const orders = (await orderNames(folder)).length;
  return facts === undefined ? "none" : `${facts.ino} ${facts.size} ${facts.mtimeMs} ${orders}`;
}
