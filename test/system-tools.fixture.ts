/**
 * Programs of the system that a test needs, from packages of Debian. Where the tests are root on Debian what is missing is
 * installed; elsewhere there is a reason, and with it the test is reported as not run.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A program, and the package that has it. */
export interface SystemTool {
  readonly program: string;
  readonly package: string;
}

const starts = (...[program, ...words]: readonly [string, ...string[]]): boolean =>
  spawnSync(program, words, { stdio: "ignore" }).status === 0;

const missing = (tools: readonly SystemTool[]): readonly SystemTool[] =>
  tools.filter(({ program }) => !starts("sh", "-c", `command -v ${program}`));

/** Why the tools cannot be had, if they cannot. */
export function withoutTools(tools: readonly SystemTool[]): string | undefined {
  if (missing(tools).length > 0 && process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    const packages = missing(tools).map((tool) => tool.package);
    const install = ["apt-get", "install", "--yes", "--no-install-recommends", ...packages] as const;
    if (!starts(...install)) starts("sh", "-c", `apt-get update && ${install.join(" ")}`);
  }
  const names = missing(tools).map((tool) => tool.package);
  if (names.length === 0) return undefined;
  return `needs the Debian package${names.length > 1 ? "s" : ""} ${names.join(", ")}`;
}
