/** Which members a forecast uses when nobody says: all classical ones in the table, and those the pool is made of. */
import { dynamicTheta } from "./classical/dynamic-theta.ts";
import { drift, naive, seasonalNaive } from "./classical/naive.ts";
import { seasonalAutoregression } from "./classical/seasonal-autoregression.ts";
import { smoothing } from "./classical/smoothing.ts";
import { naive2, theta } from "./classical/theta.ts";
import { eachAlone, eachAloneWithQuantiles } from "./each-alone.ts";
import { levelInTime } from "./irregular/level-in-time.ts";
import { linearMap } from "./linear/linear-map.ts";
import { quantileRegression } from "./linear/quantile-regression.ts";
import type { Member } from "./member.ts";

/** ETS and MSTL, which need WebAssembly bytes, the generative forecaster, which needs minutes, and what irregular times ask for. */
export interface Extra {
  readonly ets?: Member;
  readonly mstl?: Member;
  readonly gflownet?: Member;
  /** Whether times are irregular: a member that knows of time joins the table and the pool. */
  readonly irregular?: boolean;
  /** Whether models that learn from all series together learn from each one alone. */
  readonly perSeries?: boolean;
}

/** Members, and the names of those that the pool is made of. */
export interface MemberChoice {
  readonly members: readonly Member[];
  readonly pool: readonly string[];
}

/** The members and the pool that suit series with these seasonal periods. */
export function defaultMembers(periods: readonly number[], extra: Extra = {}): MemberChoice {
  const seasons = periods.filter((period) => period > 1);
  const seasonal = seasons.map((period) => seasonalNaive(period));
  const regressions = [
    seasonalAutoregression("logarithms"),
    seasonalAutoregression("levels"),
    ...(seasons.length > 0 ? [seasonalAutoregression("differences")] : []),
  ];
  const members = [
    naive,
    ...seasonal,
    drift,
    naive2,
    theta,
    dynamicTheta,
    smoothing,
    ...(extra.ets ? [extra.ets] : []),
    ...(extra.mstl ? [extra.mstl] : []),
    ...regressions,
    extra.perSeries ? eachAlone(linearMap()) : linearMap(),
    extra.perSeries ? eachAloneWithQuantiles(quantileRegression) : quantileRegression,
    ...(extra.irregular ? [levelInTime] : []),
    ...(extra.gflownet ? [extra.gflownet] : []),
  ];
  // Chosen on windows inside M4 Hourly's training part: more members made the pool no better there.
  const pool = [
    ...regressions,
    ...(extra.mstl ? [extra.mstl] : [theta]),
    ...(seasonal.length > 0 ? seasonal : [naive]),
    ...(extra.irregular ? [levelInTime] : []),
    ...(extra.gflownet ? [extra.gflownet] : []),
  ];
  return { members, pool: pool.map(({ name }) => name) };
}
