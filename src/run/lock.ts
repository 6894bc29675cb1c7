/**
 * Keeps two processes from training one run: lock.json names the process that does. A lock whose process is
 * gone is taken over without asking; one from another machine cannot be judged from here and is respected
 * unless the caller insists.
 */

import { randomUUID } from "node:crypto";
import { mkdir, open, rm, rmdir, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { WindageError } from "../error.ts";
import { writeError, writeJson } from "../file/durable-write.ts";
import { readSmallText, systemCode } from "../file/folder-file.ts";
import { Fields, parseObject } from "../file/json-document.ts";
import { runFiles, type Run } from "./layout.ts";
import { isAlive, processStart } from "./process-identity.ts";

/** Who holds a run. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** When the lock was taken. */
  readonly since: string;
  /** What tells the process from a later one with its number; null where the system does not say. */
  readonly processStart: string | null;
  readonly token: string;
}

/** A lock that is held; give it back when training ends. */
export interface RunLock {
  readonly holder: LockHolder;
  release(): Promise<void>;
}

/** `held` by a living process, `foreign` from another machine, `stale` left behind by a dead one, or `free`. */
export type LockState =
  | { readonly kind: "free" }
  | { readonly kind: "held" | "foreign" | "stale"; readonly holder: LockHolder | undefined };

/** How long a lock file may be empty, or a take-over last, before its writer must be dead. */
const patienceMs = 5_000;

function lockPath(run: Pick<Run, "folder">): string {
  return join(run.folder, runFiles.lock);
}

async function ageMs(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

async function readHolder(path: string): Promise<LockHolder | undefined> {
  const text = await readSmallText(path, 4096);
  if (text === undefined) return undefined;
  const fields = new Fields(parseObject(text, path), path);
  return {
    pid: fields.count("pid"),
    host: fields.text("host"),
    since: fields.time("since"),
    processStart: fields.textOrNull("processStart"),
    token: fields.text("token"),
  };
}

/** Whether anyone holds a run. */
export async function lockState(run: Pick<Run, "folder">): Promise<LockState> {
  const path = lockPath(run);
  let holder: LockHolder | undefined;
  try {
    holder = await readHolder(path);
  } catch (error) {
    if (!(error instanceof WindageError)) throw error;
    // It may be being written this very moment; one that stays unreadable belongs to nobody.
    return { kind: (await ageMs(path)) < patienceMs ? "held" : "stale", holder: undefined };
  }
  if (holder === undefined) return { kind: "free" };
  if (holder.host !== hostname()) return { kind: "foreign", holder };
  return { kind: isAlive(holder.pid, holder.processStart) ? "held" : "stale", holder };
}

/** What a lock needs to know of a run: where it is, and its name for messages. */
type Lockable = Pick<Run, "id" | "folder">;

function locked(run: Lockable, state: LockState): WindageError {
  const holder = state.kind === "free" ? undefined : state.holder;
  const who =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${JSON.stringify(holder.host)} since ${holder.since}`;
  const advice =
    state.kind === "foreign"
      ? `if that machine is no longer at it, delete ${lockPath(run)}.`
      : "wait for it to end, or stop it first.";
  return new WindageError("run/locked", `${run.id}: it is in use by ${who}; ${advice}`);
}

/** Writes the lock if there is none; false when there is. */
async function tryCreate(path: string, holder: LockHolder): Promise<boolean> {
  try {
    const file = await open(path, "wx");
    try {
      await file.writeFile(`${JSON.stringify(holder)}\n`);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw writeError(path, error, "The run is unchanged.");
  }
}

/**
 * Replaces a lock that may be replaced. Only one process at a time gets to look and replace, so that of two
 * that find the same stale lock the second one finds the first one's.
 */
async function takeOver(run: Lockable, holder: LockHolder, insist: boolean): Promise<boolean> {
  const path = lockPath(run);
  const door = `${path}.takeover`;
  try {
    await mkdir(door);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw writeError(door, error, "The run is unchanged.");
    if ((await ageMs(door)) > patienceMs) await rmdir(door).catch(() => undefined);
    return false;
  }
  try {
    const state = await lockState(run);
    if (state.kind === "held" || (state.kind === "foreign" && !insist)) throw locked(run, state);
    if (state.kind === "free") return await tryCreate(path, holder);
    await writeJson(path, holder);
    return true;
  } finally {
    await rmdir(door).catch(() => undefined);
  }
}

/** Takes the lock of a run or throws `run/locked`; `insist` also takes one that another machine left behind. */
export async function lockRun(run: Lockable, options: { readonly insist?: boolean } = {}): Promise<RunLock> {
  const path = lockPath(run);
  const holder: LockHolder = {
    pid: process.pid,
    host: hostname().slice(0, 200),
    since: new Date().toISOString(),
    processStart: processStart(process.pid),
    token: randomUUID(),
  };
  let mine = await tryCreate(path, holder);
  for (let attempt = 0; !mine; attempt++) {
    const state = await lockState(run);
    const hopeless = state.kind === "held" || (state.kind === "foreign" && options.insist !== true);
    if (hopeless || attempt === 100) throw locked(run, state);
    mine = await takeOver(run, holder, options.insist === true);
    if (!mine) await new Promise((done) => setTimeout(done, 20));
  }
  return {
    holder,
    async release() {
      const current = await readHolder(path).catch(() => undefined);
      if (current?.token === holder.token) await rm(path, { force: true });
    },
  };
}
