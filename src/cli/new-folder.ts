/** Folders that are made for what a command keeps, and that should not stay empty where it keeps nothing. */
import { existsSync } from "node:fs";
import { rmdir } from "node:fs/promises";

/** Does some work; where it fails, a folder that was not there before goes again, unless something is in it. */
export async function orNoNewFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const isNew = !existsSync(folder);
  try {
    return await work();
  } catch (error) {
    if (isNew) await rmdir(folder).catch(() => undefined);
    throw error;
  }
}
