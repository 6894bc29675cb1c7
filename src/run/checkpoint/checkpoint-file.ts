/**
 * One checkpoint as one file: a valid safetensors file whose metadata also holds a JSON document and a SHA-256
 * of everything else in the file. Whole or broken is decided here; which file of a run to use is decided in
 * `checkpoint.ts`.
 */

import { createHash, type Hash } from "node:crypto";
import { endianness } from "node:os";
import { WindageError } from "../../error.ts";
import { writeDurably } from "../../file/durable-write.ts";
import {
  holesIn,
  openRegularFile,
  readFully,
  type FileRules,
  type OpenedFile,
} from "../../file/folder-file.ts";
import { broken, parseObject, type JsonObject } from "../../file/json-document.ts";
import { packTexts, unpackTexts } from "./checkpoint-texts.ts";
import {
  allocate,
  bytesOf,
  decodeHeader,
  encodeHeader,
  headerLength,
  type TensorData,
  type TensorEntry,
} from "./safetensors.ts";

/** What a checkpoint holds: a JSON document and named arrays. */
export interface Checkpoint {
  readonly meta: JsonObject;
  readonly arrays: Readonly<Record<string, TensorData>>;
}

/** Every header begins so, which puts the checksum at a fixed place. */
const opening = '{"__metadata__":{"sha256":"';
const hashAt = 8 + opening.length;
const hashLength = 64;
const noHash = "0".repeat(hashLength);
const hashPiece = 2 ** 30;
const checkPiece = 2 ** 20;
/** Larger than any network this library trains on one machine. */
const MAX_BYTES = 2 ** 34;

function checkMachine(): void {
  if (endianness() === "LE") return;
  throw new WindageError(
    "run/unsupported",
    "checkpoints: this machine is big-endian, expected a little-endian one",
    {
      kind: "failure",
    },
  );
}

/** The checksum of a file whose own checksum reads as zeros, as far as its header. */
function digestOf(header: Uint8Array): Hash {
  const blank = Uint8Array.from(header);
  blank.set(new TextEncoder().encode(noHash), hashAt);
  return createHash("sha256").update(blank);
}

function addTo(hash: Hash, bytes: Uint8Array): void {
  // The hash takes at most 2 GB at a time.
  for (let at = 0; at < bytes.length; at += hashPiece) hash.update(bytes.subarray(at, at + hashPiece));
}

/** Writes a checkpoint; the arrays must not change until the promise is kept. */
export async function writeCheckpointFile(path: string, checkpoint: Checkpoint): Promise<void> {
  checkMachine();
  const packed = packTexts(checkpoint.meta);
  const tensors = new Map(
    Object.entries({ ...checkpoint.arrays, ...packed.arrays }).map(([name, data]) => [
      name,
      { shape: [data.length], data },
    ]),
  );
  const meta = JSON.stringify(packed.document);
  const { header, arrays } = encodeHeader(tensors, {
    sha256: noHash,
    format: "windage-checkpoint",
    version: "1",
    meta,
  });
  const contents = arrays.map((data) => bytesOf(data));
  const hash = digestOf(header);
  for (const bytes of contents) addTo(hash, bytes);
  header.set(new TextEncoder().encode(hash.digest("hex")), hashAt);
  const pieces = [header, ...contents];
  await writeDurably(path, pieces, "The previous checkpoint is intact.");
}

/** What stands before the arrays of a file, which agrees with its size; nothing of it is more than claimed yet. */
interface Head {
  readonly header: Uint8Array;
  readonly entries: readonly TensorEntry[];
  readonly sha256: string;
  /** With marks in place of long lists of texts, which are in arrays. */
  readonly document: JsonObject;
}

async function readHead(file: OpenedFile, path: string): Promise<Head> {
  const start = new Uint8Array(Math.min(8, file.size));
  await readFully(file.handle, start, 0);
  const length = headerLength(start, file.size);
  if (typeof length !== "number") throw broken(path, length.problem);
  const header = new Uint8Array(8 + length);
  if (!(await readFully(file.handle, header, 0))) throw broken(path, "it ends inside its header");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(header.subarray(8));
  } catch (cause) {
    throw broken(path, "its header is not UTF-8 text", cause);
  }
  if (!text.startsWith(opening)) throw broken(path, "its header does not begin with a checksum");
  const decoded = decodeHeader(text, file.size - header.length);
  if ("problem" in decoded) throw broken(path, decoded.problem);
  const { entries, metadata } = decoded;
  if (metadata.get("format") !== "windage-checkpoint" || metadata.get("version") !== "1") {
    throw broken(path, "its metadata does not say windage-checkpoint, version 1");
  }
  const document = parseObject(metadata.get("meta") ?? "", path);
  return { header, entries, sha256: metadata.get("sha256") ?? "", document };
}

