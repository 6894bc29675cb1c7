/**
 * Who is asking for what at the moment, for processes that share scores: a file beside the store to which everyone adds
 * what it is about to ask and what it is done with. The system adds each write at the end as a whole (O_APPEND), so that
 * all see the same order, and whoever stands first for a name asks; the others wait. Names stand as digests. A process
 * that has died, or has given no sign for a while, is passed over. Nothing depends on this file but what is paid: where
 * it is lost, cut or damaged, something is asked twice and nothing is wrong.
 */
import { createHash, randomUUID } from "node:crypto";
import { closeSync, constants, openSync, rmSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { AddedLines } from "../../file/added-lines.ts";
import { tryParseObject } from "../../file/json-document.ts";
import { systemCode } from "../../file/system-code.ts";

/** A file that has grown beyond this is begun anew by the next who opens it. */
const mostBytes = 2 ** 24;
/** How often who is asking gives a sign, and how long one that gives none is believed to be at work. */
const beatMs = 5_000;
const leaseMs = 30_000;

/** What is known of a process that asks. */
interface Asker {
  readonly pid: number;
  readonly host: string;
  /** When we last read anything of it, by our own clock. */
  heard: number;
}

/** Time as claims see it; a test has its own. */
export interface ClaimClock {
  now(): number;
}

export class ScoreClaims {
  readonly #file: number;
  readonly #added: AddedLines;
  readonly #clock: ClaimClock;
  readonly #me = randomUUID();
  readonly #askers = new Map<string, Asker>();
  /** Who stands for a name, in order. */
  readonly #queues = new Map<string, string[]>();
  readonly #mine = new Set<string>();
  #beat: ReturnType<typeof setInterval> | undefined;

  private constructor(file: number, clock: ClaimClock) {
    this.#file = file;
    this.#added = new AddedLines(file);
    this.#clock = clock;
  }

  static open(path: string, clock: ClaimClock = performance): ScoreClaims {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > mostBytes) rmSync(path, { force: true });
    const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
    // Not on every system.
    const flags = O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0);
    return new ScoreClaims(openSync(path, flags, 0o600), clock);
  }

  /** Stands for these names, and says which of them are for this process to ask now. */
  claim(names: readonly string[]): readonly string[] {
    const digests = names.map(digestOf);
    const fresh = digests.filter((digest) => !this.#mine.has(digest));
    if (fresh.length > 0) {
      this.#write({ by: this.#me, pid: process.pid, host: hostname(), ask: fresh });
      for (const digest of fresh) this.#mine.add(digest);
      this.#beat ??= setInterval(() => this.#sign(), beatMs).unref();
    }
    for (const line of this.#added) if (line !== "") this.#take(line);
    const others = [...this.#askers.keys()].filter((asker) => asker !== this.#me && !this.#isGone(asker));
    const present = new Set([this.#me, ...others]);
    return names.filter(
      (_, at) => this.#queues.get(digests[at]!)?.find((asker) => present.has(asker)) === this.#me,
    );
  }

  /** Stands for these names no longer: they are answered, or given up. */
  release(names: readonly string[]): void {
    const done = names.map(digestOf).filter((digest) => this.#mine.delete(digest));
    if (done.length > 0) this.#write({ by: this.#me, done });
    if (this.#mine.size === 0) this.#stopBeat();
  }

  close(): void {
    this.#stopBeat();
    closeSync(this.#file);
  }

  #sign(): void {
    try {
      this.#write({ by: this.#me });
    } catch {
      // A full disk: the next claim says so, and until then others may take over what is asked here.
    }
  }

  #stopBeat(): void {
    clearInterval(this.#beat);
    this.#beat = undefined;
  }

  #isGone(token: string): boolean {
    const asker = this.#askers.get(token);
    if (asker === undefined || this.#clock.now() - asker.heard > leaseMs) return true;
    return asker.host === hostname() && !isThere(asker.pid);
  }

  #write(line: object): void {
    writeSync(this.#file, `\n${JSON.stringify(line)}\n`);
  }

  #take(line: string): void {
    const parsed = tryParseObject(line);
    if ("problem" in parsed || typeof parsed.object["by"] !== "string") return;
    const { by, pid, host, ask, done } = parsed.object;
    const known = this.#askers.get(by);
    if (known !== undefined) known.heard = this.#clock.now();
    else if (typeof pid === "number" && typeof host === "string") {
      this.#askers.set(by, { pid, host, heard: this.#clock.now() });
    }
    for (const digest of texts(ask)) this.#queues.set(digest, [...(this.#queues.get(digest) ?? []), by]);
    for (const digest of texts(done)) {
      const left = (this.#queues.get(digest) ?? []).filter((asker) => asker !== by);
      if (left.length === 0) this.#queues.delete(digest);
      else this.#queues.set(digest, left);
    }
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function digestOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 16);
}

/** Whether a process of this machine has this number; another one may have it by now, which then gives no sign. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
