/**
 * An index beside the runs, of what `listRuns` found in each: while nothing in a folder has changed, it is not read again.
 * It may be deleted, damaged or from elsewhere at any time: then runs are read as without it. A folder whose files are
 * younger than a moment is not relied on, since the clock of a file system may not tell two changes apart.
 */
import { lstat, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readSmallText } from "../../file/folder-file.ts";
import { isObject, tryParseObject, type JsonObject } from "../../file/json-document.ts";
import { seal } from "../../file/seal.ts";
import { windageVersion } from "../../file/windage-version.ts";
import { hiddenPrefix, runFiles, type Run } from "../layout.ts";
import type { ListedRun } from "../list-runs.ts";

const format = "windage-run-index";
/** Fewer runs are looked over in a moment. */
const fewestRead = 50;
/** Some 50,000 runs; what is larger is none of ours. */
const mostBytes = 2 ** 28;
const young = 2000;
const stamped = [runFiles.config, runFiles.status, runFiles.metrics, runFiles.summary] as const;

/** What of a folder tells whether it has changed; null where that cannot be relied on. */
export async function stampOf(folder: string): Promise<string | null> {
  const parts: string[] = [];
  for (const name of stamped) {
    const facts = await lstat(join(folder, name)).catch(() => undefined);
    if (facts === undefined) parts.push("-");
    else if (Date.now() - facts.mtimeMs < young) return null;
    else parts.push(`${facts.ino}:${facts.size}:${facts.mtimeMs}`);
  }
  return parts.join(" ");
}

interface Entry {
  readonly stamp: string;
  /** The run without its folder, which may have moved with all the others. */
  readonly listed: Omit<ListedRun, "run"> & { readonly record: Run["record"] };
}

export class RunIndex {
  readonly #root: string;
  readonly #known: ReadonlyMap<string, Entry>;
  readonly #now = new Map<string, Entry>();
  #read = 0;

  private constructor(root: string, known: ReadonlyMap<string, Entry>) {
    this.#root = root;
    this.#known = known;
  }

  /** The index of a folder of runs; an empty one where there is none that can be used. */
  static async open(root: string): Promise<RunIndex> {
    const text = await readSmallText(pathIn(root), mostBytes).catch(() => undefined);
    const known = new Map<string, Entry>();
    const [head, ...lines] = (text ?? "").split("\n");
    const first = tryParseObject(head!);
    if (!("object" in first) || first.object["format"] !== format) return new RunIndex(root, known);
    if (first.object["windage"] !== windageVersion()) return new RunIndex(root, known);
    const { listedSchema } = await import("./listed-schema.ts");
    for (const line of lines) {
      const parsed = tryParseObject(line);
      if (!("object" in parsed)) continue;
      const { stamp, listed } = parsed.object;
      const read = isObject(listed) ? listedSchema.safeParse(listed) : undefined;
      if (typeof stamp === "string" && read?.success) known.set(read.data.id, { stamp, listed: read.data });
    }
    return new RunIndex(root, known);
  }

  /** What was found in a run that has not changed since. */
  find({ id, folder }: Pick<Run, "id" | "folder">, stamp: string | null): ListedRun | undefined {
    const entry = this.#known.get(id);
    if (stamp === null || entry === undefined || entry.stamp !== stamp) return undefined;
    this.#now.set(id, entry);
    const { record, ...listed } = entry.listed;
    return { ...listed, run: { id, folder, record } };
  }

  /** Notes what was found in a run that was read. */
  note({ run, ...listed }: ListedRun, stamp: string | null): void {
    this.#read++;
    if (stamp !== null) this.#now.set(run.id, { stamp, listed: { ...listed, record: run.record } });
  }

  /** Keeps it for the next time, where that is worth a file; a folder that cannot be written to stays without. */
  async keep(): Promise<void> {
    const gone = this.#known.size - this.#now.size;
    if (this.#now.size < fewestRead || (this.#read < fewestRead && gone < fewestRead)) return;
    const lines = [
      JSON.stringify({ format, windage: windageVersion() }),
      ...Array.from(this.#now.values(), (entry) => JSON.stringify(seal(entry as unknown as JsonObject))),
    ];
    const path = pathIn(this.#root);
    const writing = `${path}-${process.pid}`;
    try {
      // Not to the disk at once: after a power cut there is none, or one whose lines do not fit their checks.
      await rm(writing, { force: true });
      await writeFile(writing, lines.join("\n"), { flag: "wx" });
      await rename(writing, path);
    } catch {
      await rm(writing, { force: true }).catch(() => undefined);
    }
  }
}

/** Removes it, where no run is left that it could be about. */
export function forgetIndex(root: string): Promise<void> {
  return rm(pathIn(root), { force: true });
}

function pathIn(root: string): string {
  return join(root, `${hiddenPrefix}index`);
}
