/** Members that learn from all series together, made to learn from each series alone: one global model, or one per series. */
import type { QuantileMember } from "./linear/quantile-regression.ts";
import { askOf } from "./member.ts";
import type { Member } from "./member.ts";

/** The member fitted to one series after the other. */
export function eachAlone(member: Member): Member {
  return {
    name: member.name,
    async forecast(histories, ask, watch) {
      const points: Float64Array[] = [];
      for (const [i, history] of histories.entries()) {
        const [point] = await member.forecast([history], askOf(ask, i), watch);
        points.push(point!);
      }
      return points;
    },
  };
}

/** The same for a member that knows its own quantiles. */
export function eachAloneWithQuantiles(member: QuantileMember): QuantileMember {
  return {
    ...eachAlone(member),
    forecastQuantiles: (histories, ask, levels) =>
      histories.map((history, i) => member.forecastQuantiles([history], askOf(ask, i), levels)[0]!),
  };
}
