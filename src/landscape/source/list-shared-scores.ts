/** The stores of shared scores there are: whose they are and how many each has; reading one out, removing one. */
import { readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { WindageError } from "../../error.ts";
import { readSmallFile } from "../../file/folder-file.ts";
import { systemCode } from "../../file/system-code.ts";
import { claimsPath, MAX_SHARED_BYTES, parseLine } from "./shared-scores.ts";
import { sharedScoresFolder } from "./shared-scores-folder.ts";

/** A store in short. */
export interface SharedStore {
  /** Its name on the command line: the beginning of the file's. */
  readonly id: string;
  readonly path: string;
  /** Who gave the scores; null where the file does not say. */
  readonly oracle: string | null;
  readonly scores: number;
  /** Lines that are unfinished or damaged. */
  readonly damaged: number;
  readonly bytes: number;
  readonly updated: string;
}

const storeName = /^[0-9a-f]{24}\.jsonl$/;

/** All stores that anything was kept in, the one that was used last first. */
export async function listSharedScores(): Promise<readonly SharedStore[]> {
  const names = await readdir(sharedScoresFolder()).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    const reason = error instanceof Error ? error.message : String(error);
    throw new WindageError(
      "data/not-readable",
      `${sharedScoresFolder()}: ${reason}; expected a folder, check WINDAGE_DATA`,
      { cause: error },
    );
  });
  const stores: SharedStore[] = [];
  for (const name of names.filter((one) => storeName.test(one))) {
    const path = join(sharedScoresFolder(), name);
    const facts = await stat(path);
    if (facts.size === 0) continue;
    const { oracle, scores, damaged } = await readSharedScores(path);
    const id = basename(name, ".jsonl").slice(0, 12);
    stores.push({
      id,
      path,
      oracle,
      scores: scores.size,
      damaged,
      bytes: facts.size,
      updated: facts.mtime.toISOString(),
    });
  }
  return stores.sort((a, b) => (a.updated < b.updated ? 1 : -1));
}

/** What a store says. */
interface StoreContent {
  readonly oracle: string | null;
  readonly scores: ReadonlyMap<string, number>;
  readonly damaged: number;
}

/** What a store holds; lines that are unfinished or damaged are passed over and counted. */
export async function readSharedScores(path: string): Promise<StoreContent> {
  const bytes = (await readSmallFile(path, MAX_SHARED_BYTES)) ?? new Uint8Array();
  const scores = new Map<string, number>();
  let oracle: string | null = null;
  let damaged = 0;
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    const read = parseLine(line);
    if (read.sequence !== undefined && read.score !== undefined && !scores.has(read.sequence)) {
      scores.set(read.sequence, read.score);
    }
    oracle ??= read.oracle ?? null;
    if (read.isDamaged === true) damaged++;
  }
  return { oracle, scores, damaged };
}

/** The one store whose id begins so. */
export async function findSharedScores(id: string): Promise<SharedStore> {
  const stores = await listSharedScores();
  const found = id === "" ? [] : stores.filter((store) => basename(store.path).startsWith(id));
  const [store] = found;
  if (store !== undefined && found.length === 1) return store;
  const names = stores.map((one) => one.id).join(", ");
  throw new WindageError(
    "data/unknown-scores",
    `scores: got ${JSON.stringify(id)}, which ${found.length === 0 ? "no store begins with" : `${found.length} stores begin with`}, expected ${stores.length === 0 ? "one, but nothing has been kept yet" : `one of ${names}`}; "windage scores list" shows them.`,
  );
}

/** Removes a store; who has it open goes on with what it knows. */
export async function removeSharedScores(store: SharedStore): Promise<void> {
  await rm(store.path, { force: true });
  await rm(claimsPath(store.path), { force: true });
}
