/**
 * What the system lets this process have. Linux tells it in a file; elsewhere, and in browsers, there is taken to be no
 * limit, and what cannot be had is noticed when it is asked for.
 */

export interface SystemLimits {
  /** Bytes of addresses (`ulimit -v`). */
  readonly addressSpace: number;
  /** Files that may be open at a time (`ulimit -n`). */
  readonly openFiles: number;
}

/** The limits of this process. */
export function systemLimits(): SystemLimits {
  // Not imported, because bundlers for browsers read this file as well.
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  let text = "";
  try {
    text = fs?.readFileSync("/proc/self/limits", "utf8") ?? "";
  } catch {
    // Not Linux, or one that hides it.
  }
  const limit = (name: string): number =>
    Number(new RegExp(`^${name} +(\\d+)`, "m").exec(text)?.[1] ?? Infinity);
  return { addressSpace: limit("Max address space"), openFiles: limit("Max open files") };
}
