/**
 * Whose fault an error is. What a module of a user throws is told as the module's, with its file, the part of it that was
 * called and the line; errors of ours pass unchanged, and what nobody can place stays what it is.
 */
import { fileURLToPath } from "node:url";
import { WindageError } from "../../error.ts";
import { describeThrown, isErrorOf, traceOf } from "../../thrown.ts";

/** The folder of the package: what is built of it, its sources, and its dependencies in a clone. */
const root = fileURLToPath(new URL("../../..", import.meta.url));
const ours = ["src/", "dist/", "node_modules/"].map((folder) => root + folder);

const loaded = new Set<string>();

/** Notes that a module of a user is part of this process from now on. */
export function noteModule(path: string): void {
  loaded.add(path);
}

/** The modules of users in this process. */
export function loadedModules(): readonly string[] {
  return [...loaded];
}

/** An error that a part of a module is to blame for; one that is ours already passes, since it says more. */
export function blame(path: string, part: string, thrown: unknown): WindageError {
  if (isErrorOf(WindageError, thrown)) return thrown;
  return new WindageError(
    "run/module-threw",
    `${path}: ${part} threw ${quoted(thrown)}${placeOf(thrown)}, expected no error; mend the module.`,
    { kind: "failure", cause: thrown },
  );
}

/** The same for an error that turned up without anybody having called, where a module can be behind it; otherwise null. */
export function blameStray(thrown: unknown, how: string): WindageError | null {
  const path = culprit(thrown);
  if (path === null) return null;
  return new WindageError(
    "run/module-stray",
    `${path}: ${how}: ${quoted(thrown)}${placeOf(thrown)}; catch it in the module, or await what it belongs to.`,
    { kind: "failure", cause: thrown },
  );
}

/** An error of nobody knows where, as the fault of a module if it comes from one. */
export function blameTraced(thrown: unknown): WindageError | null {
  const path = culprit(thrown);
  return path === null ? null : blame(path, "it", thrown);
}

function quoted(thrown: unknown): string {
  return isErrorOf(Error, thrown)
    ? `"${describeThrown(thrown)}"`
    : `${describeThrown(thrown)}, which is no Error`;
}

/** The module that is to blame; null where it is none, or where nobody can say. */
function culprit(thrown: unknown): string | null {
  const paths = loadedModules();
  if (paths.length === 0 || isErrorOf(WindageError, thrown)) return null;
  // Of ours nothing is thrown that is no Error.
  if (!isErrorOf(Error, thrown)) return paths.join(", ");
  const place = firstPlace(thrown);
  if (place === null) return null;
  return paths.find((path) => place.startsWith(`${path}:`)) ?? paths.join(", ");
}

/** " at line 3", or with the file where it is another one than is named anyway. */
function placeOf(thrown: unknown): string {
  const place = firstPlace(thrown);
  if (place === null) return "";
  const { path, line } = /^(?<path>.*):(?<line>\d+):\d+$/.exec(place)!.groups!;
  return loaded.has(path!) ? ` at line ${line}` : ` at ${path}:${line}`;
}

/** The first line of code, as path:line:column, that is neither Node's nor a package's; null where that is ours. */
function firstPlace(thrown: unknown): string | null {
  for (const line of traceOf(thrown).split("\n")) {
    const found = /^\s+at (?:.*\()?(?<place>(?:file:\/\/)?\/.*:\d+:\d+)\)?$/.exec(line)?.groups?.["place"];
    if (found === undefined) continue;
    const place = found.startsWith("file:") ? pathOf(found) : found;
    if (ours.some((folder) => place.startsWith(folder))) return null;
    if (!place.includes("/node_modules/")) return place;
  }
  return null;
}

function pathOf(address: string): string {
  const [, file, at] = /^(.*?)(:\d+:\d+)$/.exec(address)!;
  try {
    return fileURLToPath(file!) + at!;
  } catch {
    return address;
  }
}
