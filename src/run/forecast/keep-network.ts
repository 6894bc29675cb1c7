/** The generative forecaster's network in a run folder, as one checked file. */
import { join } from "node:path";
import { WindageError } from "../../error.ts";
import { broken, type JsonObject } from "../../file/json-document.ts";
import { gflownet, windowsAtATime } from "../../forecast/gflownet/member.ts";
import { gflownetPerSeries } from "../../forecast/gflownet/per-series.ts";
import { restoreGflownet, saveGflownet } from "../../forecast/gflownet/saved.ts";
import type { GflownetMember, Trained } from "../../forecast/gflownet/member.ts";
import type { GflownetPerSeries } from "../../forecast/gflownet/per-series.ts";
import { readCheckpointFile, writeCheckpointFile } from "../checkpoint/checkpoint-file.ts";
import type { Run } from "../layout.ts";

/** One network for all series, or that of one series by its position in the file. */
const fileOf = (run: Run, series?: number): string =>
  join(run.folder, series === undefined ? "gflownet.safetensors" : `gflownet-${series + 1}.safetensors`);

/** Writes the networks of a member as they stand and says where; nothing where none has begun. */
export async function keepNetwork(
  run: Run,
  member: GflownetMember | GflownetPerSeries,
  histories: readonly Float64Array[],
): Promise<string | undefined> {
  if ("trained" in member) return write(fileOf(run), member.trained());
  let where: string | undefined;
  for (const [i, history] of histories.entries())
    where = (await write(fileOf(run, i), member.trainedFor(history))) ?? where;
  return where && fileOf(run).replace(/\.safetensors$/, "-*.safetensors");
}

async function write(path: string, trained: Trained | undefined): Promise<string | undefined> {
  if (!trained) return undefined;
  const { meta, parameters } = saveGflownet(trained);
  await writeCheckpointFile(path, {
    meta: JSON.parse(JSON.stringify(meta)) as JsonObject,
    arrays: { parameters },
  });
  return path;
}

/** Keys and values of all paths drawn at a time are kept; more than 4 GB of them nobody can have meant. */
const mostKept = 2 ** 30;

/**
 * The member with the network of a forecast run, which it uses as it is; of a run with one network per series that of
 * one series, by its position in the file the run was made from.
 */
export async function loadNetwork(run: Run, series?: number): Promise<GflownetMember> {
  return gflownet({}, await readNetwork(run, series));
}

/** The networks of a run with one per series, for series of another file in its order. */
export async function loadNetworks(
  run: Run,
  known: readonly string[],
  ids: readonly string[],
): Promise<GflownetPerSeries> {
  const networks: Trained[] = [];
  for (const id of ids) {
    const position = known.indexOf(id);
    if (position < 0) {
      throw new WindageError(
        "forecast/no-such-network",
        `${run.id}: got the series ${JSON.stringify(id)}, expected one of those the run was made from (${known.slice(0, 5).join(", ")}${known.length > 5 ? ", …" : ""}), since it has one network per series; leave it out, or forecast this file anew.`,
      );
    }
    networks.push(await readNetwork(run, position));
  }
  return gflownetPerSeries({}, networks);
}

async function readNetwork(run: Run, series?: number): Promise<Trained> {
  const path = fileOf(run, series);
  const kept = await readCheckpointFile(path);
  if (kept) {
    const { networkSchema, readDocument } = await import("./network-schema.ts");
    const meta = readDocument(networkSchema, kept.meta, path);
    const { parameters } = kept.arrays;
    if (!(parameters instanceof Float32Array)) throw broken(path, "it has no array of parameters");
    const { width, layers, paths } = meta.settings;
    if (2 * layers * width * paths * windowsAtATime * meta.horizon > mostKept) {
      throw broken(path, `${paths} paths of ${meta.horizon} steps would not fit into the memory`);
    }
    return restoreGflownet({ meta, parameters });
  }
  throw new WindageError(
    "run/no-network",
    `${run.id}: got a pool with the generative forecaster but no ${path}, expected both; copy the whole run folder.`,
  );
}
