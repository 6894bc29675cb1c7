/** How runs and their folders are called in sentences and in lines to copy. */
import { basename, dirname, isAbsolute, relative, resolve } from "node:path";
import { shellWord } from "../shell-word.ts";
import { runsRoot } from "./layout.ts";

/** The path as seen from here, where it lies below; it is shorter and can be typed as it is. */
export function shortPath(path: string): string {
  const below = relative(process.cwd(), path);
  return below === "" || below.startsWith("..") || isAbsolute(below) ? path : below;
}

/** What finds a run from here: its name where names are looked for without being told, else the path of its folder. */
export function runWord(folder: string): string {
  const path = resolve(folder);
  if (dirname(path) === runsRoot()) return shellWord(basename(path));
  const short = shortPath(path);
  return shellWord(short.includes("/") || isAbsolute(short) ? short : `./${short}`);
}

/** The flag that leads to a folder of runs from here; none where it is looked in by itself. */
export function rootFlag(root: string): string {
  return resolve(root) === runsRoot() ? "" : ` --runs ${shellWord(shortPath(resolve(root)))}`;
}
