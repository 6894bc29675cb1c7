/**
 * Tells processes apart, also when a number is used again by a later one: on Linux by the moment the process
 * started in this boot, elsewhere by its number alone.
 */

import { readFileSync } from "node:fs";
import { systemCode } from "../file/folder-file.ts";

/** A text that a later process with the same number does not share; null where the system does not say. */
export function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may itself contain spaces and parentheses; the start time is field 22.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return fields[19] === undefined ? null : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

/** Whether the process that had this number and start is still there. */
export function isAlive(pid: number, start: string | null): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that it exists and belongs to someone else.
    if (systemCode(error) !== "EPERM") return false;
  }
  const now = processStart(pid);
  return start === null || now === null || start === now;
}
