/**
 * Notes what a program asks of the disk below one folder: every change to a file or a list of names, and every flush, in
 * their order. `disk-after-cut.ts` makes of this what may be left when the power fails. It wraps the functions of
 * `node:fs` that this package writes with; one that is not wrapped shows, because its files are missing from the notes.
 */
import fs from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { relative, resolve } from "node:path";

/** One thing that was asked for. Files are known by a number, since their names change. */
export type DiskEvent =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string; readonly file: number }
  | { readonly kind: "write"; readonly file: number; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "cut"; readonly file: number; readonly size: number }
  | { readonly kind: "rename" | "link"; readonly from: string; readonly to: string }
  | { readonly kind: "remove"; readonly path: string }
  /** All that was asked for before the event `since` is on the disk. */
  | { readonly kind: "flush"; readonly file: number; readonly since: number }
  | { readonly kind: "flush-folder"; readonly path: string; readonly since: number }
  /** What the program has promised by now. */
  | { readonly kind: "mark"; readonly mark: string };

export interface DiskRecord {
  readonly events: readonly DiskEvent[];
}

/** Does some work and notes what it asks of the disk; `mark` notes that something was promised. */
export async function recordDisk(
  folder: string,
  work: (mark: (text: string) => void) => Promise<void>,
): Promise<DiskRecord> {
  const recorder = new Recorder(folder);
  const restore = recorder.wrap();
  try {
    await work((text) => recorder.events.push({ kind: "mark", mark: text }));
  } finally {
    restore();
  }
  return { events: recorder.events };
}

type Call = (...words: never[]) => unknown;

class Recorder {
  readonly events: DiskEvent[] = [];
  readonly #root: string;
  /** Numbers of files by their names now. */
  readonly #files = new Map<string, number>();
  /** What an open file is: a file with the place of its next write, or a folder. */
  readonly #open = new Map<number, { readonly file: number; at: number } | { readonly folder: string }>();
  #count = 0;

  constructor(root: string) {
    this.#root = resolve(root);
  }

  /** Puts wrappers in place; the result takes them away. */
  wrap(): () => void {
    const sync = fs as unknown as Record<string, Call>;
    const promises = fs.promises as unknown as Record<string, Call>;
    const before = [{ ...sync }, { ...promises }] as const;
    this.#wrapNames(sync, "Sync");
    this.#wrapNames(promises, "");
    this.#wrapNumbers(sync);
    this.#wrapHandles(promises);
    syncBuiltinESMExports();
    return () => {
      for (const [name, call] of Object.entries(before[0])) if (sync[name] !== call) sync[name] = call;
      for (const [name, call] of Object.entries(before[1]))
        if (promises[name] !== call) promises[name] = call;
      syncBuiltinESMExports();
    };
  }

  #path(path: unknown): string | undefined {
    const below = relative(this.#root, resolve(String(path)));
    return below.startsWith("..") ? undefined : below;
  }

  /** Changes of names, which both kinds of functions have. */
  #wrapNames(functions: Record<string, Call>, suffix: string): void {
    const note = (name: string, after: (...words: readonly unknown[]) => void): void => {
      const own = functions[`${name}${suffix}`]! as (...words: unknown[]) => unknown;
      functions[`${name}${suffix}`] = (...words: unknown[]) => {
        const done = own(...words);
        if (!(done instanceof Promise)) {
          after(...words);
          return done;
        }
        return done.then((value: unknown) => {
          after(...words);
          return value;
        });
      };
    };
    note("mkdir", (path) => this.#note(path, (one) => ({ kind: "folder", path: one })));
    const remove = (path: unknown): void => {
      this.#note(path, (one) => ({ kind: "remove", path: one }));
      this.#files.delete(this.#path(path) ?? "");
    };
    for (const name of ["rm", "unlink", "rmdir"]) note(name, remove);
    const moved = (kind: "rename" | "link") => (from: unknown, to: unknown) => {
      const [a, b] = [this.#path(from), this.#path(to)];
      if (a === undefined || b === undefined) return;
      this.events.push({ kind, from: a, to: b });
      for (const [path, file] of Array.from(this.#files)) {
        if (path !== a && !path.startsWith(`${a}/`)) continue;
        this.#files.set(b + path.slice(a.length), file);
        if (kind === "rename") this.#files.delete(path);
      }
    };
    note("rename", moved("rename"));
    note("link", moved("link"));
  }

  #note(path: unknown, event: (path: string) => DiskEvent): void {
    const below = this.#path(path);
    if (below !== undefined) this.events.push(event(below));
  }

  /** Remembers what an open file is; a name that was not there is a new file. */
  #opened(path: unknown, number: number): void {
    const below = this.#path(path);
    if (below === undefined) return;
    if (fs.fstatSync(number).isDirectory()) {
      this.#open.set(number, { folder: below });
      return;
    }
    let file = this.#files.get(below);
    if (file === undefined) {
      file = this.#count++;
      this.#files.set(below, file);
      this.events.push({ kind: "file", path: below, file });
    }
    this.#open.set(number, { file, at: 0 });
  }

