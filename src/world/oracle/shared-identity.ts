/**
 * Who gave a score, for the store that all runs share: the identity of the oracle and a digest of the files it is made
 * of, as far as they can be seen, so that a program or module that was changed is another oracle. Of a program these are
 * its words that name files; of a module itself and what it imports. What a service is made of cannot be seen, nor what
 * a program reads: when that changes, `--oracle-version` has to say so.
 */
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { stat } from "node:fs/promises";
import { readUserFile } from "../../file/read-user-file.ts";
import type { GeneralConfig } from "../settings/general-settings.ts";
import { isModule } from "../module/is-module.ts";
import { moduleFiles } from "../module/module-files.ts";
import { oracleIdentity } from "./oracle-identity.ts";

/** Larger files are told apart by size and time of change alone. */
const mostBytes = 2 ** 26;

/** The identity under which scores are shared; `name` is what the landscape calls itself. */
export async function sharedIdentity(config: GeneralConfig, name: string): Promise<string> {
  const { task, oracleCommand, folder } = config;
  const digest = createHash("sha256");
  if (oracleCommand !== null) {
    for (const word of oracleCommand) digest.update(await fileDigest(resolve(folder ?? ".", word)));
  } else if (isModule(task)) {
    for (const [path, bytes] of await moduleFiles(task)) digest.update(path).update("\0").update(bytes);
  } else return oracleIdentity(config, name);
  return `${oracleIdentity(config, name)}, files sha256:${digest.digest("hex").slice(0, 32)}`;
}

/** A text that changes with the file of a name; a constant where there is none. */
async function fileDigest(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isFile() !== true) return "no file\n";
  if (facts.size > mostBytes) return `${facts.size} bytes of ${facts.mtimeMs}\n`;
  return `${createHash("sha256")
    .update(await readUserFile(path))
    .digest("hex")}\n`;
}
