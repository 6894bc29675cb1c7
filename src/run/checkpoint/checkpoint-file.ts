/**
 * One checkpoint as one file: a valid safetensors file whose metadata also holds a JSON document and a SHA-256
 * of everything else in the file. Whole or broken is decided here; which file of a run to use is decided in
 * `checkpoint.ts`.
 */

import { createHash } from "node:crypto";
import { endianness } from "node:os";
import { WindageError } from "../../error.ts";
import { writeDurably } from "../../file/durable-write.ts";
import { openRegularFile, readFully, type OpenedFile } from "../../file/folder-file.ts";
import { broken, parseObject, type JsonObject } from "../../file/json-document.ts";
import { packTexts, unpackTexts } from "./checkpoint-texts.ts";
import {
  allocate,
  bytesOf,
  decodeHeader,
  encodeHeader,
  headerLength,
  type TensorData,
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

/** The checksum of a file whose own checksum reads as zeros. */
function digest(header: Uint8Array, arrays: Iterable<TensorData>): string {
  const blank = Uint8Array.from(header);
  blank.set(new TextEncoder().encode(noHash), hashAt);
  const hash = createHash("sha256").update(blank);
  for (const data of arrays) {
    const bytes = bytesOf(data);
    // The hash takes at most 2 GB at a time.
    for (let at = 0; at < bytes.length; at += hashPiece) hash.update(bytes.subarray(at, at + hashPiece));
  }
  return hash.digest("hex");
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
  header.set(new TextEncoder().encode(digest(header, arrays)), hashAt);
  const pieces = [header, ...arrays.map((data) => bytesOf(data))];
  await writeDurably(path, pieces, "The previous checkpoint is intact.");
}

async function readChecked(file: OpenedFile, path: string): Promise<Checkpoint> {
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
  const arrays: [string, TensorData][] = [];
  for (const entry of entries) {
    const data = allocate(entry);
    if (!(await readFully(file.handle, bytesOf(data), header.length + entry.begin))) {
      throw broken(path, `it ends inside the array ${entry.name}`);
    }
    arrays.push([entry.name, data]);
  }
  const found = digest(
    header,
    arrays.map(([, data]) => data),
  );
  if (found !== metadata.get("sha256")) throw broken(path, "its checksum does not fit its content");
  const unpacked = unpackTexts(
    path,
    parseObject(metadata.get("meta") ?? "", path),
    Object.fromEntries(arrays),
  );
  return { meta: unpacked.document, arrays: unpacked.arrays };
}

/** Reads a checkpoint and checks all of it; undefined when there is no such file. */
export async function readCheckpointFile(path: string): Promise<Checkpoint | undefined> {
  checkMachine();
  const file = await openRegularFile(path, MAX_BYTES);
  if (file === undefined) return undefined;
  try {
    return await readChecked(file, path);
  } finally {
    await file.handle.close();
  }
}
