/**
 * Tells processes apart, also when a number is used again by a later one, and places where such numbers mean anything:
 * on Linux by the moment the process started, the boot it started in, and the container it runs in; elsewhere by its
 * number and the name of the machine alone.
 */

import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "../../file/system-code.ts";

/** Where a process number means one process: a machine, its boot, and the container in it. */
export interface Place {
  readonly host: string;
  /** Tells machines of one name apart, and a machine that started anew from another; null where the system does not say. */
  readonly machine: string | null;
  /** Changes when the machine starts anew; null where the system does not say. */
  readonly boot: string | null;
  /** Containers of one machine count their processes apart; null where the system does not say. */
  readonly container: string | null;
}

/** Where this process runs. */
export function thisPlace(): Place {
  return {
    host: hostname().slice(0, 200),
    // The number itself is not for others to know, and run folders are shared.
    machine: tryRead(() => shortDigest(readFileSync("/etc/machine-id", "latin1").trim())),
    boot: tryRead(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()),
    container: tryRead(() => readlinkSync("/proc/self/ns/pid")),
  };
}

function shortDigest(text: string): string {
  if (text === "") throw new Error("the system has not given this machine a number");
  return createHash("sha256").update(`windage ${text}`).digest("hex").slice(0, 16);
}

function tryRead(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The fields of /proc/<pid>/stat after the name, from the state on; empty where there is none. */
function statOf(pid: number): readonly string[] {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, "latin1")) ?? "";
  // The name in parentheses may itself contain spaces and parentheses.
  return stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** A text that a later process with the same number does not share; null where the system does not say. */
export function processStart(pid: number): string | null {
  const start = statOf(pid)[19];
  const { boot } = thisPlace();
  return start === undefined || boot === null ? null : `${boot}/${start}`;
}

/** Whether the process of this place that had this number and start is still at work; one that only waits to be buried is not. */
export function isAlive(pid: number, start: string | null): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that it exists and belongs to someone else.
    if (systemCode(error) !== "EPERM") return false;
  }
  const [state] = statOf(pid);
  if (state === "Z" || state === "X") return false;
  const now = processStart(pid);
  return start === null || now === null || start === now;
}
