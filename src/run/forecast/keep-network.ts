/** The generative forecaster's network in a run folder, as one checked file. */
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import { choice, listOf, readDocument, z } from "../../file/document.ts";
import { broken, type JsonObject } from "../../file/json-document.ts";
import {
  gflownet,
  referenceNames,
  restoreGflownet,
  saveGflownet,
  windowsAtATime,
} from "../../forecast/index.ts";
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

const whole = (least: number, most: number) => {
  const error = `a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};
const between = (least: number, most: number) => {
  const error = `a number from ${least} to ${most}`;
  return z.number({ error }).min(least, { error }).max(most, { error });
};

/** Wider bounds than any network of ours needs; how many numbers there are has to fit the settings besides. */
const networkSchema = z.object({
  horizon: whole(1, 10_000),
  periods: listOf(whole(1, 100_000)).max(100, { error: "at most 100 periods" }),
  ratio: between(0, 1e150),
  columns: z.tuple([whole(0, 10_000), whole(0, 10_000), whole(0, 1)], { error: "three numbers" }),
  settings: z.object(
    {
      seed: whole(0, Number.MAX_SAFE_INTEGER),
      references: z.tuple([choice(referenceNames)], choice(referenceNames), { error: "names of references" }),
      bins: whole(4, 65_536),
      reach: between(1e-6, 1e6),
      smoothing: between(0, 1e4),
      head: choice(["tokens", "absolute", "square"]),
      encoder: choice(["transformer", "linear"]),
      width: whole(1, 16_384),
      layers: whole(1, 1000),
      heads: whole(1, 1000),
      patches: whole(1, 100_000),
      perAnchor: whole(1, 1e6),
      iterations: whole(1, 1e9),
      epochs: whole(1, 1e9),
      batch: whole(1, 1e6),
      rate: between(1e-12, 1e3),
      calibration: choice(["none", "thoughts"]),
      paths: whole(1, 10_000),
    },
    { error: "an object" },
  ),
});

/** Keys and values of all paths drawn at a time are kept; more than 4 GB of them nobody can have meant. */
const mostKept = 2 ** 30;

/** The member with the network of a run, which it uses as it is. */
export async function loadNetwork(run: Run): Promise<GflownetMember> {
  const path = fileOf(run);
  const kept = await readCheckpointFile(path);
  if (kept) {
    const meta = readDocument(networkSchema, kept.meta, path);
    const { parameters } = kept.arrays;
    if (!(parameters instanceof Float32Array)) throw broken(path, "it has no array of parameters");
    const { width, layers, paths } = meta.settings;
    if (2 * layers * width * paths * windowsAtATime * meta.horizon > mostKept) {
      throw broken(path, `${paths} paths of ${meta.horizon} steps would not fit into the memory`);
    }
    return gflownet({}, restoreGflownet({ meta, parameters }));
  }
  throw new WindageError(
    "run/no-network",
    `${run.id}: got a pool with the generative forecaster but no ${path}, expected both; copy the whole run folder.`,
  );
}
