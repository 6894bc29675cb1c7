/**
 * Whether a run may do what its configuration says. A run folder can come from anywhere, and some configurations name
 * a program to start, a module to load, a service to ask or a file elsewhere to read. Runs made here are signed, while
 * they are made, with a key that stays in the user's data folder; any other run of that kind is refused unless the
 * user says so, and is signed then.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { WindageError } from "../error.ts";
import type { Said } from "../wording.ts";
import { dataFolder } from "../file/data-folder.ts";
import { createDurably, makeFolder, writeDurably } from "../file/durable-write.ts";
import { readSmallFile } from "../file/folder-file.ts";
import type { JsonObject } from "../file/json-document.ts";
import { runFiles } from "./layout.ts";
import { reachesOf, tellReaches } from "./reach.ts";

const keyFile = "run-key";
const keyBytes = 32;
const MAX_SIGNATURE_BYTES = 1024;

/** What has a signature: a folder and the document in it that says what would be done. */
export interface Signable {
  readonly folder: string;
  readonly document: JsonObject;
}

/** The text that shows that a document was made, or trusted, by this user. */
async function signatureOf(document: JsonObject): Promise<string> {
  return createHmac("sha256", await ownKey())
    .update(JSON.stringify(document))
    .digest("hex");
}

/** Puts this user's signature into a folder. */
export async function sign({ folder, document }: Signable): Promise<void> {
  await writeDurably(join(folder, runFiles.signature), [await signatureOf(document)]);
}

/** Whether a folder carries this user's signature on its document. */
export async function isSigned({ folder, document }: Signable): Promise<boolean> {
  // Whatever cannot be read as one is no signature; what else is wrong with the folder is said elsewhere.
  const found = await readSmallFile(join(folder, runFiles.signature), MAX_SIGNATURE_BYTES).catch(
    () => undefined,
  );
  if (found === undefined) return false;
  const wanted = Buffer.from(await signatureOf(document));
  return found.length === wanted.length && timingSafeEqual(found, wanted);
}

/**
 * Throws `run/untrusted` for a run that reaches out and was not made by this user; with `trust` it passes and is
 * signed, so that this is asked once. To be called before anything the configuration names is opened. The result says
 * what was trusted, or why trust that was given was not needed; undefined where none was given.
 */
export async function requireTrust(
  run: { readonly id: string; readonly folder: string; readonly record: { readonly config: JsonObject } },
  { trust }: { readonly trust: boolean },
): Promise<Said | undefined> {
  const { config: document } = run.record;
  const reaches = reachesOf(document);
  const unneeded = (why: string): Said | undefined =>
    trust ? (say) => `${say("trust")}: has no effect, because the run ${why}.` : undefined;
  if (reaches.length === 0) return unneeded("opens nothing outside its folder");
  const signable = { folder: run.folder, document };
  if (await isSigned(signable)) return unneeded("was made or trusted by you before");
  const told = await tellReaches(reaches);
  if (!trust) {
    throw new WindageError(
      "run/untrusted",
      (say) =>
        `${run.id}: this run was not made by you on this machine, and it would\n  ${told.join("\n  ")}\nLook at its config.json, and add ${say("trust")} if that is what you want.`,
    );
  }
  // A folder that may only be read can be trusted too, just not remembered.
  await sign(signable).catch(() => undefined);
  return (say) => `${say("trust")}: from now on the run may ${told.join("; ")}`;
}

/** The user's own key, made when it is first needed. */
async function ownKey(): Promise<Uint8Array> {
  const path = join(dataFolder(), keyFile);
  const known = await readSmallFile(path, keyBytes);
  if (known !== undefined) return checkKey(path, known);
  await makeFolder(dataFolder(), "Nothing was signed.");
  // Of two processes that make a key at once, the first one's stays.
  await createDurably(path, randomBytes(keyBytes), 0o600);
  return checkKey(path, (await readSmallFile(path, keyBytes)) ?? new Uint8Array());
}

/** A short or empty key would make signatures that anyone can forge. */
function checkKey(path: string, key: Uint8Array): Uint8Array {
  if (key.length === keyBytes) return key;
  throw new WindageError(
    "run/bad-key",
    (say) =>
      `${path}: got a key of ${key.length} bytes, expected ${keyBytes}; delete the file, and a new key is made. Runs signed with the old one then need ${say("trust")} once.`,
  );
}
