/**
 * Whether a run may do what its configuration says. A run folder can come from anywhere, and some configurations name a
 * program to start, a module to load or a service to ask. Runs made here are signed with a key that stays in the user's
 * data folder; any other run of that kind is refused unless the user says so.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import { dataFolder } from "../../file/data-folder.ts";
import type { Run } from "../layout.ts";
import type { ExperimentConfig } from "../../experiment/config.ts";
import { isModule } from "../../experiment/is-module.ts";
import { readHeaders } from "../../experiment/oracle-headers.ts";
import { usesJournal } from "../../experiment/task.ts";

const signatureFile = "signature";
const keyFile = "run-key";
const keyBytes = 32;

/** Signs a run that has just been made, where its configuration reaches beyond this library. */
export async function signRun(run: Run, config: ExperimentConfig): Promise<void> {
  if (!usesJournal(config)) return;
  await writeFile(join(run.folder, signatureFile), signatureOf(run, await ownKey()));
}

/** Throws `run/untrusted` for a run that reaches out and was not made by this user. */
export async function requireTrust(run: Run, config: ExperimentConfig): Promise<void> {
  if (!usesJournal(config)) return;
  const signature = await readFile(join(run.folder, signatureFile), "utf8").catch(() => "");
  const wanted = Buffer.from(signatureOf(run, await ownKey()));
  const got = Buffer.from(signature);
  if (got.length === wanted.length && timingSafeEqual(got, wanted)) return;
  throw new WindageError(
    "run/untrusted",
    `${run.id}: this run was not made by you on this machine, and it would ${reach(config)}. ` +
      `Look at its config.json, and add --trust if that is what you want.`,
  );
}

function reach({ task, oracleCommand, oracleUrl, oracleHeader }: ExperimentConfig): string {
  if (isModule(task)) return `load the module ${JSON.stringify(task)}`;
  if (oracleCommand !== null) return `start the program ${JSON.stringify(oracleCommand)}`;
  const variables = [...readHeaders(oracleHeader ?? []).values()];
  const secrets =
    variables.length === 0 ? "" : ` with the values of your environment variables ${variables.join(", ")}`;
  return `send sequences to ${JSON.stringify(oracleUrl)}${secrets}`;
}

function signatureOf(run: Run, key: Uint8Array): string {
  return createHmac("sha256", key).update(JSON.stringify(run.record.config)).digest("hex");
}

/** The user's own key, made when it is first needed. */
async function ownKey(): Promise<Uint8Array> {
  const path = join(dataFolder(), keyFile);
  const known = await readFile(path).catch(() => undefined);
  if (known?.length === keyBytes) return known;
  await mkdir(dataFolder(), { recursive: true });
  // Of two processes that make a key at once, the first one's stays.
  await writeFile(path, randomBytes(keyBytes), { flag: "wx", mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    },
  );
  return readFile(path);
}