function requireDigest(path: string, hash: Hash, { sha256 }: Head): void {
  if (hash.digest("hex") !== sha256) throw broken(path, "its checksum does not fit its content");
}

/** Reads the arrays that are held; the bytes of the others are checked with them and let go. */
async function readArrays(
  file: OpenedFile,
  path: string,
  head: Head,
  holds: (name: string) => boolean,
): Promise<[string, TensorData][]> {
  const { header, entries } = head;
  const arrays: [string, TensorData][] = [];
  const hash = digestOf(header);
  for (const entry of entries) {
    if (!holds(entry.name)) {
      await addPiecewise(hash, file, path, [header.length + entry.begin, header.length + entry.end]);
      continue;
    }
    const data = allocate(entry);
    if (!(await readFully(file.handle, bytesOf(data), header.length + entry.begin))) {
      throw broken(path, `it ends inside the array ${entry.name}`);
    }
    addTo(hash, bytesOf(data));
    arrays.push([entry.name, data]);
  }
  requireDigest(path, hash, head);
  return arrays;
}

/** Adds a part of a file to a checksum without holding it. */
async function addPiecewise(
  hash: Hash,
  file: OpenedFile,
  path: string,
  [begin, end]: readonly [number, number],
): Promise<void> {
  const piece = new Uint8Array(Math.min(checkPiece, end - begin));
  for (let at = begin; at < end; at += piece.length) {
    const part = piece.subarray(0, end - at);
    if (!(await readFully(file.handle, part, at))) throw broken(path, "it shrank while it was read");
    hash.update(part);
  }
}

/** Opens a checkpoint for some work and closes it again; undefined when there is no such file. */
async function withFile<T>(
  path: string,
  rules: FileRules,
  work: (file: OpenedFile) => Promise<T>,
): Promise<T | undefined> {
  checkMachine();
  const file = await openRegularFile(path, MAX_BYTES, rules);
  if (file === undefined) return undefined;
  try {
    return await work(file);
  } finally {
    await file.handle.close();
  }
}

/**
 * Throws for arrays that are none of those the reader expects, and says how many bytes of the others have to be so many;
 * asked before any room is made for them. What may be of any size is held against the disk.
 */
export type ArrayCheck = (path: string, arrays: readonly TensorEntry[]) => number;

/** Reads a checkpoint and checks all of it; undefined when there is no such file. */
export function readCheckpointFile(path: string, check?: ArrayCheck): Promise<Checkpoint | undefined> {
  return withFile(path, { mayBeSparse: check !== undefined }, async (file) => {
    const head = await readHead(file, path);
    const known = check?.(path, head.entries) ?? 0;
    const holes = holesIn({ size: file.size - known, stored: file.stored });
    if (holes !== undefined) throw broken(path, holes);
    const arrays = Object.fromEntries(await readArrays(file, path, head, () => true));
    const unpacked = unpackTexts(path, head.document, arrays);
    return { meta: unpacked.document, arrays: unpacked.arrays };
  });
}

/**
 * Reads one array of a checkpoint, and its document with a mark in place of each long list of texts; the rest is checked
 * and not held. Of another size than `bytes` it belongs to something else. Undefined when there is no such file.
 */
export function readCheckpointArray(
  path: string,
  name: string,
  bytes: number,
): Promise<{ readonly meta: JsonObject; readonly data: TensorData } | undefined> {
  return withFile(path, { mayBeSparse: true }, async (file) => {
    const head = await readHead(file, path);
    const entry = head.entries.find((one) => one.name === name);
    const got = entry === undefined ? 0 : entry.end - entry.begin;
    if (got !== bytes) throw broken(path, otherSize(name, got, `${bytes}`));
    const holes = holesIn({ size: file.size - bytes, stored: file.stored });
    if (holes !== undefined) throw broken(path, holes);
    const [[, data]] = (await readArrays(file, path, head, (one) => one === name)) as [[string, TensorData]];
    return { meta: head.document, data };
  });
}

/** What is wrong with an array that has not the size it would have in this run. */
export function otherSize(name: string, got: number, expected: string): string {
  return `its array ${name} has ${got} bytes, expected ${expected}, so it belongs to another model`;
}

/**
 * Checks a checkpoint as far as that goes without holding its arrays, however large they are; its document, where a mark
 * stands in place of each long list of texts. Undefined when there is no such file.
 */
export function checkCheckpointFile(path: string): Promise<JsonObject | undefined> {
  return withFile(path, {}, async (file) => {
    const head = await readHead(file, path);
    const hash = digestOf(head.header);
    await addPiecewise(hash, file, path, [head.header.length, file.size]);
    requireDigest(path, hash, head);
    return head.document;
  });
}
