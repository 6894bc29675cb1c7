/**
 * A program together with all that it starts: it leads a process group of its own, which is ended as a whole. A program
 * under `bash -c` or `conda run` is the child of the one we start, and would otherwise go on without it. Whatever leaves
 * the group on purpose, as daemons do, is left alone. Windows has no such groups; there the tree is ended by its own tool.
 */
import { spawn, spawnSync } from "node:child_process";

const hasGroups = process.platform !== "win32";
/** A program that hears that its input has ended has so long to leave by itself. */
const graceSeconds = 1;
/** Reads until the process at the other end of the pipe is gone, however it went; its argument is the group. */
const watching = `read -r _; sleep ${graceSeconds}; kill -9 "-$1"`;

/** What `spawn` needs so that a program leads a group of its own; on Windows that would open a window instead. */
export const ownGroup: { readonly detached: boolean } = { detached: hasGroups };

/** Ends what is left of a program and of all that it started. */
export function killGroup(pid: number): void {
  if (!hasGroups) {
    spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody of it is left, or nobody whom we may end.
  }
}

/**
 * Ends the group also when this process is killed so suddenly that it can do nothing any more: a shell waits at the end
 * of a pipe for that. The result calls it off, which has to be done once the group is gone.
 */
export function guardGroup(pid: number): () => void {
  if (!hasGroups) return () => undefined;
  const guard = spawn("/bin/sh", ["-c", watching, "windage-guard", String(pid)], {
    // Not in our group: who ends that must not end the guard with it.
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Where no more processes may be started there is no guard, and everything else works.
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref?: () => void }).unref?.();
  return () => {
    guard.kill("SIGKILL");
    guard.stdin.destroy();
  };
}
