/**
 * Who gave a score, as one line of text: scores are kept under it, and scores of two sources that differ in it are never
 * mixed. A program is all its words, the folder it is started in and the version that its user gave it, since the same
 * words may mean another model tomorrow; a service is its address and what its query has, not with which values, because
 * keys are changed; a module is its path and the name it gives its
 * landscape. What they compute cannot be looked into, so a new version has to be said.
 */
import { createHash } from "node:crypto";
import type { GeneralConfig } from "../settings/general-settings.ts";
import { readSecrets } from "./oracle-secrets.ts";
import { isModule } from "../module/is-module.ts";

/** The fields of a configuration that say who scores. */
export type ScoreSource = Pick<
  GeneralConfig,
  "task" | "oracleCommand" | "oracleUrl" | "oracleQuery" | "oracleVersion" | "folder"
>;

/** The identity of the scores that a configuration asks for; `name` is what the landscape calls itself. */
export function oracleIdentity(source: ScoreSource, name: string): string {
  const version = source.oracleVersion === null ? "" : `, version ${JSON.stringify(source.oracleVersion)}`;
  return `${whoIsAsked(source, name)}${version}`;
}

function whoIsAsked(
  { task, oracleCommand, oracleUrl, oracleQuery, folder }: ScoreSource,
  name: string,
): string {
  if (oracleCommand !== null) {
    return `the program ${JSON.stringify(oracleCommand)} in ${JSON.stringify(folder)}`;
  }
  if (oracleUrl !== null) {
    const parts = [...readSecrets("oracleQuery", oracleQuery ?? []).keys()].sort().join(", ");
    return `the service ${withoutSecrets(oracleUrl)}${parts && ` with ${parts} in the query`}`;
  }
  return isModule(task) ? `${JSON.stringify(name)} of the module ${JSON.stringify(task)}` : name;
}

/** The query of an address, which runs of earlier versions have, may hold a key, so only a digest of it is told. */
function withoutSecrets(address: string): string {
  const { origin, pathname, search } = new URL(address);
  const digest = createHash("sha256").update(search).digest("hex").slice(0, 16);
  return `${origin}${pathname}${search === "" ? "" : ` with the query sha256:${digest}`}`;
}
