/**
 * Files and folders that are being put together, under names that say who is at it: a process and the place where its
 * number means something. Whoever is killed leaves such a name behind, and the next one that writes there takes it away.
 */
import { createHash } from "node:crypto";
import { readlinkSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { hostname } from "node:os";
import { systemCode } from "./system-code.ts";

/** What of another machine nobody has touched for so long is nobody's; its processes cannot be asked for from here. */
const abandonedMs = 24 * 60 * 60 * 1000;

/** A machine, and the container in it: others count their processes apart. */
function thisPlace(): string {
  let container = "";
  try {
    container = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Systems without containers.
  }
  return createHash("sha256").update(`windage ${hostname()} ${container}`).digest("hex").slice(0, 8);
}

let place: string | undefined;
/** What this process is at. */
const own = new Set<string>();

/** What stands in the name of something unfinished for its owner. */
export function ownerTag(): string {
  return `${process.pid}-${(place ??= thisPlace())}`;
}

/** The same in a pattern, with the process and the place as groups; earlier versions left out the place. */
export const ownerPattern = String.raw`(?<pid>\d+)(?:-(?<place>[0-9a-f]{8}))?`;

/** Does some work on something unfinished of this process, which nobody takes away meanwhile. */
export async function whileUnfinished<T>(path: string, work: () => Promise<T>): Promise<T> {
  own.add(path);
  try {
    return await work();
  } finally {
    own.delete(path);
  }
}

/** Whether nobody is at work any more on something whose name says this owner. */
export async function isAbandoned(
  path: string,
  { pid, place: where }: { readonly pid: string; readonly place: string | undefined },
): Promise<boolean> {
  if (where !== undefined && where !== (place ??= thisPlace())) {
    const facts = await lstat(path).catch(() => undefined);
    return facts !== undefined && Date.now() - facts.mtimeMs > abandonedMs;
  }
  // In a container a process often has the number that the one before it had.
  return Number(pid) === process.pid ? !own.has(path) : !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
