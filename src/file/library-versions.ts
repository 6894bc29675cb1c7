/** Node and the two libraries that the engines stand on, with the versions that are installed. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Versions by name; a library that is not installed is left out. */
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
