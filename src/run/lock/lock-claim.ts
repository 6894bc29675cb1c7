/**
 * Settles who succeeds a holder that is gone. Whoever wants to makes a claim, a file named after the holder's token that
 * only one process can create, and then puts it in the place of the lock. A claimant may itself be killed half-way: its
 * claim names it, so the next one claims after the claimant, and so on. Nothing here depends on time, and nothing is
 * left that would have to be waited for.
 */

import { readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createDurably, writeError } from "../../file/durable-write.ts";
import { systemCode } from "../../file/system-code.ts";

/** What a claim needs to know about locks and other claims, which look alike. */
export interface ClaimRules {
  /**
   * The token in a file whose holder is gone; undefined when the file has changed or gone while it was judged. Throws
   * when the holder is there. Judged and read at once: a token read later may be that of a living successor.
   */
  tokenOfGone(path: string): Promise<string | undefined>;
  /** The token in a file, whoever it is; undefined where there is no such file. */
  tokenOf(path: string): Promise<string | undefined>;
}

/** A claimant that is killed over and over leaves one claim each time; more than this is no accident. */
const longestChain = 100;

function claimPath(lock: string, token: string): string {
  return `${lock}.after-${token.replaceAll(/[^A-Za-z0-9-]/g, "_").slice(0, 80)}`;
}

/**
 * Puts `mine` in the place of a lock whose holder is gone; false when the lock has changed meanwhile, so that it has to
 * be looked at again.
 */
export async function claimAfter(lock: string, mine: object, rules: ClaimRules): Promise<boolean> {
  const first = await rules.tokenOfGone(lock);
  let token = first;
  for (let link = 0; link < longestChain && token !== undefined; link++) {
    const claim = claimPath(lock, token);
    if (await createDurably(claim, `${JSON.stringify(mine)}\n`)) {
      // Someone may have come first by a claim that has become the lock; then the lock is another one.
      if ((await rules.tokenOf(lock)) === first) return putInPlace(claim, lock);
      await rm(claim, { force: true });
      return false;
    }
    const next = await rules.tokenOfGone(claim);
    // Two that cannot be read look alike; the one after the second has a name of its own.
    token = next === token ? `${token}-${link}` : next;
  }
  return false;
}

async function putInPlace(claim: string, lock: string): Promise<boolean> {
  try {
    await rename(claim, lock);
    return true;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    await rm(claim, { force: true });
    throw writeError(lock, error, "The run is unchanged.");
  }
}

/** Removes the claims that claimants who were killed left behind; for whoever holds the lock. */
export async function dropClaims(lock: string): Promise<void> {
  const prefix = `${basename(lock)}.after-`;
  const entries = await readdir(dirname(lock), { withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.name.startsWith(prefix) && !entry.isDirectory())
      .map(({ name }) => rm(join(dirname(lock), name), { force: true })),
  );
}
