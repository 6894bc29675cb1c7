/** Names the machine and the libraries a benchmark ran on: a speed without them says nothing. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, arch, cpus, platform, totalmem } from "node:os";
import { join } from "node:path";
import type { BenchHardware } from "./report.ts";

export function benchHardware(): BenchHardware {
  return {
    cpu: cpus()[0]?.model.trim() || "unknown CPU",
    cores: availableParallelism(),
    memoryGb: totalmem() / 2 ** 30,
    platform: `${platform()} ${arch()}`,
  };
}

/** Node and the two libraries our engines stand on; one that is not installed is left out. */
export function libraryVersions(): Record<string, string> {
  const versions: Record<string, string> = { node: process.versions.node };
  for (const name of ["@jax-js/jax", "onnxruntime-node"]) {
    const version = installedVersion(name);
    if (version !== undefined) versions[name] = version;
  }
  return versions;
}

function installedVersion(name: string): string | undefined {
  // Neither package exports its package.json, so look where Node itself would look for the package.
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8"));
      return (manifest as { version: string }).version;
    } catch {
      continue;
    }
  }
  return undefined;
}
