/** Who writes a design project holds its lock, so that two at once cannot lose what one of them was told. */
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import { makeFolder, removeTemporaries } from "../../file/durable-write.ts";
import { isPlainFolder } from "../../file/folder-file.ts";
import { systemCode } from "../../file/system-code.ts";
import { lockRun } from "../lock/lock.ts";
import { parts, requireRecord } from "./project-layout.ts";

/** A project that nobody else may write meanwhile. */
export interface HeldProject {
  readonly folder: string;
  /** Throws where another process has taken it over; asked before anything is written. */
  verify(): Promise<void>;
}

/** Why no folder can be made somewhere, by what the system says. */
const inTheWay: Readonly<Record<string, string>> = {
  EEXIST: "a file of that name is there",
  ENOTDIR: "part of the path is a file",
  ENOENT: "the system has no such place",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "the disk is read-only",
  ENAMETOOLONG: "the name is too long",
};

/** Does some work that writes a project; while it goes on, others who would write are told who is at it. */
export async function holdProject<T>(folder: string, work: (held: HeldProject) => Promise<T>): Promise<T> {
  await requireRecord(folder);
  return hold(folder, work);
}

/** The same for a project that is to be made. */
export async function beginProject<T>(folder: string, work: (held: HeldProject) => Promise<T>): Promise<T> {
  await makeFolder(folder, "No project was begun.").catch((error: unknown) => {
    if (!(error instanceof WindageError) || error.code !== "run/not-writable") throw error;
    const code = systemCode(error.cause) ?? "no reason given";
    throw new WindageError(
      "design/no-folder",
      `${folder}: got a place where no folder can be made (${inTheWay[code] ?? code}), expected a new or empty folder for the project; nothing was written, choose another place`,
      { cause: error.cause },
    );
  });
  return hold(folder, work);
}

async function hold<T>(folder: string, work: (held: HeldProject) => Promise<T>): Promise<T> {
  const lock = await lockRun({ id: folder, folder });
  try {
    for (const part of ["", ...parts]) {
      const path = join(folder, part);
      if (part === "" || (await isPlainFolder(path))) await removeTemporaries(path);
    }
    return await work({ folder, verify: () => lock.verify() });
  } finally {
    await lock.release();
  }
}
