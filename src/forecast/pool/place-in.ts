/** Where a series stands in a window of backtests. */
import type { Window } from "./backtest.ts";

/** Looked up once for each list of series; searching it anew takes minutes where there are a hundred thousand. */
const known = new WeakMap<readonly number[], ReadonlyMap<number, number>>();

/** Its position, or nothing where the window is without it. */
export function placeIn({ series }: Pick<Window, "series">, one: number): number | undefined {
  let places = known.get(series);
  if (places === undefined) known.set(series, (places = new Map(series.map((index, at) => [index, at]))));
  return places.get(one);
}
