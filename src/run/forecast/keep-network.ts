/** The generative forecaster's network in a run folder, as one checked file. */
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import type { JsonObject } from "../../file/json-document.ts";
import { gflownet, restoreGflownet, saveGflownet } from "../../forecast/index.ts";
import type { GflownetMember } from "../../forecast/index.ts";
import { readCheckpointFile, writeCheckpointFile } from "../checkpoint-file.ts";
import type { Run } from "../layout.ts";

const fileOf = (run: Run): string => join(run.folder, "gflownet.safetensors");

/** Writes the network of a member as it stands and says where; nothing where it has not begun. */
export async function keepNetwork(run: Run, member: GflownetMember): Promise<string | undefined> {
  const trained = member.trained();
  if (!trained) return undefined;
  const { meta, parameters } = saveGflownet(trained);
  await writeCheckpointFile(fileOf(run), {
    meta: JSON.parse(JSON.stringify(meta)) as JsonObject,
    arrays: { parameters },
  });
  return fileOf(run);
}

/** The member with the network of a run, which it uses as it is. */
export async function loadNetwork(run: Run): Promise<GflownetMember> {
  const kept = await readCheckpointFile(fileOf(run));
  if (kept) return gflownet({}, restoreGflownet(kept.meta, kept.arrays["parameters"]));
  throw new WindageError(
    "run/no-network",
    `${run.id}: got a pool with the generative forecaster but no ${fileOf(run)}, expected both; copy the whole run folder.`,
  );
}
