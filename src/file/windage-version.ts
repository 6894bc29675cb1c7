/** The version of this package, which every run records. */

import { readFileSync } from "node:fs";

/** The version in package.json. */
export function windageVersion(): string {
  // The same relative path leads to package.json from src/run and from dist/run.
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return (manifest as { version: string }).version;
}
