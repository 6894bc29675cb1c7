/**
 * The generative forecaster with a network for each series, which learns from that series alone. A history goes on with
 * the network that knows its beginning; a series that was too short for the first backtests gets its network later.
 */
import { WindageError } from "../../error.ts";
import { Generator } from "../../random/generator.ts";
import { foldIn, key } from "../../random/key.ts";
import type { FeatureMember } from "../feature-use.ts";
import type { QuantileMember } from "../linear/quantile-regression.ts";
import { askOf, seasonOf } from "../member.ts";
import type { PathMember } from "../member.ts";
import { gflownet, gflownetName, goesOnFrom } from "./member.ts";
import type { GflownetMember, Trained } from "./member.ts";
import type { GflownetSettings } from "./settings.ts";

/** A member that knows its quantiles, draws paths, and gives away the network of each series. */
export interface GflownetPerSeries extends QuantileMember, PathMember, FeatureMember {
  /** The network of a series as it stands, found by its history; nothing where it has not begun. */
  trainedFor(history: Float64Array): Trained | undefined;
}

/** One series' network, and the history it was last asked about, as the list of one that it was handed. */
interface Own {
  readonly member: GflownetMember;
  readonly histories: readonly [Float64Array];
}

/**
 * The generative forecaster with one network for each series; with `known` they are used as they are, in the order of
 * the histories.
 */
export function gflownetPerSeries(
  given: Partial<GflownetSettings> = {},
  known?: readonly Trained[],
): GflownetPerSeries {
  const restored = known?.map((trained) => gflownet({}, trained));
  let all: readonly Own[] = [];
  let season = 1;

  /** The member for a history; each network serves one. */
  function claim(history: Float64Array, position: number, free: Set<Own>): GflownetMember {
    if (restored) return restoredAt(restored, position);
    for (const own of free) {
      if (!goesOnFrom(own.histories[0], history, season)) continue;
      free.delete(own);
      return own.member;
    }
    return gflownet(given);
  }

  const at = (series: number): GflownetMember =>
    restoredAt(
      all.map(({ member }) => member),
      series,
    );

  return {
    name: gflownetName,
    async forecast(histories, ask, watch = {}) {
      season = seasonOf(ask);
      const free = new Set(all);
      all = histories.map((history, i) => ({ member: claim(history, i, free), histories: [history] }));
      const points: Float64Array[] = [];
      for (const [i, own] of all.entries()) {
        const [point] = await own.member.forecast(own.histories, askOf(ask, i), {
          ...watch,
          onStep: (done, total, what) =>
            watch.onStep?.(i + done / total, all.length, `series ${i + 1} of ${all.length}, ${what}`),
        });
        points.push(point!);
      }
      return points;
    },
    forecastQuantiles: (_histories, ask, levels) =>
      all.map(({ member, histories }, i) => member.forecastQuantiles(histories, askOf(ask, i), levels)[0]!),
    // Each network would draw the same numbers, and so tie together series that have nothing to do with each other.
    drawPaths: (series, count, seed) =>
      at(series).drawPaths(0, count, Generator.fromKey(foldIn(key(seed), series)).nextUint32()),
    tokenLaw: (series, model) => at(series).tokenLaw!(0, model),
    featureUse: (histories) => histories.map(() => "used"),
    trainedFor: (history) =>
      all.find(({ histories: [before] }) => goesOnFrom(before, history, season))?.member.trained(),
  };
}

function restoredAt(members: readonly GflownetMember[], position: number): GflownetMember {
  const member = members[position];
  if (member) return member;
  throw new WindageError(
    "forecast/no-such-network",
    `gflownetPerSeries: got series ${position + 1}, expected one of the ${members.length} it has networks for.`,
  );
}
