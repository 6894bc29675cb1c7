/**
 * Scores that were paid for once, for every run and comparison of this user that asks the same oracle: one file per
 * oracle in a folder of the user's data. Several processes write at once: the system adds each write at the end of the
 * file as a whole (O_APPEND), and each begins with a line break, so that what a killed process or a full disk left
 * unfinished stays a line of its own, which readers pass over. Nothing is ever cut or rewritten. A run keeps its own
 * journal as well (`score-journal.ts`) and does not depend on this file. File systems that do not append as a whole
 * (NFS) may mix lines of two machines; those are passed over too, and cost a score, never a wrong one.
 */
import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { AddedLines } from "../../file/added-lines.ts";
import { makeFolder, writeError } from "../../file/durable-write.ts";
import { openForUpdate } from "../../file/folder-file.ts";
import { tryParseObject } from "../../file/json-document.ts";
import { seal } from "../../file/seal.ts";
import type { ScoreStore } from "../oracle/cached-oracle.ts";
import { isScore } from "../score-range.ts";
import { ScoreTable } from "../oracle/score-table.ts";
import { sharedScoresFolder } from "./shared-scores-folder.ts";
import { ScoreClaims } from "./score-claims.ts";

/** The largest file we read; about ten million scores. */
export const MAX_SHARED_BYTES = 2 ** 30;

/** The file of an oracle, named by a digest of its identity, which stands in its first line. */
export function sharedScoresPath(oracle: string): string {
  const digest = createHash("sha256").update(oracle).digest("hex").slice(0, 24);
  return join(sharedScoresFolder(), `${digest}.jsonl`);
}

/** The file beside a store that says who is asking for what (`score-claims.ts`). */
export function claimsPath(store: string): string {
  return store.replace(/\.jsonl$/, ".asking");
}

/** A store opened for one oracle. */
export class SharedScores implements ScoreStore {
  readonly path: string;
  readonly #oracle: string;
  readonly #file: number;
  readonly #added: AddedLines;
  readonly #claims: ScoreClaims;
  /** What was there when it was opened, until somebody has taken it. */
  #found: ScoreTable;
  #closed = false;
  #damaged = 0;

  private constructor(path: string, oracle: string, file: number) {
    this.path = path;
    this.#oracle = oracle;
    this.#file = file;
    this.#added = new AddedLines(file, MAX_SHARED_BYTES);
    this.#claims = ScoreClaims.open(claimsPath(path));
    this.#found = this.#catchUp();
  }

  /** Opens or creates the store of an oracle, named by all that its scores depend on. */
  static async open(oracle: string): Promise<SharedScores> {
    const path = sharedScoresPath(oracle);
    await makeFolder(sharedScoresFolder());
    // Through the gate first: a link or a pipe in its place is refused, and it is there afterwards.
    closeSync(openForUpdate(path, MAX_SHARED_BYTES));
    const flags = constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
    return new SharedScores(path, oracle, openSync(path, flags));
  }

  /** What was asked so far, by whomever. */
  entries(): ScoreTable {
    const found = this.#found;
    this.#found = new ScoreTable();
    return found;
  }

  /** How many lines could not be used; what they were about is asked again. */
  get damaged(): number {
    return this.#damaged;
  }

  /** What others have added since, and some that was added here; empty where nobody has. */
  news(): ScoreTable {
    return this.#catchUp();
  }

  append(scores: ReadonlyMap<string, number>): Promise<void> {
    const lines = Array.from(scores, ([sequence, score]) => `${JSON.stringify(seal({ sequence, score }))}\n`);
    try {
      if (fstatSync(this.#file).size < MAX_SHARED_BYTES) this.#write(lines.join(""));
    } catch (cause) {
      return Promise.reject(writeError(this.path, cause, "The scores are in the run's own journal."));
    }
    return Promise.resolve();
  }

  claim(names: readonly string[]): readonly string[] {
    return this.#claims.claim(names);
  }

  release(names: readonly string[]): void {
    this.#claims.release(names);
  }

  close(): Promise<void> {
    if (!this.#closed) {
      closeSync(this.#file);
      this.#claims.close();
    }
    this.#closed = true;
    return Promise.resolve();
  }

  /**
   * One write, so that it lands in one piece. Who comes first writes whose scores these are, so that a start that was
   * refused leaves an empty file, which nobody lists; where two come first, it is said twice.
   */
  #write(lines: string): void {
    const { size } = fstatSync(this.#file);
    const header = { format: "windage-shared-scores", version: 1, oracle: this.#oracle };
    const bytes = Buffer.from(`\n${size === 0 ? `${JSON.stringify(header)}\n` : ""}${lines}`);
    const written = writeSync(this.#file, bytes);
    if (written < bytes.length) throw Object.assign(new Error("only a part was written"), { code: "ENOSPC" });
    // Where nobody else wrote meanwhile, it need not be read back.
    const end = size + written;
    if (this.#added.isAt(size) && fstatSync(this.#file).size === end) this.#added.pass(written);
  }

  /** Reads what was added since the last time. */
  #catchUp(): ScoreTable {
    const found = new ScoreTable();
    for (const line of this.#added) this.#take(line, found);
    return found;
  }

  #take(line: string, found: ScoreTable): void {
    const { sequence, score, oracle, isDamaged } = parseLine(line);
    if (isDamaged === true) this.#damaged++;
    // Two identities with one digest do not happen by chance; somebody else's file is no source of scores.
    if (oracle !== undefined && oracle !== this.#oracle) throw wrongStore(this.path, this.#oracle);
    if (sequence !== undefined && score !== undefined) found.add(sequence, score);
  }
}

function wrongStore(path: string, oracle: string): Error {
  return writeError(path, new Error(`it holds scores of another oracle than ${oracle}`), "Remove the file.");
}

/** What a line says; where it is unfinished, damaged or not ours, what it was about is asked again. */
export function parseLine(line: string): {
  readonly sequence?: string;
  readonly score?: number;
  readonly oracle?: string;
  readonly isDamaged?: boolean;
} {
  // Every write begins with a line end, so that half of all lines are empty.
  if (line === "") return {};
  const parsed = tryParseObject(line);
  if ("problem" in parsed) return { isDamaged: true };
  const { sequence, score, oracle } = parsed.object;
  if (typeof oracle === "string") return { oracle };
  return typeof sequence === "string" && typeof score === "number" && isScore(score)
    ? { sequence, score }
    : { isDamaged: true };
}
