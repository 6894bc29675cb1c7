/**
 * Keeps two processes from training one run: lock.json names the process that does. On the same machine a lock counts as
 * long as its process is at work. Between machines that share a file system it is a lease: its holder touches the file
 * every few seconds, and only whoever has watched it untouched for the length of the lease may take it over. Watching,
 * not comparing times, so that clocks may differ or be set. Who succeeds a dead holder is settled by `lock-claim.ts`.
 */

import { randomUUID } from "node:crypto";
import { closeSync, constants, futimesSync, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import { createDurably } from "../../file/durable-write.ts";
import { openRegularFile, readSmallText } from "../../file/folder-file.ts";
import { parseObject } from "../../file/json-document.ts";
import { runFiles, type Run } from "../layout.ts";
import { runWord } from "../run-words.ts";
import { claimAfter, dropClaims } from "./lock-claim.ts";
import { isAlive, processStart, thisPlace, type Place } from "./process-identity.ts";

/** Who holds a run. */
export interface LockHolder extends Place {
  readonly pid: number;
  /** When the lock was taken, for people; nothing is decided by it. */
  readonly since: string;
  /** What tells the process from a later one with its number; null where the system does not say. */
  readonly processStart: string | null;
  readonly token: string;
}

/** A lock that is held; give it back when training ends. */
export interface RunLock {
  readonly holder: LockHolder;
  /** Throws `run/lock-lost` when another process has taken the lock over; to be asked before anything is written. */
  verify(): Promise<void>;
  release(): Promise<void>;
}

/** `held` by a living process, `foreign` from another machine, `stale` left behind by a dead one, or `free`. */
export type LockState =
  | { readonly kind: "free" }
  | { readonly kind: "held" | "foreign" | "stale"; readonly holder: LockHolder | undefined };

/** Time as the lock sees it; a test has its own. */
export interface LockClock {
  sleep(ms: number): Promise<void>;
  /** Calls back every so often until the returned function is called. */
  every(ms: number, beat: () => void): () => void;
}

const ownClock: LockClock = {
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  every: (ms, beat) => {
    const timer = setInterval(beat, ms).unref();
    return () => clearInterval(timer);
  },
};

/** How a lock is taken. */
export interface LockOptions {
  /** Takes over a lock of another machine without watching it. */
  readonly insist?: boolean;
  /** Hears why it takes long. */
  readonly onWait?: ((text: string) => void) | undefined;
  readonly clock?: LockClock;
}

/** How often a holder shows that it is there, and how long one that does not is waited for. */
const beatMs = 10_000;
const leaseMs = 45_000;
const lookMs = 1_000;
/** How long a lock that cannot be read, perhaps because it is being written, is waited for. */
const patienceMs = 2_000;

/** What a lock needs to know of a run: where it is, and its name for messages. */
type Lockable = Pick<Run, "id" | "folder">;

function lockPath(run: Pick<Run, "folder">): string {
  return join(run.folder, runFiles.lock);
}

async function readHolder(path: string): Promise<LockHolder | undefined> {
  const written = await readSmallText(path, 4096);
  if (written === undefined) return undefined;
  const { holderSchema, readDocument } = await import("../run-documents.ts");
  return readDocument(holderSchema, parseObject(written, path), path);
}

/** What can be said of a holder at once. */
function judge(holder: LockHolder): Exclude<LockState, { readonly kind: "free" }> {
  const here = thisPlace();
  const sameMachine = holder.host === here.host;
  // Either the machine has started anew since, and nothing of then is at work, or it is another one of the same name.
  const rebooted = holder.boot !== null && here.boot !== null && holder.boot !== here.boot;
  if (sameMachine && rebooted) {
    const certain = holder.machine !== null && holder.machine === here.machine;
    return { kind: certain ? "stale" : "foreign", holder };
  }
  const sameNumbers = sameMachine && (holder.container === null || holder.container === here.container);
  if (!sameNumbers) return { kind: "foreign", holder };
  return { kind: isAlive(holder.pid, holder.processStart) ? "held" : "stale", holder };
}

/** Whether anyone holds a run, as far as one look tells. */
export async function lockState(run: Pick<Run, "folder">): Promise<LockState> {
  try {
    const holder = await readHolder(lockPath(run));
    return holder === undefined ? { kind: "free" } : judge(holder);
  } catch (error) {
    if (!(error instanceof WindageError)) throw error;
    // Locks appear complete, so this one belongs to nobody, except on file systems that cannot do that.
    return { kind: "stale", holder: undefined };
  }
}

function locked(run: Lockable, holder: LockHolder | undefined): WindageError {
  const who =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${JSON.stringify(holder.host)} since ${holder.since}`;
  return new WindageError(
    "run/locked",
    `${run.id}: it is in use by ${who}; wait for it to end, or stop it first.`,
  );
}

/** What changes when a holder shows that it is there. */
async function signOfLife(path: string): Promise<string> {
  // Opened, not only looked at: on a network file system that is what asks the server.
  const file = await openRegularFile(path, 4096).catch(() => undefined);
  if (file === undefined) return "";
  try {
    const { mtimeMs, ino } = await file.handle.stat();
    return `${ino} ${mtimeMs}`;
  } finally {
    await file.handle.close();
  }
}

/** Whether a file stays as it is for so long. */
async function staysUntouched(path: string, ms: number, clock: LockClock): Promise<boolean> {
  const before = await signOfLife(path);
  for (let waited = 0; waited < ms; waited += lookMs) {
    await clock.sleep(Math.min(lookMs, ms - waited));
    if ((await signOfLife(path)) !== before) return false;
  }
  return true;
}

/** What stands for the token of a lock that cannot be read. */
const unreadable = "unreadable";

async function tokenOf(path: string): Promise<string | undefined> {
  return (await readHolder(path).catch(() => ({ token: unreadable })))?.token;
}

/** Takes over from a holder that is gone, or throws `run/locked`; false when the lock has changed and is to be looked at again. */
async function succeed(run: Lockable, mine: LockHolder, options: LockOptions): Promise<boolean> {
  const clock = options.clock ?? ownClock;
  const tokenOfGone = async (path: string): Promise<string | undefined> => {
    const holder = await readHolder(path).catch(() => null);
    if (holder === undefined) return undefined;
    if (holder === null) return (await staysUntouched(path, patienceMs, clock)) ? unreadable : undefined;
    const { kind } = judge(holder);
    if (kind === "held") throw locked(run, holder);
    if (kind === "stale" || options.insist === true) return holder.token;
    options.onWait?.(
      `${run.id}: process ${holder.pid} on ${JSON.stringify(holder.host)} holds it; watching for ${leaseMs / 1000} s whether it is still there`,
    );
    if (await staysUntouched(path, leaseMs, clock)) return holder.token;
    throw locked(run, holder);
  };
  return claimAfter(lockPath(run), mine, { tokenOfGone, tokenOf });
}

/** Takes the lock of a run or throws `run/locked`. */
export async function lockRun(run: Lockable, options: LockOptions = {}): Promise<RunLock> {
  const path = lockPath(run);
  const holder: LockHolder = {
    ...thisPlace(),
    pid: process.pid,
    since: new Date().toISOString(),
    processStart: processStart(process.pid),
    token: randomUUID(),
  };
  for (let attempt = 0; ; attempt++) {
    if (await createDurably(path, `${JSON.stringify(holder)}\n`)) break;
    if (await succeed(run, holder, options)) break;
    if (attempt === 20) throw locked(run, undefined);
  }
  await dropClaims(path);
  const letGo = keepAlive(path, options.clock ?? ownClock);
  const isMine = async (): Promise<boolean> =>
    (await readHolder(path).catch(() => undefined))?.token === holder.token;
  return {
    holder,
    async verify() {
      if (await isMine()) return;
      throw new WindageError(
        "run/lock-lost",
        `${run.id}: this process was silent for so long that another one has taken the run over, or ${path} was deleted; nothing more is written. Look with "windage runs show ${runWord(run.folder)}" who is at it.`,
        { kind: "failure" },
      );
    },
    async release() {
      letGo();
      // A lock that stays is nobody's once this process is gone, and whatever failed before says more.
      if (await isMine()) await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/**
 * Keeps a lock looking alive until the returned function is called. It touches the file it has opened, so that another
 * one in its place stays untouched; whether the lock is lost is asked where something is to be written.
 */
function keepAlive(path: string, clock: LockClock): () => void {
  const flags = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = openSync(path, flags);
  const stop = clock.every(beatMs, () => {
    const now = new Date();
    try {
      futimesSync(file, now, now);
    } catch {
      // A sign of life that is missed costs nothing unless another machine waits for it, and then `verify` tells.
    }
  });
  return () => {
    stop();
    closeSync(file);
  };
}
