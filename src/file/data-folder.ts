/**
 * Where the user's own tables live: the folder named by WINDAGE_DATA, else the platform's place for the data
 * of a program. Only computes paths; nothing is created here.
 */

import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { WindageError } from "../error.ts";

/** What the choice depends on; each part defaults to the running process. */
export interface DataFolderContext {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

/** The data folder's path. */
export function dataFolder(context: DataFolderContext = {}): string {
  const env = context.env ?? process.env;
  const chosen = env["WINDAGE_DATA"];
  if (chosen !== undefined && chosen !== "") return chosen;
  const platform = context.platform ?? process.platform;
  const home = context.home ?? ownHome();
  if (platform === "darwin") return join(home, "Library", "Application Support", "windage");
  if (platform === "win32") return join(env["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "windage");
  // The XDG specification tells programs to ignore a relative path here.
  const xdg = env["XDG_DATA_HOME"];
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, ".local", "share"), "windage");
}

/**
 * The user's home. An empty HOME, or one that is no whole path, would put keys and tables wherever a command is started; in
 * containers there may be neither a HOME nor an entry for the user.
 */
function ownHome(): string {
  for (const ask of [homedir, () => userInfo().homedir]) {
    try {
      const home = ask();
      if (isAbsolute(home)) return home;
    } catch {
      // The system knows no such user.
    }
  }
  throw new WindageError(
    "data/no-home",
    "HOME: got no whole path, and the system knows none for this user, expected a place for the data folder; set HOME, or name a folder with WINDAGE_DATA.",
  );
}
