/**
 * A forecast run, loaded to predict again and again, as a service does: the pool, its members and their networks are
 * read once, and MSTL has a thread of its own beside the network. `use-forecast.ts` is for one file and a moment.
 */
import { gflownetName } from "../../forecast/gflownet/member.ts";
import { defaultMembers } from "../../forecast/members.ts";
import { predictPool } from "../../forecast/pool/saved-pool.ts";
import type { Member } from "../../forecast/member.ts";
import type { ModelForecast } from "../../forecast/forecaster.ts";
import type { SeriesFeatures } from "../../forecast/features.ts";
import type { Run } from "../layout.ts";
import { loadNetwork, loadNetworks } from "./keep-network.ts";
import { loadAugurs } from "./load-augurs.ts";
import { augursInThread } from "./augurs-thread.ts";
import { readPool, type KeptPool } from "./pool-file.ts";

/** A run's pool with everything it needs in memory. */
export interface LoadedForecast {
  readonly horizon: number;
  /** Ids of the series the run was made from; others get the average weights and the typical error size. */
  readonly ids: readonly string[];
  /** The pool's forecast of these histories, after whatever was asked before it. */
  predict(
    ids: readonly string[],
    histories: readonly Float64Array[],
    features?: readonly SeriesFeatures[],
  ): Promise<ModelForecast>;
  /** Ends its thread. */
  dispose(): Promise<void>;
}

/** Loads the forecast of a run, to predict from many times. */
export async function loadForecast(run: Run): Promise<LoadedForecast> {
  const pool = await readPool(run);
  const { saved } = pool;
  const augurs = await loadAugurs();
  const thread =
    saved.names.includes(gflownetName) && saved.names.includes(augurs.mstl.name)
      ? augursInThread("mstl")
      : undefined;
  const extra = { ...augurs, ...(thread ? { mstl: thread } : {}) };
  let loaded: { readonly key: string; readonly members: readonly Member[] } | undefined;
  const membersOf = async (ids: readonly string[]): Promise<readonly Member[]> => {
    // One network serves all series; where each has its own, they are those of the series asked about.
    const key = pool.perSeries ? JSON.stringify(ids) : "";
    if (loaded?.key !== key) loaded = { key, members: await membersFor(run, pool, ids, extra) };
    return loaded.members;
  };
  if (!pool.perSeries) await membersOf([]);
  // A network draws one forecast at a time; whoever asks meanwhile waits.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    horizon: saved.horizon,
    ids: saved.series.map(({ id }) => id),
    predict(ids, histories, features) {
      const made = turn.then(async () => predictPool(saved, await membersOf(ids), ids, histories, features));
      turn = made.catch(() => undefined);
      return made;
    },
    async dispose() {
      await turn;
      await thread?.dispose();
    },
  };
}

/** The members of a run's pool, its network or networks among them. */
export async function membersFor(
  run: Run,
  { saved, perSeries, reading }: KeptPool,
  ids: readonly string[],
  augurs: { readonly ets: Member; readonly mstl: Member },
): Promise<readonly Member[]> {
  const known = saved.series.map(({ id }) => id);
  const network = async (): Promise<Member> => (perSeries ? loadNetworks(run, known, ids) : loadNetwork(run));
  const { members } = defaultMembers(saved.periods, {
    ...augurs,
    irregular: reading.frequency === "irregular",
    ...(saved.names.includes(gflownetName) ? { gflownet: await network() } : {}),
    perSeries,
  });
  return members;
}
