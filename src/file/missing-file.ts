/** What to say of a file that a user named and that is not there: what lies beside its place under a name like it. */
import { readdir } from "node:fs/promises";
import { basename, dirname, extname } from "node:path";
import { editDistance } from "../suggest.ts";
import { systemCode } from "./system-code.ts";

/** Names that are listed where there are more. */
const mostListed = 5;
/** More names than this are not compared one by one. */
const mostCompared = 10_000;

/** Whether an error of the system says that there is nothing at a path. */
export function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** "there is no file nope.csv; did you mean note.csv?", or what there is to choose from. */
export async function missingFile(path: string, what: "file" | "folder" = "file"): Promise<string> {
  const folder = dirname(path);
  const said = `there is no ${what} ${path}`;
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) return `${said}, nor a folder ${folder}; check the path`;
  const wanted = basename(path).toLowerCase();
  const near = names
    .slice(0, mostCompared)
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(2, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  if (near.length > 0) return `${said}; did you mean ${near[0]!.name}?`;
  const ending = extname(wanted);
  const alike = names.filter((name) => ending !== "" && extname(name).toLowerCase() === ending).sort();
  if (alike.length === 0) return `${said}; check the path`;
  const more = alike.length > mostListed ? `, … (${alike.length} in all)` : "";
  return `${said}; its folder has ${alike.slice(0, mostListed).join(", ")}${more}`;
}
