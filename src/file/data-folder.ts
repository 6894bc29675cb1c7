/**
 * Where the user's own tables live: the folder named by WINDAGE_DATA, else the platform's place for the data
 * of a program. Only computes paths; nothing is created here.
 */

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** What the choice depends on; each part defaults to the running process. */
export interface DataFolderContext {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

/** The data folder's path. */
export function dataFolder(context: DataFolderContext = {}): string {
  const env = context.env ?? process.env;
  const home = context.home ?? homedir();
  const chosen = env["WINDAGE_DATA"];
  if (chosen !== undefined && chosen !== "") return chosen;
  const platform = context.platform ?? process.platform;
  if (platform === "darwin") return join(home, "Library", "Application Support", "windage");
  if (platform === "win32") return join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "windage");
  // The XDG specification tells programs to ignore a relative path here.
  const xdg = env["XDG_DATA_HOME"];
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, ".local", "share"), "windage");
}
