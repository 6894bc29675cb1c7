/**
 * What a disk may hold after the power has failed, by what a program had asked of it (`disk-recorder.ts`). Only a flush
 * promises anything: of what was written to a file since, any part may be there, and zeros in place of the rest; of the
 * changes to a folder's names since its own flush, the first few are there. That is less than most file systems keep.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Generator } from "../../src/random/generator.ts";
import type { DiskEvent } from "./disk-recorder.ts";

interface File {
  readonly file: number;
}
interface Folder {
  /** Names as the program sees them. */
  readonly now: Map<string, File | Folder>;
  /** Changes of names since the last flush, each with the event it came from. */
  readonly pending: { readonly event: number; readonly apply: (names: Map<string, File | Folder>) => void }[];
  /** Names that are on the disk for certain. */
  readonly certain: Map<string, File | Folder>;
}
interface Content {
  certain: Uint8Array;
  readonly pending: { readonly event: number; readonly apply: (bytes: Uint8Array) => Uint8Array }[];
}

const newFolder = (): Folder => ({ now: new Map(), pending: [], certain: new Map() });

/** Makes in `target` what may be left after the first `count` events. */
export function diskAfterCut(
  events: readonly DiskEvent[],
  count: number,
  random: Generator,
  target: string,
): void {
  const root = newFolder();
  const contents = new Map<number, Content>();
  for (let i = 0; i < count; i++) apply(events[i]!, i, root, contents);
  // What was asked for but not flushed may have come to the disk, or not.
  const survives = new Map<number, Uint8Array>();
  for (const [file, content] of contents) survives.set(file, survivor(content, random));
  writeOut(root, survives, random, target);
}

function folderAt(root: Folder, path: string): Folder | undefined {
  let here: Folder | undefined = root;
  for (const name of path === "." || path === "" ? [] : path.split("/")) {
    const next: File | Folder | undefined = here?.now.get(name);
    here = next !== undefined && "now" in next ? next : undefined;
  }
  return here;
}

function apply(event: DiskEvent, at: number, root: Folder, contents: Map<number, Content>): void {
  const change = (path: string, edit: (names: Map<string, File | Folder>, name: string) => void): void => {
    const folder = folderAt(root, dirname(path));
    if (folder === undefined) return;
    const apply = (names: Map<string, File | Folder>): void => edit(names, basename(path));
    apply(folder.now);
    folder.pending.push({ event: at, apply });
  };
  const write = (file: number, edit: (bytes: Uint8Array) => Uint8Array): void => {
    contents.get(file)?.pending.push({ event: at, apply: edit });
  };
  switch (event.kind) {
    case "folder": {
      if (event.path === "" || folderAt(root, event.path) !== undefined) return;
      const made = newFolder();
      return change(event.path, (names, name) => names.set(name, made));
    }
    case "file":
      contents.set(event.file, { certain: new Uint8Array(), pending: [] });
      return change(event.path, (names, name) => names.set(name, { file: event.file }));
    case "rename":
    case "link": {
      const thing = folderAt(root, dirname(event.from))?.now.get(basename(event.from));
      if (thing === undefined) return;
      // In one folder a new name and the loss of the old one are one change.
      return change(event.to, (names, name) => {
        names.set(name, thing);
        if (event.kind === "rename") names.delete(basename(event.from));
      });
    }
    case "remove":
      return change(event.path, (names, name) => names.delete(name));
    case "write":
      return write(event.file, (bytes) => overwritten(bytes, event.at, event.bytes));
    case "cut":
      return write(event.file, (bytes) => resized(bytes, event.size));
    case "flush":
      return settle(contents.get(event.file), event.since);
    case "flush-folder": {
      const folder = folderAt(root, event.path);
      while (folder?.pending[0] !== undefined && folder.pending[0].event < event.since)
        folder.pending.shift()!.apply(folder.certain);
      return;
    }
    case "mark":
  }
}

/** What was asked of a file before a flush began is certain. */
function settle(content: Content | undefined, since: number): void {
  while (content?.pending[0] !== undefined && content.pending[0].event < since)
    content.certain = content.pending.shift()!.apply(content.certain);
}

function resized(bytes: Uint8Array, size: number): Uint8Array {
  const next = new Uint8Array(size);
  next.set(bytes.subarray(0, size));
  return next;
}

function overwritten(bytes: Uint8Array, at: number, piece: Uint8Array): Uint8Array {
  const next = resized(bytes, Math.max(bytes.length, at + piece.length));
  next.set(piece, at);
  return next;
}

/** Some of what was not flushed: each piece whole, as zeros of its length, torn, or not at all from here on. */
function survivor({ certain, pending }: Content, random: Generator): Uint8Array {
  let bytes = certain;
  for (const { apply } of pending) {
    const fate = random.integer(8);
    if (fate === 0) return bytes;
    const next = apply(bytes);
    if (fate === 1 && next.length > bytes.length)
      return next.subarray(0, bytes.length + random.integer(next.length - bytes.length));
    // The size has come to the disk and the content has not.
    bytes = fate === 2 && next.length > bytes.length ? resized(bytes, next.length) : next;
  }
  return bytes;
}

function writeOut(
  { certain, pending }: Folder,
  contents: ReadonlyMap<number, Uint8Array>,
  random: Generator,
  target: string,
): void {
  mkdirSync(target, { recursive: true });
  const names = new Map(certain);
  for (const { apply } of pending.slice(0, random.integer(pending.length + 1))) apply(names);
  for (const [name, thing] of names) {
    if ("now" in thing) writeOut(thing, contents, random, join(target, name));
    else writeFileSync(join(target, name), contents.get(thing.file)!);
  }
}