  #written(number: number, content: Uint8Array | string, at?: number): void {
    const known = this.#open.get(number);
    if (known === undefined || "folder" in known) return;
    const bytes = Uint8Array.from(Buffer.from(content as string));
    this.events.push({ kind: "write", file: known.file, at: at ?? known.at, bytes });
    known.at = (at ?? known.at) + bytes.length;
  }

  #flushed(number: number, since: number): void {
    const known = this.#open.get(number);
    if (known === undefined) return;
    this.events.push(
      "folder" in known
        ? { kind: "flush-folder", path: known.folder, since }
        : { kind: "flush", file: known.file, since },
    );
  }

  /** Open files as numbers. */
  #wrapNumbers(functions: Record<string, Call>): void {
    const { openSync, writeSync, ftruncateSync, closeSync, fsyncSync, fdatasyncSync, fdatasync } = fs;
    functions["openSync"] = (path: string, flags: string, mode: number) => {
      const number = openSync(path, flags, mode);
      this.#opened(path, number);
      return number;
    };
    functions["writeSync"] = (
      number: number,
      content: Uint8Array | string,
      from?: number,
      length?: number,
      at?: number,
    ) => {
      if (typeof content === "string") {
        // Of a text the third word is the place in the file.
        this.#written(number, content, from);
        return writeSync(number, content, from);
      }
      this.#written(number, content.subarray(from ?? 0, (from ?? 0) + (length ?? content.length)), at);
      return writeSync(number, content, from, length, at);
    };
    functions["ftruncateSync"] = (number: number, size = 0) => {
      ftruncateSync(number, size);
      const known = this.#open.get(number);
      if (known !== undefined && "file" in known) this.events.push({ kind: "cut", file: known.file, size });
    };
    for (const [name, own] of Object.entries({ fsyncSync, fdatasyncSync })) {
      functions[name] = (number: number) => {
        const since = this.events.length;
        own(number);
        this.#flushed(number, since);
      };
    }
    functions["fdatasync"] = (number: number, done: (error: Error | null) => void) => {
      const since = this.events.length;
      fdatasync(number, (error) => {
        if (error === null) this.#flushed(number, since);
        done(error);
      });
    };
    functions["closeSync"] = (number: number) => {
      this.#open.delete(number);
      closeSync(number);
    };
  }

  /** Open files as objects. */
  #wrapHandles(functions: Record<string, Call>): void {
    const own = fs.promises.open;
    functions["open"] = async (path: string, flags: string, mode: number) => {
      const handle: FileHandle = await own(path, flags, mode);
      const { fd } = handle;
      this.#opened(path, fd);
      const write = handle.writeFile.bind(handle);
      const sync = handle.sync.bind(handle);
      const close = handle.close.bind(handle);
      handle.writeFile = async (content, ...rest) => {
        this.#written(fd, content);
        await write(content, ...rest);
      };
      handle.sync = async () => {
        const since = this.events.length;
        await sync();
        this.#flushed(fd, since);
      };
      handle.close = async () => {
        this.#open.delete(fd);
        await close();
      };
      return handle;
    };
  }
}
